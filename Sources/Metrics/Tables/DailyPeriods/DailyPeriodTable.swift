import Values

/// Makes `daily_periods.csv` of the tables of days: as they are, or as a shared report shows them.
package struct DailyPeriodTable {
  private let days: [Row<Daily>]
  private let refunds: [Day: Row<Refunds>]

  package init(_ figures: Figures) {
    days = Array(figures.rows(of: Daily.self))
    let rows = figures.rows(of: Refunds.self).where(Refunds.grain, is: "day")
      .where(Refunds.dimension, is: "all")
    refunds = Dictionary(
      firstOf: rows.compactMap { row in row[Refunds.period]?.day.map { ($0, row) } })
  }

  /// Nothing before the first day of the log.
  package var table: Table {
    guard let last = days.last?[Daily.date] else { return DailyPeriods.table([]) }
    return DailyPeriods.table(DailyPeriods.Period.allCases.map { row($0, last) })
  }

  /// How many days it has, and how many lie behind it; the month's begin with the log.
  private func length(_ period: DailyPeriods.Period, _ last: Day) -> (days: Int, ago: Int) {
    switch period {
    case .day: (1, 0)
    case .week: (7, 0)
    case .weekBefore: (7, 7)
    case .month: (30, 0)
    case .monthBefore: (30, 30)
    case .toDate: (min(days.count, Int(last.civil.day)), 0)
    }
  }

  private func row(_ period: DailyPeriods.Period, _ last: Day) -> RowBuilder<DailyPeriods> {
    let (length, ago) = length(period, last)
    let end = days.count - ago
    let rows = end - length >= 0 ? days[(end - length)..<end] : []
    var row = RowBuilder<DailyPeriods>()
    row[DailyPeriods.period] = period.rawValue
    row[DailyPeriods.firstDay] = last.advanced(by: 1 - length - ago)
    row[DailyPeriods.lastDay] = last.advanced(by: -ago)
    row[DailyPeriods.netRevenue] = amount(rows, Daily.netRevenue)
    row[DailyPeriods.proceeds] = amount(rows, Daily.proceeds)
    row[DailyPeriods.charges] = count(rows, Daily.charges)
    row[DailyPeriods.paidBack] = amount(rows, Refunds.paidBack)
    row[DailyPeriods.reversed] = amount(rows, Refunds.reversed)
    row[DailyPeriods.newMRR] = amount(rows, Daily.newMRR)
    row[DailyPeriods.churnMRR] = amount(rows, Daily.churnMRR)
    row[DailyPeriods.newSubscribers] = count(rows, Daily.newSubscribers)
    row[DailyPeriods.reactivatedSubscribers] = count(rows, Daily.reactivatedSubscribers)
    row[DailyPeriods.churnedSubscribers] = count(rows, Daily.churnedSubscribers)
    row[DailyPeriods.trialsStarted] = count(rows, Daily.trialsStarted)
    row[DailyPeriods.trialsConverted] = count(rows, Daily.trialsConverted)
    return row
  }

  private func amount(_ rows: ArraySlice<Row<Daily>>, _ column: Column<Daily, Amount>) -> Amount? {
    sum(rows) { $0[column]?.micros }.map { Amount(micros: $0) }
  }

  private func count(_ rows: ArraySlice<Row<Daily>>, _ column: Column<Daily, Int64>) -> Int64? {
    sum(rows) { $0[column] }
  }

  /// A day without a row has no refunds; where their difference is hidden, so are they.
  private func amount(
    _ rows: ArraySlice<Row<Daily>>, _ column: Column<Refunds, Amount>
  ) -> Amount? {
    sum(rows) { day in
      guard day[Daily.refunded] != nil, let date = day[Daily.date] else { return nil }
      return refunds[date].map { $0[column]?.micros } ?? 0
    }.map { Amount(micros: $0) }
  }

  /// Missing unless all days are there.
  private func sum(
    _ rows: ArraySlice<Row<Daily>>, _ value: (Row<Daily>) -> Int64?
  ) -> Int64? {
    let values = rows.compactMap(value)
    return rows.isEmpty || values.count < rows.count ? nil : values.reduce(0, +)
  }
}
