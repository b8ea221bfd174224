package import Metrics
import Settings
import Values

/// One of the six figures that matter, with what it is compared with.
package struct Headline {
  package var name: String
  /// What monitoring calls it.
  package var metric: String
  package var value: Cell
  var before: Cell
  /// `30 days ago`; why there is none, where it cannot be compared.
  var comparison: String
  var isComparable = true
  /// The numerator, denominator or period behind it.
  var detail: String
  /// Whether more is better; churn is the other way round.
  var isGoodUp: Bool
  /// Its recent history, oldest first; the last one is the value itself.
  var history: [Double?]
  var historySpan = "90 days"
  /// Fewer than 30 cases: no better and no worse.
  var isSmall = false

  /// Also who came within the period, unlike the churn rate.
  static let allChurned = "Churned subscribers, incl. new"

  /// A share or percentage points; of few people how many there were.
  var change: String {
    isOfFewPeople
      ? "was \(grouped(before.integer))" : DisplayFormat.change(value, from: before)
  }

  /// Whether there are, or were, so few people that a share of them says little.
  var isOfFewPeople: Bool {
    guard case .count(let now) = value, case .count(let before) = before else { return false }
    return now != before && min(now, before) < 30
  }

  /// Whether there was none before, so that no share tells how much more it is.
  var isFirst: Bool { before.magnitude == 0 && change == DisplayFormat.unknown }

  /// Nil for equal, unknown, few cases, or none before.
  var isBetter: Bool? {
    guard !isSmall, !isFirst, let now = value.magnitude, let before = before.magnitude,
      now != before
    else { return nil }
    return (now > before) == isGoodUp
  }
}

extension Figures {
  /// MRR, subscribers, revenue, trial conversion, churn, and the budget or ARR.
  package var headlines: [Headline] {
    [
      state("MRR", "mrr", Daily.mrr, withMark("ARR \(shown(daily(Daily.arr).last()))")),
      state(
        "Paying subscribers", "paying_subscribers", Daily.subscribers,
        withMark(
          "\(shown(daily(Daily.setToCancel).last())) set to cancel, "
            + "\(payingInGrace) in a grace period")),
      revenueHeadline, conversionHeadline, churnHeadline, budgetHeadline,
    ]
  }

  /// Those who are in MRR; not told in a shared report, whose lists of people are empty.
  private var payingInGrace: String {
    hiddenBelow == nil
      ? grouped(Int64(stake(.grace).people)) : DisplayFormat.unknown
  }

  /// MRR against what was planned for the end of the month; ARR where nothing is planned.
  private var budgetHeadline: Headline {
    let budgets = budgets(.mrr)
    guard let month = budgets.last, let planned = month[Budgets.budget] else {
      var arr = state("ARR", "arr", Daily.arr, "12 × MRR")
      // It moves as MRR does, which stands beside it.
      (arr.before, arr.comparison, arr.isComparable) = (.missing, "changes as MRR does", false)
      return arr
    }
    let before = budgets.dropLast().last
    return Headline(
      name: "MRR against budget", metric: "mrr_budget_ratio", value: month.cell(Budgets.attainment),
      before: before?.cell(Budgets.attainment) ?? .missing,
      comparison: before?[Budgets.month].map(DisplayFormat.monthAndYear) ?? "the month before",
      detail: "of \(shown(planned)) by \(DisplayFormat.shortDay(asOf.month.lastDay))",
      isGoodUp: true,
      history: budgets.suffix(13).map { $0.magnitude(Budgets.attainment) },
      historySpan: counted(Int64(min(13, budgets.count)), "month"))
  }

  /// From which day on there is something of so many days before; nil where there is by now.
  private func begins(after days: Int) -> String? {
    guard let first = firstDay?.advanced(by: days), first > asOf else { return nil }
    return "comparable from \(DisplayFormat.shortDay(first)) on"
  }

  private func daily(_ column: any ReportColumn<Daily>) -> DailySeries {
    DailySeries(self) { $0.cell(column) }
  }

  private func state(
    _ name: String, _ metric: String, _ column: any ReportColumn<Daily>, _ detail: String
  ) -> Headline {
    let series = daily(column)
    return Headline(
      name: name, metric: metric, value: series.last(), before: series.last(ago: 30),
      comparison: begins(after: 30) ?? "30 days ago",
      isComparable: begins(after: 30) == nil, detail: detail, isGoodUp: true,
      history: series.cells.suffix(FirstScreen.days).map(\.magnitude),
      historySpan: counted(Int64(min(FirstScreen.days, series.cells.count)), "day"))
  }

  private func withMark(_ detail: String) -> String {
    [detail, mrrMark].compactMap(\.self).joined(separator: "; ")
  }

  private func chargesNote(_ charges: DailySeries) -> String {
    if hiddenBelow != nil { return "days are not shown to others" }
    if charges.cells.count < 30 { return "not 30 days yet" }
    let sum = charges.sum(30)
    return "\(shown(sum)) charge\(sum.magnitude == 1 ? "" : "s")"
  }

  private var revenueHeadline: Headline {
    let (revenue, charges) = (daily(Daily.netRevenue), daily(Daily.charges))
    return Headline(
      name: "Net revenue, 30 days", metric: "net_revenue_30d", value: revenue.sum(30),
      before: revenue.sum(30, ago: 30), comparison: begins(after: 59) ?? "the 30 days before",
      isComparable: begins(after: 59) == nil,
      detail: [
        chargesNote(charges),
        budgetNote(.netRevenue), revenueMark,
      ].compactMap(\.self).joined(separator: "; "), isGoodUp: true,
      history: revenue.slidingSums(of: 30, every: 7, 13))
  }

  /// Of the trials that were to end in the last 28 days that are settled: what the alert judges.
  private var conversionHeadline: Headline {
    let ends = TrialEnds(self)
    let (last, before) = (ends.window(ago: 0), ends.window(ago: TrialEnds.days))
    return Headline(
      name: "Trial conversion, 28 days", metric: "trial_conversion_28d_ratio", value: last.rate,
      before: before.rate, comparison: "the 28 days before",
      detail: detail(last),
      isGoodUp: true, history: ends.history, isSmall: min(last.matured, before.matured) < 30)
  }

  private func detail(_ ends: TrialEnds.Window) -> String {
    if ends.isHidden { return DisplayFormat.tooFew }
    guard ends.matured > 0 else {
      return "no trial was due to end \(DisplayFormat.days(ends.days))"
    }
    return "\(grouped(ends.converted)) of \(grouped(ends.matured)) "
      + "trials due to end \(DisplayFormat.days(ends.days))"
  }

  /// Of customers in the trailing 30 days, and the whole months up to them.
  private var churnHeadline: Headline {
    let rows = rows(of: Churn.self).totals
    let trailing = rows.first { $0[Churn.month] == Churn.trailing }
    let before = rows.first { $0[Churn.month] == Churn.previous }
    let months = rows.filter { $0.calendarMonth.map { $0 < asOf.month } ?? false }
    let detail = trailing.map { row in
      row[Churn.openingCustomers] == 0
        ? "nobody paid 30 days ago"
        : "\(shown(row.cell(Churn.churnedCustomers))) of the "
          + "\(shown(row.cell(Churn.openingCustomers))) paying 30 days ago"
    }
    return Headline(
      name: "Churn, 30 days", metric: "churn_30d_ratio",
      value: trailing?.cell(Churn.churnRate) ?? .missing,
      before: before?.cell(Churn.churnRate) ?? .missing,
      comparison: begins(after: 60) ?? "the 30 days before",
      isComparable: begins(after: 60) == nil, detail: detail ?? "", isGoodUp: false,
      history: months.suffix(12).map { $0.magnitude(Churn.churnRate) }
        + [trailing?.magnitude(Churn.churnRate)],
      historySpan: "\(counted(Int64(min(12, months.count)), "month")) and 30 days",
      isSmall: [trailing, before].contains {
        ($0?.integer(Churn.openingCustomers) ?? 0) < 30
      })
  }
}

/// A figure of every day up to the as-of day, and sums over its last days.
struct DailySeries {
  let cells: [Cell]

  /// `cell` makes the figure of a day from its row.
  init(_ figures: Figures, _ cell: (Row<Daily>) -> Cell) {
    cells = figures.rows(of: Daily.self).map(cell)
  }

  /// The value at the end of the last day, or of a day so long ago.
  func last(ago: Int = 0) -> Cell {
    cells.count > ago ? cells[cells.count - 1 - ago] : .missing
  }

  /// Over `days` days that end `ago` days before the last; missing unless all are there.
  func sum(_ days: Int, ago: Int = 0) -> Cell {
    let end = cells.count - ago
    guard days > 0, end - days >= 0 else { return .missing }
    return .sum(cells[(end - days)..<end])
  }

  /// The sums over `days` days that end today, a step of days ago, two steps …; oldest first.
  func slidingSums(of days: Int, every step: Int, _ count: Int) -> [Double?] {
    (0..<count).reversed().map { sum(days, ago: step * $0).magnitude }
  }
}

/// What happened in the last day, week and month, one line a figure.
struct PeriodLine {
  var name: String
  var day: Cell
  var week: Cell
  var weekBefore: Cell
  var month: Cell
  var monthBefore: Cell
  var toDate: Cell

  init(
    _ name: String, _ column: any ReportColumn<DailyPeriods>, _ periods: Rows<DailyPeriods>
  ) {
    func cell(_ period: DailyPeriods.Period) -> Cell {
      periods.first { $0.text(DailyPeriods.period) == period.rawValue }?.cell(column) ?? .missing
    }
    self.name = name
    (day, toDate) = (cell(.day), cell(.toDate))
    (week, weekBefore) = (cell(.week), cell(.weekBefore))
    (month, monthBefore) = (cell(.month), cell(.monthBefore))
  }
}

extension Figures {
  var periodLines: [PeriodLine] {
    let periods = rows(of: DailyPeriods.self)
    let lines: [(String, any ReportColumn<DailyPeriods>)] = [
      ("Net revenue", DailyPeriods.netRevenue), ("Proceeds", DailyPeriods.proceeds),
      ("Charges", DailyPeriods.charges), ("Refunds", DailyPeriods.paidBack),
      ("Refunds reversed", DailyPeriods.reversed), ("New MRR", DailyPeriods.newMRR),
      ("Churned MRR, incl. new", DailyPeriods.churnMRR),
      ("New subscribers", DailyPeriods.newSubscribers),
      ("Reactivated subscribers", DailyPeriods.reactivatedSubscribers),
      (Headline.allChurned, DailyPeriods.churnedSubscribers),
      ("Trials started", DailyPeriods.trialsStarted),
      ("Trials converted", DailyPeriods.trialsConverted),
    ]
    let hasReversals = RefundSplit(self).hasReversals
    return lines.filter { hasReversals || $0.1.name != DailyPeriods.reversed.name }
      .map { PeriodLine($0.0, $0.1, periods) }
  }
}
