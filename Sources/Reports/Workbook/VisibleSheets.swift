import Metrics
import Values

extension Workbook {
  /// Those that readers see, in their order. A new one of tables is declared below and gets a line
  /// here; one that follows the drop-downs is declared in ``CohortSheet/declared(_:)``.
  static func visible(_ cohorts: CohortSheets) -> [Place] {
    func cohort(_ name: SheetName) -> Place {
      Place(name: name, sheet: cohorts.sheets.first { $0.name == name })
    }
    return [
      Place(TablesSheet.mrr), cohort("Retention"), Place(TablesSheet.churn), cohort("Trials"),
      cohort("Funnel and paywalls"), cohort("Value (LTV, CAC)"), Place(TablesSheet.plans),
      Place(TablesSheet.revenue), Place(TablesSheet.outlook), Place(TodoSheet()),
    ]
  }

  /// Where a sheet stands; without figures there may be none.
  struct Place {
    let name: SheetName
    let sheet: (any WorkbookSheet)?

    init(name: SheetName, sheet: (any WorkbookSheet)?) { (self.name, self.sheet) = (name, sheet) }
    init(_ sheet: some WorkbookSheet) { self.init(name: sheet.name, sheet: sheet) }
  }
}

extension TablesSheet {
  static let mrr = TablesSheet(
    name: "MRR", title: { $0.markedMRR($0.title("MRR", of: "mrr")) },
    explanation: { figures in
      "Opening + new + reactivation + expansion + contraction + churn + fx (+ moved) = closing, in "
        + "\(figures.currency). Grey: the month is not over."
    }, tables: [.movements, .movementsBySegment])

  static let churn = TablesSheet(
    name: "Churn", title: { $0.markedMRR($0.title("Churn", of: "churn_30d_ratio")) },
    explanation: { _ in
      "Subscribers at a month's opening who are gone at its close, and their MRR. Grey: the month "
        + "is not over, or fewer than 30 subscribers at its opening."
    }, tables: [.churn, .trailingChurn, .cancellations])

  static let plans = TablesSheet(
    name: "Plans and segments", title: { $0.planTitle },
    explanation: { figures in
      "What the plans and every segment bring, in \(figures.currency). Grey: fewer than 30 "
        + "subscribers."
    }, tables: SheetTable.plans, sentences: { $0.limitSentences })

  static let revenue = TablesSheet(
    name: "Revenue", title: { $0.markedRevenue($0.title("Revenue", of: "net_revenue_30d")) },
    explanation: { figures in
      "Payments, refunds and what remains, in \(figures.currency). Net = gross − paid back + "
        + "reversed = tax + commission + proceeds; tax and commission are estimates. Grey: the period is not over."
    }, tables: SheetTable.revenue)

  static let outlook = TablesSheet(
    name: "Plan and outlook", title: { $0.outlookTitle },
    explanation: { figures in
      "What was planned, what is committed, due and expected, and how earlier forecasts did, in "
        + "\(figures.currency)."
    }, tables: SheetTable.outlook, sentences: { $0.outlookSentences })

}

extension Figures {
  fileprivate var planTitle: String {
    let plans = rows(of: Plans.self)
    guard let best = plans.max(by: { $0.integer(Plans.mrr) < $1.integer(Plans.mrr) }),
      best.integer(Plans.mrr) > 0, plans.count > 1
    else { return "Plans and segments" }
    let name = UntrustedText.cleaned(best.text(Plans.product))
    return "Plans and segments: \(name) brings most MRR (\(shown(best[Plans.mrr])))"
  }

  /// What MRR is expected to be, without how well that did before.
  fileprivate var outlookTitle: String {
    outlookSentences.first?.split(separator: ";").first.map(String.init) ?? "Plan and outlook"
  }

  /// Where the first funnel loses most, of the newest month whose time is over.
  var funnelTitle: String {
    guard let steps = matureFunnels.first,
      let worst = steps.first(where: { $0.isWorst(in: steps) }),
      steps[0].integer(FunnelSteps.customers) >= 30
    else { return "Funnel and paywalls" }
    let month = steps[0][FunnelSteps.cohort]?.month.map { " of \(DisplayFormat.monthAndYear($0))" }
    let event = UntrustedText.cleaned(SegmentWords.plain(worst.text(FunnelSteps.event)))
    return "Funnel: most are lost before \(event), where \(shown(worst[FunnelSteps.fromPrevious]))"
      + "\(month ?? "") went on"
  }

  /// What customers had brought by their 90th day, over all cohorts that are so old.
  var valueTitle: String {
    valueFinding.map { "Lifetime value: \($0), of all" } ?? "Lifetime value, and what it costs"
  }

  /// A sheet's title with what its headline says; `plain` where it says nothing.
  func title(_ plain: String, of metric: String) -> String {
    guard let line = headlines.first(where: { $0.metric == metric }), line.value != .missing else {
      return plain
    }
    return "\(line.name): \(shown(line.value))"
      + (line.before == .missing ? "" : " (\(line.comparison): \(shown(line.before)))")
  }

  func isOver(_ month: Month?) -> Bool { month.map { $0.lastDay <= asOf } ?? false }

  /// Whether a period of that grain goes on after the as-of day.
  func isRunning(_ grain: Cell, _ period: Cell) -> Bool {
    switch period {
    case .month(let month): month.lastDay > asOf
    case .day(let day): grain == .text("week") && day.advanced(by: 6) > asOf
    default: false
    }
  }

  /// Whether a cohort's period goes on after the as-of day.
  func isRunning(_ cohort: Row<TrialCohorts>) -> Bool {
    isRunning(cohort.cell(TrialCohorts.grain), cohort.cell(TrialCohorts.cohort))
  }
}

extension Row<TrialCohorts> {
  /// Whether some of the trials can still convert, so that the rate is of the others.
  var isMaturing: Bool {
    integer(TrialCohorts.maturedTrials) < integer(TrialCohorts.trials)
  }
}
