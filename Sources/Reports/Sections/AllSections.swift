import Metrics

extension ReportSection {
  /// What the page and the details begin with, in their order. A new section needs a line here or
  /// in ``appendix`` and nothing else: its pictures become files, its tables stand in both. One with
  /// pictures is a file of its own, with all that it shows.
  static let body: [ReportSection] = [
    mrr, churn, retention, trials, funnels, value, revenue, outlook,
  ]

  /// What is looked up now and then; the page folds it.
  static let appendix: [ReportSection] = [
    lastDays, apps, segments, plans, paywalls, experiments, rollouts, todo, due, budget, targets,
    costs, lifetimes, payouts, offers, complimentary, features, health, consent, doubts, quality,
    fileList, words,
  ]

  static let all: [ReportSection] = body + appendix

  /// The titles of those that have nothing to show, in one line; empty where there are none.
  static func leftOut(_ sections: [ReportSection]) -> String {
    sections.isEmpty
      ? "" : "Left out, with nothing to show: \(sections.map(\.title).joined(separator: ", "))."
  }

  private static let lastDays = ReportSection(
    "days", "Last days",
    [
      .tables(
        Tables(caption: "The last day, week and month", lengths: (20, 20)) { figures, _ in
          [figures.periodTable]
        })
    ])

  private static let apps = ReportSection(
    "apps", "Apps",
    [
      .tables(
        Tables(caption: "The apps by MRR", lengths: (20, 60)) { figures, count in
          [figures.appTable(count)]
        })
    ])

  private static let budget = ReportSection(
    "budget", "Budget",
    [
      .tables(
        Tables(caption: "Actual against budget, by month", lengths: (12, 36)) { figures, count in
          [figures.budgetTable(count)]
        })
    ])

  private static let segments = ReportSection(
    "segments", "Segments",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .tables(
        Tables(
          caption: "Largest by MRR. Trials: last six months; LTV: net revenue per customer in the "
            + "first 90 days; ARPU: last full month",
          lengths: (3, 8)
        ) { figures, count in
          [figures.segmentTable(count)]
        }),
    ])

  private static let targets = ReportSection(
    "targets", "Targets",
    [
      .tables(
        Tables(caption: "Actual vs target") { figures, _ in
          [figures.targetTable]
        })
    ]
  )

  private static let quality = ReportSection(
    "quality", "Data quality", short: "Quality",
    [
      .remarks { $0.inputRemarks },
      .tables(
        Tables(caption: "Restated since the last report") { figures, _ in
          figures.restatedTable.isEmpty ? [] : [figures.restatedTable]
        }),
      .tables(
        Tables(caption: "Apple's counts beside ours") { figures, _ in
          figures.appStoreTable.rows.isEmpty ? [] : [figures.appStoreTable]
        }),
      .tables(
        Tables(caption: "What was counted about the logs") { figures, _ in [figures.qualityTable] }),
      .tables(
        Tables(caption: "Every file that was read", isFolded: true, lengths: (0, 200)) {
          figures, count in [figures.fileTable(count)]
        }),
      .tables(
        Tables(caption: "Reconciliation checks", isFolded: true) { figures, _ in
          [figures.checkTable]
        }),
    ])

  private static let fileList = ReportSection(
    "files", "Files by question", short: "Files",
    [
      .terms {
        (ReportSchema.first + ReportSchema.others).map { ($0.question, "csv/\($0.file)") }
      }
    ])

  private static let words = ReportSection(
    "words", "Definitions", [.terms { Glossary.terms }])
}
