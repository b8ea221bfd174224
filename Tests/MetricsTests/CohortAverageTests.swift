import Testing
import Values

@testable import Metrics

/// The averages on top of triangles.
@Suite struct CohortAverageTests {
  private static let january = Month(year: 2024, month: 1)

  private static func retention(
    _ months: [(customers: Int64?, retained: Int64?)], segment: (String, String) = ("all", "all")
  ) -> [[Cell]] {
    months.enumerated().map { index, counts in
      let cells: [String: Cell] = [
        "cohort": .month(january.advanced(by: index)), "dimension": .text(segment.0),
        "value": .text(segment.1), "age": .count(1),
        "customers": counts.customers.map(Cell.count) ?? .missing,
        "retained": counts.retained.map(Cell.count) ?? .missing,
        "cohort_mrr": .money(Amount(micros: 10_000_000)),
        "retained_mrr": .money(Amount(micros: 7_000_000)),
      ]
      return Retention.schema.columns.map { cells[$0.name] ?? .missing }
    }
  }

  private static func figures(_ tables: [Table]) -> Figures {
    var figures = Figures(
      asOf: Month(year: 2026, month: 6).lastDay, zone: "UTC", currency: "USD", version: "",
      configurationHash: "")
    figures.tables = tables
    return figures
  }

  private static func averages(_ rows: [[Cell]]) -> Rows<CohortAverages> {
    Rows<CohortAverages>(CohortAverageTable(figures([Retention.schema.table(rows)])).table)
  }

  @Test("It is weighted by size, and of so many cohorts and people")
  func weighted() throws {
    let rows = Self.averages(Self.retention([(30, 30), (10, 0)]))
    let average = try #require(rows.where(CohortAverages.figure, is: "retention").first)
    #expect(average[CohortAverages.rate] == Rate(millionths: 750_000))
    #expect(average[CohortAverages.cohorts] == 2 && average[CohortAverages.customers] == 40)
    let money = try #require(rows.where(CohortAverages.figure, is: "mrr_retention").first)
    #expect(money[CohortAverages.rate] == Rate(millionths: 700_000))
  }

  @Test("Fewer than 30 people have none, and neither has what is not shown")
  func few() {
    #expect(Self.averages(Self.retention([(20, 10), (9, 5)])).isEmpty)
    let hidden = Self.averages(Self.retention([(40, 20), (nil, nil), (50, nil)]))
    #expect(hidden.first?[CohortAverages.customers] == 40)
    #expect(hidden.first?[CohortAverages.rate] == Rate(millionths: 500_000))
  }

  @Test("The newest 24 months count, whatever the segment has")
  func newest() {
    let months: [(customers: Int64?, retained: Int64?)] = (0..<30).map { (100, $0 < 6 ? 100 : 50) }
    let rows = Self.averages(
      Self.retention(months) + Self.retention(Array(months.prefix(10)), segment: ("app", "a")))
    let retention = rows.where(CohortAverages.figure, is: "retention")
    #expect(retention.map { $0[CohortAverages.cohorts] } == [24, 4])
    #expect(retention.allSatisfy { $0[CohortAverages.rate] == Rate(millionths: 500_000) })
    #expect(retention.map { $0.text(CohortAverages.dimension) } == ["all", "app"])
  }

  @Test("A value is an amount per customer, rounded once")
  func values() throws {
    let rows = [(30, 100), (1, 1)].enumerated().map { index, row -> [Cell] in
      let cells: [String: Cell] = [
        "cohort": .month(Self.january.advanced(by: index)), "dimension": .text("all"),
        "value": .text("all"), "days": .count(90), "customers": .count(Int64(row.0)),
        "payers": .count(Int64(row.0)), "net_revenue": .money(Amount(micros: Int64(row.1))),
      ]
      return LTV.schema.columns.map { cells[$0.name] ?? .missing }
    }
    let table = CohortAverageTable(Self.figures([LTV.schema.table(rows)])).table
    let average = try #require(Rows<CohortAverages>(table).first)
    #expect(average[CohortAverages.amount] == Amount(micros: 3))
    #expect(average[CohortAverages.rate] == nil)
  }

  @Test("A shared report's averages are of what it shows alone")
  func shared() throws {
    let rows = Self.retention([(400, 200), (500, 300), (6, 5)])
    var figures = Self.figures([Retention.schema.table(rows)])
    figures.tables.append(CohortAverageTable(figures).table)
    SmallCells(below: 10).hide(in: &figures)
    let told = CohortAverageTable(figures).table
    #expect(figures.table(CohortAverages.self).rows == told.rows)
    let average = figures.rows(of: CohortAverages.self).first
    #expect(average.map { $0.integer(CohortAverages.customers) < 906 } ?? true)
  }
}
