import Metrics
import Values

/// One of the five figures that matter, with what it is compared with.
struct Headline {
  var name: String
  var value: Cell
  var before: Cell
  /// `30 days ago`.
  var comparison: String
  /// The numerator, denominator or period behind it.
  var detail: String
  /// Whether more is better; churn is the other way round.
  var isGoodUp: Bool
  /// Its recent history, oldest first; the last one is the value itself.
  var history: [Double?]
  /// Fewer than 30 cases: no better and no worse.
  var isSmall = false

  /// Everybody who left, besides those of the opening also who came within the period: more than
  /// the churn rate counts.
  static let allChurned = "Churned subscribers (all)"

  var change: String { Human.change(value, from: before) }

  /// True for better, false for worse, nil for equal, unknown or few cases.
  var isBetter: Bool? {
    guard !isSmall, let now = value.magnitude, let before = before.magnitude, now != before else {
      return nil
    }
    return (now > before) == isGoodUp
  }
}

extension Figures {
  /// MRR, subscribers, revenue, trial conversion, churn.
  var headlines: [Headline] {
    let daily = DailyRows(self)
    return [
      state("MRR", "mrr", daily, withMark("ARR \(shown(daily.last("arr")))")),
      state(
        "Paying subscribers", "subscribers", daily,
        withMark("\(shown(daily.last("set_to_cancel"))) set to cancel")),
      revenueHeadline(daily), conversionHeadline, churnHeadline,
    ]
  }

  private func state(
    _ name: String, _ column: String, _ daily: DailyRows, _ detail: String
  ) -> Headline {
    Headline(
      name: name, value: daily.last(column), before: daily.last(column, ago: 30),
      comparison: "30 days ago", detail: detail, isGoodUp: true,
      history: daily.rows.suffix(90).map { $0.double(column) })
  }

  private func withMark(_ detail: String) -> String {
    [detail, missingRates?.mark].compactMap(\.self).joined(separator: "; ")
  }

  private func revenueHeadline(_ daily: DailyRows) -> Headline {
    Headline(
      name: "Net revenue, 30 days", value: daily.sum("net_revenue", 30),
      before: daily.sum("net_revenue", 30, ago: 30), comparison: "the 30 days before",
      detail: [
        daily.rows.count < 30
          ? "not 30 days yet" : "\(shown(daily.sum("charges", 30))) charges",
        missingRates?.chargesMark,
      ].compactMap(\.self).joined(separator: "; "), isGoodUp: true,
      history: daily.slidingSums("net_revenue", of: 30, every: 7, 13))
  }

  /// Of the trials that were to end in the last 28 days that are settled: what the alert judges.
  private var conversionHeadline: Headline {
    let ends = TrialEnds(self)
    let (last, before) = (ends.window(ago: 0), ends.window(ago: TrialEnds.days))
    return Headline(
      name: "Trial conversion, 28 days", value: last.rate, before: before.rate,
      comparison: "the 28 days before",
      detail: last.matured > 0
        ? "\(Human.grouped(last.converted)) of \(Human.grouped(last.matured)) trials due to end "
          + Human.days(last.days) : "no trial is over yet",
      isGoodUp: true, history: ends.history, isSmall: min(last.matured, before.matured) < 30)
  }

  /// Of customers in the trailing 30 days, against the last whole month before them: a month that
  /// ends with them would be compared with itself.
  private var churnHeadline: Headline {
    let rows = totals("churn")
    let trailing = rows.first { $0.text("month") == "trailing-30d" }
    let months = rows.filter { row in
      MonthText.month(row.text("month")).map { $0.lastDay <= asOf.advanced(by: -30) } ?? false
    }
    let detail = trailing.map {
      "\(shown($0["churned_customers"])) of the \(shown($0["opening_customers"])) paying 30 days ago"
    }
    return Headline(
      name: "Churn, 30 days", value: trailing?["churn_rate"] ?? .missing,
      before: months.last?["churn_rate"] ?? .missing,
      comparison: months.last.flatMap { MonthText.month($0.text("month")) }.map(Human.monthAndYear)
        ?? "the month before", detail: detail ?? "",
      isGoodUp: false,
      history: months.suffix(12).map { $0.double("churn_rate") } + [trailing?.double("churn_rate")],
      isSmall: [trailing, months.last].contains { ($0?.int("opening_customers") ?? 0) < 30 })
  }
}

/// The daily table, and sums over its last days.
struct DailyRows {
  let rows: [Row]

  init(_ figures: Figures) { rows = figures.table("daily").named }

  /// Every day of another table.
  init(rows: [Row]) { self.rows = rows }

  /// The value at the end of the last day, or of a day so long ago.
  func last(_ column: String, ago: Int = 0) -> Cell {
    rows.count > ago ? rows[rows.count - 1 - ago][column] : .missing
  }

  /// Over `days` days that end `ago` days before the last; missing unless all are there.
  func sum(_ column: String, _ days: Int, ago: Int = 0) -> Cell {
    let end = rows.count - ago
    guard days > 0, end - days >= 0 else { return .missing }
    return .sum(rows[(end - days)..<end].lazy.map { $0[column] })
  }

  /// From the first of the as-of day's month.
  func monthToDate(_ column: String) -> Cell {
    guard let last = rows.last?["date"].day else { return .missing }
    return sum(column, min(rows.count, last.civil.day))
  }

  /// The sums over `days` days that end today, a step of days ago, two steps …; oldest first.
  func slidingSums(_ column: String, of days: Int, every step: Int, _ count: Int) -> [Double?] {
    (0..<count).reversed().map { sum(column, days, ago: step * $0).magnitude }
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

  init(_ name: String, _ column: String, _ daily: DailyRows) {
    self.name = name
    day = daily.sum(column, 1)
    week = daily.sum(column, 7)
    weekBefore = daily.sum(column, 7, ago: 7)
    month = daily.sum(column, 30)
    monthBefore = daily.sum(column, 30, ago: 30)
    toDate = daily.monthToDate(column)
  }
}

extension Figures {
  var periodLines: [PeriodLine] {
    let daily = DailyRows(self)
    func lines(_ columns: [(String, String)]) -> [PeriodLine] {
      columns.map { PeriodLine($0, $1, daily) }
    }
    return lines([
      ("Net revenue", "net_revenue"), ("Proceeds", "proceeds"), ("Charges", "charges"),
    ]) + RefundSplit(self).periodLines(daily)
      + lines([
        ("New MRR", "new_mrr"), ("Churned MRR", "churn_mrr"),
        ("New subscribers", "new_subscribers"), (Headline.allChurned, "churned_subscribers"),
        ("Trials started", "trials_started"), ("Trials converted", "trials_converted"),
      ])
  }
}
