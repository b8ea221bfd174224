import Testing
import Values

@testable import Metrics

/// Sums over the last days.
@Suite struct DailyPeriodTests {
  private static let asOf = Month(year: 2026, month: 6).firstDay.advanced(by: 9)

  /// So many days, each with its age as charges and net revenue in units; refunds on the newest two.
  private static func figures(_ count: Int, hidden: Int? = nil) -> Figures {
    var figures = Figures(
      asOf: asOf, zone: "UTC", currency: "USD", version: "", configurationHash: "")
    let days = (0..<count).reversed().map { age -> [Cell] in
      let cells: [String: Cell] = [
        "date": .day(asOf.advanced(by: -age)), "refunded": .money(.zero),
        "charges": age == hidden ? .missing : .count(Int64(age)),
        "net_revenue": .money(Amount(micros: Int64(age) * 1_000_000)),
      ]
      return Daily.schema.columns.map { cells[$0.name] ?? .missing }
    }
    let refunds = (0..<2).map { age -> [Cell] in
      let cells: [String: Cell] = [
        "grain": .text("day"), "period": .day(asOf.advanced(by: -age)), "dimension": .text("all"),
        "value": .text("all"), "paid_back": .money(Amount(micros: 500_000)),
        "reversed": .money(Amount(micros: 200_000)),
      ]
      return Refunds.schema.columns.map { cells[$0.name] ?? .missing }
    }
    figures.tables = [Daily.schema.table(days), Refunds.schema.table(refunds)]
    return figures
  }

  private static func row(
    _ period: DailyPeriods.Period, _ figures: Figures
  ) throws -> Row<DailyPeriods> {
    let rows = Rows<DailyPeriods>(DailyPeriodTable(figures).table)
    return try #require(rows.first { $0.text(DailyPeriods.period) == period.rawValue })
  }

  @Test("A week is its seven days, and the one before the seven behind")
  func weeks() throws {
    let figures = Self.figures(61)
    #expect(try Self.row(.day, figures)[DailyPeriods.charges] == 0)
    #expect(try Self.row(.week, figures)[DailyPeriods.charges] == 21)
    let before = try Self.row(.weekBefore, figures)
    #expect(before[DailyPeriods.charges] == 70)
    #expect(before[DailyPeriods.firstDay] == Self.asOf.advanced(by: -13))
    #expect(before[DailyPeriods.lastDay] == Self.asOf.advanced(by: -7))
    #expect(
      try Self.row(.monthBefore, figures)[DailyPeriods.netRevenue]
        == Amount(micros: 1_335_000_000))
  }

  @Test("The month to date begins on its first day, or with the log")
  func month() throws {
    #expect(try Self.row(.toDate, Self.figures(61))[DailyPeriods.charges] == 45)
    let young = try Self.row(.toDate, Self.figures(4))
    #expect(young[DailyPeriods.charges] == 6)
    #expect(young[DailyPeriods.firstDay] == Self.asOf.advanced(by: -3))
  }

  @Test("Days without a row of refunds have none; a day that is missing leaves the sum empty")
  func missing() throws {
    let week = try Self.row(.week, Self.figures(8, hidden: 3))
    #expect(week[DailyPeriods.paidBack] == Amount(micros: 1_000_000))
    #expect(week[DailyPeriods.reversed] == Amount(micros: 400_000))
    #expect(week[DailyPeriods.charges] == nil)
    #expect(week[DailyPeriods.netRevenue] == Amount(micros: 21_000_000))
    #expect(try Self.row(.weekBefore, Self.figures(8))[DailyPeriods.charges] == nil)
    #expect(DailyPeriodTable(Self.figures(0)).table.rows.isEmpty)
  }
}
