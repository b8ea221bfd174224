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
    }, tables: [.movements, .movementsBySegment], charts: movementCharts)

  static let churn = TablesSheet(
    name: "Churn", title: { $0.markedMRR($0.title("Churn", of: "churn_30d_ratio")) },
    explanation: { _ in
      "Subscribers at a month's opening who are gone at its close, and their MRR. Grey: the month "
        + "is not over, or fewer than 30 subscribers at its opening."
    }, tables: [.churn, .trailingChurn, .cancellations], charts: churnCharts)

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
    }, tables: SheetTable.revenue, charts: revenueCharts)

  static let outlook = TablesSheet(
    name: "Plan and outlook", title: { $0.outlookTitle },
    explanation: { figures in
      "What was planned, what is committed, due and expected, and how earlier forecasts did, in "
        + "\(figures.currency)."
    }, tables: SheetTable.outlook, charts: outlookCharts, sentences: { $0.outlookSentences })

  // MARK: - Charts

  private static let outlookCharts: @Sendable (Figures, Table, Area) -> [WorkbookChart] = {
    figures, _, rows in
    rows.rows.count > 1 ? [fan(figures, rows)] : []
  }

  /// The ends of the interval are thin lines: a native line chart has no band.
  private static func fan(_ figures: Figures, _ rows: Area) -> WorkbookChart {
    let looks: [(name: String, colour: UInt32, stroke: LineChart.Stroke)] = [
      ("MRR", Palette.level, .solid), ("Expected", Palette.level, .dashed),
      ("80% interval, from", Palette.fx, .dashed), ("80% interval, to", Palette.fx, .dashed),
      ("Committed", Palette.reactivation, .dashed), ("Budget", Palette.contraction, .none),
    ]
    let months = figures.outlookMonths
    let series = zip(MRROutlook.fan, looks).enumerated().compactMap {
      index, line -> WorkbookChart.Series? in
      guard months.contains(where: { $0[line.0] != nil }) else { return nil }
      return .init(
        name: line.1.name, values: rows.column(1 + index), colour: line.1.colour,
        stroke: line.1.stroke)
    }
    return WorkbookChart(
      shape: .line, title: "MRR, committed and expected", description: figures.outlookPicture,
      unit: "MRR", categories: rows.column(0), series: series, isMoney: true)
  }

  private static let movementCharts: @Sendable (Figures, Table, Area) -> [WorkbookChart] = {
    figures, table, rows in
    rows.rows.count > 1 ? [movements(figures, table, rows)] : []
  }

  /// Stacked columns with a zero axis: what came above, what went below.
  static func movements(_ figures: Figures, _ table: Table, _ rows: Area) -> WorkbookChart {
    let series: [(Column<MRRMovements, Amount>, UInt32)] = [
      (MRRMovements.new, Palette.new), (MRRMovements.reactivation, Palette.reactivation),
      (MRRMovements.expansion, Palette.expansion), (MRRMovements.contraction, Palette.contraction),
      (MRRMovements.churn, Palette.churn), (MRRMovements.fx, Palette.fx),
    ]
    let shown = figures.rows(of: MRRMovements.self).totals.suffix(table.rows.count)
    return WorkbookChart(
      shape: .stackedColumns, title: "MRR movements by month",
      description: "Stacked columns by month: MRR won above zero, MRR lost below it.",
      unit: "MRR", categories: rows.column(0),
      series: series.map {
        .init(
          name: Heading.of($0.name), values: rows.column(table.index(of: $0)), colour: $1)
      }, isMoney: true, range: Axis(over: shown.flatMap(ends)),
      isLastOpen: shown.last?[MRRMovements.complete] == false,
      marks: figures.annotationMarks(shown.map { $0[MRRMovements.month] }))
  }

  /// The top and the bottom of a month's column.
  private static func ends(_ month: Row<MRRMovements>) -> [Double] {
    let parts = MRRMovements.changes.compactMap { month.magnitude($0) }
    return [parts.filter { $0 > 0 }.reduce(0, +), parts.filter { $0 < 0 }.reduce(0, +)]
  }

  private static let churnCharts: @Sendable (Figures, Table, Area) -> [WorkbookChart] = {
    figures, table, rows in
    let months = figures.rows(of: Churn.self).totals.filter { $0.calendarMonth != nil }
    guard rows.rows.count > 1, months.contains(where: { $0.integer(Churn.churnedCustomers) > 0 })
    else {
      return []
    }
    let isLastOpen = months.last?[Churn.complete] == false
    var rates = WorkbookChart(
      shape: .line, title: "Churn by month",
      description: "Share of the subscribers, and of the MRR, at a month's opening that were lost.",
      unit: "share", categories: rows.column(0),
      series: [
        .init(
          name: "Subscribers", values: rows.column(table.index(of: Churn.churnRate)),
          colour: Palette.churn),
        .init(
          name: "MRR, gross", values: rows.column(table.index(of: Churn.grossMRRChurn)),
          colour: Palette.level),
      ], numberFormat: "0%", width: 560)
    rates.isLastOpen = isLastOpen
    let reasons: [(Column<Churn, Int64>, UInt32)] = [
      (Churn.voluntary, Palette.churn), (Churn.billing, Palette.contraction),
      (Churn.refund, Palette.reactivation), (Churn.other, Palette.fx),
    ]
    var counts = WorkbookChart(
      shape: .stackedColumns, title: "Churned subscribers by reason",
      description: "Subscribers lost in each month, by the reason that the log knows.",
      unit: "subscribers", categories: rows.column(0),
      series: reasons.map { reason, colour in
        .init(
          name: Heading.of(reason.name), values: rows.column(table.index(of: reason)),
          colour: colour)
      }, width: 560, offset: 580)
    counts.isLastOpen = isLastOpen
    return [rates, counts]
  }

  private static let revenueCharts: @Sendable (Figures, Table, Area) -> [WorkbookChart] = {
    figures, table, rows in
    let months = figures.rows(of: Revenue.self).monthlyTotals.suffix(table.rows.count)
    guard months.count > 1, months.contains(where: { $0.integer(Revenue.net) != 0 }) else {
      return []
    }
    let parts: [(Column<Revenue, Amount>, UInt32)] = [
      (Revenue.proceeds, Palette.level), (Revenue.commission, Palette.commission),
      (Revenue.tax, Palette.tax),
    ]
    return [
      WorkbookChart(
        shape: .stackedColumns, title: "Net revenue by month",
        description: "Net revenue as proceeds, commission and tax, by month.",
        unit: "net revenue", categories: rows.column(0),
        series: parts.map { part, colour in
          .init(
            name: Heading.of(part.name), values: rows.column(table.index(of: part)),
            colour: colour)
        }, isMoney: true,
        isLastOpen: months.last.map {
          figures.isRunning($0.cell(Revenue.grain), $0.cell(Revenue.period))
        } ?? false,
        marks: figures.annotationMarks(months.map { $0[Revenue.period]?.month }))
    ]
  }
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

  /// Whether the month ends no later than the as-of day.
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

extension MRRMovements {
  /// What changes MRR within a month, in the order in which pictures show it.
  static let changes = [new, reactivation, expansion, contraction, churn, fx]
}

extension Row<MRRMovements> {
  /// Whether the month is.
  var isOver: Bool { self[MRRMovements.complete] == true }
}

extension Row<TrialCohorts> {
  /// Whether some of the trials can still convert, so that the rate is of the others.
  var isMaturing: Bool {
    integer(TrialCohorts.maturedTrials) < integer(TrialCohorts.trials)
  }
}
