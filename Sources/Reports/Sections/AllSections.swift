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
    "days", "Last days", [.table("The last day, week and month") { $0.periodTable }])

  private static let apps = ReportSection(
    "apps", "Apps", [.table("The apps by MRR", lengths: (20, 60)) { $0.appTable($1) }])

  private static let budget = ReportSection(
    "budget", "Budget",
    [.table("Actual against budget, by month", lengths: (12, 36)) { $0.budgetTable($1) }])

  private static let segments = ReportSection(
    "segments", "Segments",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .table(
        "Largest by MRR. Trials: last six months; LTV: net revenue per customer in the "
          + "first 90 days; ARPU: last full month", lengths: (3, 8)
      ) { $0.segmentTable($1) },
    ])

  private static let targets = ReportSection(
    "targets", "Targets", [.table("Actual vs target") { $0.targetTable }])

  private static let quality = ReportSection(
    "quality", "Data quality", short: "Quality",
    [
      .remarks { $0.inputRemarks },
      .table("Restated since the last report") { $0.restatedTable },
      .table("Apple's counts beside ours") { $0.appStoreTable },
      .table("What was counted about the logs") { $0.qualityTable },
      .table("Every file that was read", isFolded: true, lengths: (0, 200)) { $0.fileTable($1) },
      .table("Reconciliation checks", isFolded: true) { $0.checkTable },
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
