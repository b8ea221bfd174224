import Metrics
import Settings
import Values

/// What is committed, due and forecast, and how earlier forecasts did.
extension Figures {
  private func outlook(_ item: Outlook.Item) -> [Row<Outlook>] {
    Array(rows(of: Outlook.self).where(Outlook.item, is: item.rawValue))
  }

  var outlookTable: FigureTable {
    var table = FigureTable(header: ["Outlook", "Cases", "Based on", "Rate", "Expected"])
    table.rows = Outlook.Item.allCases.flatMap { item in
      outlook(item).filter { item.words != nil && $0[Outlook.part] == "all" }.map { row in
        [item.words ?? ""]
          + row.cells([Outlook.cases, Outlook.amount, Outlook.rate, Outlook.expected]).map(shown)
      }
    }
    return table
  }

  /// The next months, and the newest of the forecasts one month ahead.
  func forecasts(earlier count: Int) -> [Row<Outlook>] {
    let earlier = outlook(.backtest).filter { $0[Outlook.monthsAhead] == 1 }
    return earlier.suffix(count) + outlook(.forecast).filter { $0[Outlook.expected] != nil }
  }

  var forecastTable: FigureTable {
    FigureTable(
      forecasts(earlier: Self.earlierForecasts), self, words: 2,
      [
        .text("MRR at the end of", monthName),
        .text("Made on") { $0[Outlook.madeOn] == nil ? "" : shown($0.cell(Outlook.madeOn)) },
        .text("Expected") { shown($0[Outlook.expected]) }, .text("80% interval", interval),
        .text("Actual") { shown($0[Outlook.actual]) }, .text("Forecast vs actual", missed),
      ])
  }

  private static let earlierForecasts = 6

  /// From committed to expected MRR, a column for each month end.
  var bridgeTable: FigureTable {
    let months = comingMonths
    var table = FigureTable(header: [""] + months.map { monthEnd($0) })
    guard !months.isEmpty else { return table }
    table.rows = MRROutlook.bridge.map { name, column in
      [name] + months.map { shown($0[column]) }
    }
    if months.contains(where: { $0[MRROutlook.expected] != nil }) {
      table.rows.append(
        ["80% interval"]
          + months.map { row in
            row[MRROutlook.low] == nil
              ? DisplayFormat.unknown
              : "\(shown(row[MRROutlook.low]))–\(shown(row[MRROutlook.high]))"
          })
    }
    if months.contains(where: { $0[MRROutlook.budget] != nil }) {
      table.rows.append(["Budget"] + months.map { shown($0[MRROutlook.budget]) })
    }
    return table
  }

  /// `$15,787 expected at the end of Jul 2026, $13,753 committed`.
  var outlookFinding: String? {
    guard let next = comingMonths.first, let expected = next[MRROutlook.expected] else {
      return nil
    }
    return "\(shown(expected)) expected at the end of \(monthEnd(next)), "
      + "\(shown(next[MRROutlook.committedMRR])) committed"
  }

  /// `MRR is expected to be $2,145 at the end of Jul 2026, between $2,050 and $2,240 (80%
  /// interval, …); …`, or why nothing is.
  var outlookSentences: [String] {
    guard let first = outlook(.forecast).first else { return [] }
    guard first[Outlook.expected] != nil else {
      return ["No forecast of MRR. \(first.text(Outlook.remark))"]
    }
    let basis =
      first.text(Outlook.remark).isEmpty
      ? ", from the errors of \(shown(first[Outlook.cases])) earlier forecasts" : ""
    let expected =
      "MRR is expected to be \(shown(first[Outlook.expected])) at the end of \(monthName(first)), "
      + "between \(shown(first[Outlook.low])) and \(shown(first[Outlook.high])) (80% interval"
      + "\(basis))\(accuracy)"
    return [expected, first.text(Outlook.remark)].filter { !$0.isEmpty }
  }

  /// `; of the last 12 one-month forecasts, 9 had the actual MRR within their interval; average
  /// error 3.1%.`
  private var accuracy: String {
    guard let row = outlook(.accuracy).first(where: { $0[Outlook.monthsAhead] == 1 }),
      let error = row[Outlook.error], let count = row[Outlook.cases]
    else { return "; there is no earlier forecast to compare with yet." }
    let missed = shown(Cell.rate(error))
    guard count > 1, let rate = row[Outlook.rate] else {
      return "; the one earlier forecast was off by \(missed)."
    }
    let inside = Int64(
      roundedHalfToEven(Int128(rate.millionths) * Int128(count), over: 1_000_000))
    return "; of the last \(grouped(count)) one-month forecasts, "
      + "\(grouped(inside)) had the actual MRR within their interval; average error \(missed)."
  }

  private func monthName(_ row: Row<Outlook>) -> String {
    Month(row.text(Outlook.month)).map(DisplayFormat.monthAndYear) ?? ""
  }

  private func interval(_ row: Row<Outlook>) -> String {
    "\(shown(row[Outlook.low]))–\(shown(row[Outlook.high]))"
  }

  private func missed(_ row: Row<Outlook>) -> String {
    row[Outlook.actual] == nil
      ? DisplayFormat.unknown
      : DisplayFormat.change(row.cell(Outlook.expected), from: row.cell(Outlook.actual))
  }
}

extension MRROutlook {
  /// From MRR to what is expected of it, in the words of the field.
  static let bridge: [(name: String, column: Column<MRROutlook, Amount>)] = [
    ("MRR of the as-of day", openingMRR), ("Set to cancel", setToCancel),
    ("Expected losses of grace", graceLosses), ("Committed MRR", committedMRR),
    ("Of these losses, still paid on that day", stillPaid),
    ("Other churn and contraction", churn), ("Conversions of running trials", trials),
    ("New customers, reactivation and expansion", new), ("Expected MRR", expected),
  ]
}

extension Outlook.Item {
  /// Of what stands in the table; nil for forecasts, which have a table of their own.
  var words: String? {
    switch self {
    case .mrr: "MRR"
    case .setToCancel: "Set to cancel"
    case .graceLosses: "Expected losses of grace"
    case .committedMRR: "Committed MRR"
    case .trials: "MRR of running trials"
    case .renewals30: "Cash of renewals, next 30 days"
    case .renewals90: "Cash of renewals, next 90 days"
    case .grace30: "Cash of failed payments in grace, next 30 days"
    case .grace90: "Cash of failed payments in grace, next 90 days"
    case .forecast, .backtest, .accuracy: nil
    }
  }
}

/// The plan beside what came.
extension Figures {
  var plannedMonths: [Row<Budgets>] {
    let last = asOf.month.advanced(by: 1)
    return rows(of: Budgets.self).filter { $0[Budgets.month].map { $0 <= last } ?? false }
  }

  /// The newest months, and one to come; no rows without a plan.
  func budgetTable(_ count: Int) -> FigureTable {
    FigureTable(
      citing: plannedMonths.suffix(count), self, words: 3,
      [
        .text("") {
          shown($0.cell(Budgets.month)) + ($0[Budgets.complete] == true ? "" : " (not over)")
        },
        .text("Budget of") { Self.title($0.text(Budgets.metric)) },
        .text("") {
          $0.text(Budgets.dimension) == Dimension.all.name ? "" : $0.text(Budgets.value)
        },
        .of("Budget", Budgets.budget), .of("Actual", Budgets.actual),
        .of("Difference", Budgets.difference), .of("Attained", Budgets.attainment),
      ])
  }

  private static func title(_ metric: String) -> String {
    switch Budget.Metric(rawValue: metric) {
    case .mrr: "MRR"
    case .newMRR: "New MRR"
    case .netRevenue: "Net revenue"
    case .proceeds: "Proceeds"
    case nil: metric
    }
  }

  /// `93.5% of the Jun 2026 budget`, of the as-of day's month; nil where it has none.
  func budgetNote(_ metric: Budget.Metric) -> String? {
    guard let share = budgets(metric).last?[Budgets.attainment] else { return nil }
    return "\(shown(share)) of the \(DisplayFormat.monthAndYear(asOf.month)) budget"
  }

  /// Of everything, up to the as-of day's month; none where that has no budget.
  func budgets(_ metric: Budget.Metric) -> [Row<Budgets>] {
    let rows = rows(of: Budgets.self).where(Budgets.dimension, is: Dimension.all.name)
      .where(Budgets.metric, is: metric.rawValue)
      .filter { $0[Budgets.month].map { $0 <= asOf.month } ?? false }
    return rows.last?[Budgets.month] == asOf.month ? rows : []
  }
}
