import Metrics
import Testing
import Values

@testable import Reports

@Suite struct RefundTests {
  /// May, in which a tenth of the refunds was undone, and the month before.
  @Test func refundsAndReversalsStandApart() throws {
    let figures = Fixture.figures
    let table = figures.revenueTable(2)
    #expect(Array(table.header[3...4]) == ["Refunds", "Reversed"])
    #expect(table.rows.map { $0[4] == "$0.00" } == [true, false])
    let lines = figures.periodLines.filter { $0.name.hasPrefix("Refund") }
    #expect(lines.map(\.name) == ["Refunds", "Refunds reversed"])
    let net = DailySeries(figures) { $0.cell(Daily.refunded) }.sum(30).amount ?? .zero
    let (back, undone) = (lines[0].month.amount ?? .zero, lines[1].month.amount ?? .zero)
    #expect(back > net && undone > .zero && back - undone == net)
  }

  /// A day on which more was undone than paid back: neither figure is negative.
  @Test func nothingIsNegative() {
    var figures = Fixture.empty
    let day = Fixture.empty.asOf
    let key: [Cell] = [.text("day"), .day(day), .text("all"), .text("all")]
    let undone = Cell.money(Amount(micros: 510_000))
    figures.tables = [
      Daily.schema.table([[.day(day)] + Array(repeating: .money(.zero), count: 28)]),
      Refunds.schema.table([
        key + [.count(0), .money(.zero), .count(1), undone, .money(Amount(micros: -510_000))]
      ]),
    ]
    figures.tables.append(DailyPeriodTable(figures).table)
    let lines = figures.periodLines.filter { $0.name.hasPrefix("Refund") }
    #expect(lines.map(\.day) == [.money(.zero), undone])
    #expect(!figures.periodLines.contains { $0.name == "Refunded" })
  }

  @Test func whereTheDifferenceIsHiddenSoAreItsParts() {
    var revenue = Fixture.revenue.totals
    revenue.rows = [revenue.rows[200]]
    revenue.rows[0][revenue.index("refunded")] = .missing
    let split = RefundSplit(Fixture.figures).split(
      revenue, of: revenue.rows.map { Row(cells: $0) })
    #expect(split.rows[0][split.index("paid_back")] == .missing)
    #expect(split.rows[0][split.index("reversed")] == .missing)
    #expect(split.rows[0].count == split.columns.count)
  }
}
