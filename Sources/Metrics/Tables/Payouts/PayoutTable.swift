import SQLite
import Settings
import Values

/// Fills `payouts.csv`: proceeds by the stores' own months, what is expected, and what came.
struct PayoutTable {
  typealias Daily = [Day: Amount]

  /// Months that are shown before the running one.
  private static let past = 13
  /// Payouts that are shown before they come.
  private static let ahead = 3
  /// Days that the mean is of, and that the spread is of.
  private static let meanDays = 28
  private static let spreadDays = 56
  /// The standard normal deviate of an 80 % interval.
  private static let deviate = 1.2816

  /// Payouts whose delay says when the next ones come, and how many it takes.
  private static let delaysAtMost = 6
  private static let delaysAtLeast = 3
  /// Days before the as-of day in which those are looked for.
  private static let delayDays = 400

  private let scope: ReportScope
  private let proceeds: [PayoutCalendar.Store: Daily]

  init(_ database: Database, _ scope: ReportScope) throws {
    self.scope = scope
    var proceeds: [PayoutCalendar.Store: Daily] = [:]
    for store in PayoutCalendar.Store.allCases where scope.settings.payouts != nil {
      proceeds[store] = try Self.proceeds(of: store, in: database)
    }
    self.proceeds = proceeds
  }

  private static func proceeds(of store: PayoutCalendar.Store, in database: Database) throws
    -> Daily
  {
    let names = store.platforms.map { "'\($0)'" }.joined(separator: ", ")
    let rows = try database.rows(
      """
      SELECT f.position, sum(f.gross_revenue - f.refunded - f.tax - f.commission)
      FROM report_run AS r
      INNER JOIN fact_day AS f ON r.run = 1 AND f.grain = 0 AND f.position <= r.as_of_day
      INNER JOIN segment AS g ON g.id = f.segment
      WHERE f.segment / 4294967296 = \(Dimension.platform.rawValue) AND lower(g.value) IN (\(names))
      GROUP BY f.position
      """
    ) { (Day(Int($0.integer(0))), Amount(micros: $0.integer(1))) }
    return Daily(rows, uniquingKeysWith: +)
  }

  var table: Table {
    Payouts.table(
      PayoutCalendar.Store.allCases.flatMap { store in
        guard let calendar = scope.settings.payouts, let daily = proceeds[store], !daily.isEmpty
        else {
          return [RowBuilder<Payouts>]()
        }
        let delay = usualDelay(of: store, calendar)
        return months(of: store, calendar, delay).map { row($0, delay, daily) }
      })
  }

  private func months(
    of store: PayoutCalendar.Store, _ calendar: PayoutCalendar, _ delay: Int?
  ) -> [PayoutCalendar.FiscalMonth] {
    let all = calendar.months(
      of: store, in: scope.firstDay...scope.asOf.advanced(by: 31 * (Self.ahead + 1)))
    let past = all.filter { $0.days.upperBound < scope.asOf }
    let coming = all.filter { $0.days.upperBound >= scope.asOf }
    let due = past.filter { isExpected($0, delay) }.count
    return past.suffix(Self.past) + coming.prefix(max(1, Self.ahead - due))
  }

  /// Not paid, and within the store's usual delay, or the configured one.
  private func isExpected(_ month: PayoutCalendar.FiscalMonth, _ delay: Int?) -> Bool {
    paid(month) == nil && max(month.payDay, payDay(month, delay)) > scope.asOf
  }

  /// The day on which the store is expected to pay, or was, where it has.
  private func payDay(_ month: PayoutCalendar.FiscalMonth, _ delay: Int?) -> Day {
    guard let delay, paid(month) == nil else { return month.payDay }
    return month.days.upperBound.advanced(by: delay)
  }

  /// In days from a month's end: the lower median of the newest. Nil of too few.
  private func usualDelay(of store: PayoutCalendar.Store, _ calendar: PayoutCalendar) -> Int? {
    let days = scope.asOf.advanced(by: -Self.delayDays)...scope.asOf
    let delays = calendar.months(of: store, in: days).compactMap { month in
      paid(month).map { month.days.upperBound.distance(to: $0.paidOn) }
    }.suffix(Self.delaysAtMost).sorted()
    return delays.count < Self.delaysAtLeast ? nil : delays[(delays.count - 1) / 2]
  }

  /// What had come for a month by the as-of day.
  private func paid(_ month: PayoutCalendar.FiscalMonth) -> PaidOut.Row? {
    scope.paidOut.row(month.store, month.month).flatMap { $0.paidOn <= scope.asOf ? $0 : nil }
  }

  private func row(_ month: PayoutCalendar.FiscalMonth, _ delay: Int?, _ daily: Daily)
    -> RowBuilder<Payouts>
  {
    let known = sum(daily, month.days)
    let isOver = month.days.upperBound <= scope.asOf
    let paid = paid(month)
    var row = RowBuilder<Payouts>()
    row[Payouts.store] = month.store.rawValue
    row[Payouts.month] = month.month
    row[Payouts.firstDay] = month.days.lowerBound
    row[Payouts.lastDay] = month.days.upperBound
    row[Payouts.proceeds] = known
    row[Payouts.payDay] = payDay(month, delay)
    let forecast = isExpected(month, delay) ? forecast(month, known, daily) : nil
    (row[Payouts.low], row[Payouts.expected], row[Payouts.high]) = (
      forecast?.low, forecast?.expected, forecast?.high
    )
    row[Payouts.paid] = paid?.amount
    row[Payouts.paidOn] = paid?.paidOn
    row[Payouts.difference] = isOver ? paid.map { $0.amount - known } : nil
    row[Payouts.complete] = isOver
    return row
  }

  private func sum(_ daily: Daily, _ days: ClosedRange<Day>) -> Amount {
    days.reduce(Amount.zero) { $0 + (daily[$1] ?? .zero) }
  }

  /// Nil where days are to come and the log is too young to say how they vary.
  private func forecast(
    _ month: PayoutCalendar.FiscalMonth, _ known: Amount, _ daily: Daily
  ) -> (low: Amount, expected: Amount, high: Amount)? {
    let left = month.days.filter { $0 > scope.asOf }.count
    guard left > 0 else { return (known, known, known) }
    guard scope.firstDay.distance(to: scope.asOf) + 1 >= Self.spreadDays else { return nil }
    let recent = sum(daily, scope.asOf.advanced(by: 1 - Self.meanDays)...scope.asOf)
    let expected = known + recent.times(Fraction(Int64(left), over: Int64(Self.meanDays)))
    let width = Self.deviate * deviation(daily) * Double(left).squareRoot()
    let half = Amount(micros: Int64(width.rounded()))
    return (expected - half, expected, expected + half)
  }

  /// The standard deviation of a day's proceeds, in micro-units.
  private func deviation(_ daily: Daily) -> Double {
    let days = scope.asOf.advanced(by: 1 - Self.spreadDays)...scope.asOf
    let values = days.map { Double((daily[$0] ?? .zero).micros) }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }
}
