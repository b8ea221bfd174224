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
    row[DailyPeriods.netRevenue] = rows.pooled(Daily.netRevenue)
    row[DailyPeriods.proceeds] = rows.pooled(Daily.proceeds)
    row[DailyPeriods.charges] = rows.pooled(Daily.charges)
    row[DailyPeriods.paidBack] = amount(rows, Refunds.paidBack)
    row[DailyPeriods.reversed] = amount(rows, Refunds.reversed)
    row[DailyPeriods.newMRR] = rows.pooled(Daily.newMRR)
    row[DailyPeriods.churnMRR] = rows.pooled(Daily.churnMRR)
    row[DailyPeriods.newSubscribers] = rows.pooled(Daily.newSubscribers)
    row[DailyPeriods.reactivatedSubscribers] = rows.pooled(Daily.reactivatedSubscribers)
    row[DailyPeriods.churnedSubscribers] = rows.pooled(Daily.churnedSubscribers)
    row[DailyPeriods.trialsStarted] = rows.pooled(Daily.trialsStarted)
    row[DailyPeriods.trialsConverted] = rows.pooled(Daily.trialsConverted)
    return row
  }

  /// A day without a row has no refunds; where their difference is hidden, so are they.
  private func amount(
    _ rows: ArraySlice<Row<Daily>>, _ column: Column<Refunds, Amount>
  ) -> Amount? {
    let amounts = rows.map { day -> Cell in
      guard day[Daily.refunded] != nil, let date = day[Daily.date] else { return .missing }
      return refunds[date]?.cell(column) ?? .money(.zero)
    }
    return Cell.sum(amounts).amount
  }
}
