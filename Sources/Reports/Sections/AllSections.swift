import Metrics

extension ReportSection {
  /// What the page and the details begin with, in their order. A new section needs a line here or
  /// in ``appendix`` and nothing else: its pictures become files, its tables stand in both.
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

  private static let mrr = ReportSection(
    "mrr", "MRR and its movements", short: "MRR",
    [
      .remarks { ReportSection.Remark.told(WhatChanged($0).recurring) },
      .remarks { $0.incompleteMoneyRemarks },
      .remarks { $0.annotationRemarks },
      .exhibit(
        Exhibit(name: "mrr", chart: ReportCharts.mrr, isFile: true, layout: .folded)),
      .exhibit(
        Exhibit(
          name: "movements", chart: ReportCharts.movements, isFile: true,
          caption: "MRR movements by month"
        ) { $0.movementTable($1) }),
    ]
  ) { $0.mrrFinding }

  private static let trials = ReportSection(
    "trials", "Trial conversion", short: "Trials",
    [
      .remarks { ReportSection.Remark.told(WhatChanged($0).conversion) },
      .remarks { ReportSection.Remark.told($0.nowcastSentence) },
      .remarks { ReportSection.Remark.told($0.optOutSentence) },
      .remarks { $0.freeTrialRemarks },
      .exhibit(
        Exhibit(
          name: "conversion", chart: ReportCharts.conversion, isFile: true,
          caption: "Trials by month of start"
        ) { $0.trialTable($1) }),
      .exhibit(Exhibit(name: "trials", chart: ReportCharts.trials, layout: .folded)),
      .tables(
        Tables(caption: "Trials opted out, by month of start", isFolded: true, lengths: (6, 13)) {
          [$0.optOutTable($1)]
        }),
      .tables(
        Tables(caption: "What running trials are expected to come to", isFolded: true) {
          figures, _ in [figures.nowcastTable()]
        }),
    ]
  ) { $0.trialFinding }

  private static let funnels = ReportSection(
    "funnel", "Funnels",
    [
      .remarks(isEnough: true) { figures in
        figures.unreachedSteps.map { ReportSection.Remark(text: $0.sentence, isBad: true) }
      },
      .remarks { $0.freeFunnelRemarks + $0.consentRemarks },
      .exhibit(Exhibit(name: "funnel", chart: ReportCharts.funnel, isFile: true)),
      .tables(
        Tables(caption: "Every funnel as a table", isFolded: true) { figures, _ in
          figures.matureFunnels.map { figures.funnelTable($0) }
        }),
    ]
  ) { $0.funnelFinding }

  private static let retention = ReportSection(
    "retention", "Retention",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(
          name: "retention", chart: ReportCharts.retention, isFile: true, layout: .wide,
          caption: "Subscribers retained"
        ) { $0.retentionTable($1) }),
    ]
  ) { $0.retentionFinding }

  private static let value = ReportSection(
    "ltv", "Lifetime value", short: "LTV",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(name: "ltv", chart: ReportCharts.ltv, caption: "Net revenue per install") {
          $0.valueTable($1)
        }),
    ]
  ) { $0.valueFinding }

  private static let churn = ReportSection(
    "churn", "Churn",
    [
      .remarks { ReportSection.Remark.told(WhatChanged($0).churn) },
      .remarks { $0.incompleteMoneyRemarks + $0.freeChurnRemarks },
      .exhibit(
        Exhibit(
          name: "churn", chart: ReportCharts.churn,
          caption: "Churn by month, of those who paid at its opening"
        ) { $0.churnTable($1) }),
    ]
  ) { $0.churnFinding }

  private static let revenue = ReportSection(
    "revenue", "Revenue",
    [
      .remarks { ReportSection.Remark.told(WhatChanged($0).revenue) },
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(
          name: "revenue", chart: ReportCharts.revenue, isFile: true, caption: "Revenue by month"
        ) { $0.revenueTable($1) }),
    ]
  ) { $0.revenueFinding }

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
