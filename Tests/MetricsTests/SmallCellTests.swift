import SQLite
import Testing
import Values

@testable import Metrics

/// What may be shown to strangers.
@Suite struct SmallCellTests {
  /// Charges and net revenue of countries in one month, and their total.
  private func revenue(_ countries: KeyValuePairs<String, Int64>) -> Figures {
    let file = Revenue.schema
    let rows =
      [("all", "all", countries.reduce(0) { $0 + $1.value })]
      + countries.map { ("country", $0.key, $0.value) }
    var figures = Figures(
      asOf: Day(0), zone: "UTC", currency: "USD", version: "1", configurationHash: "")
    figures.tables = [
      file.table(
        rows.map { dimension, value, charges in
          file.columns.map { column in
            switch column.name {
            case "grain": .text("month")
            case "period": .month(Month(600))
            case "dimension": .text(dimension)
            case "value": .text(value)
            case "charges": .count(charges)
            case "net", "gross": .money(Amount(micros: charges * 10_000_000))
            default: .missing
            }
          }
        })
    ]
    return figures
  }

  private func hidden(_ figures: Figures) -> [String] {
    var figures = figures
    SmallCells(below: 5).hide(in: &figures)
    let table = figures.table("revenue")
    return table.rows.filter { $0[table.index("charges")] == .missing }.map { row in
      #expect(row[table.index("net")] == .missing && row[table.index("gross")] == .missing)
      return row[table.index("value")].text ?? ""
    }
  }

  private func shown(_ figures: Figures) -> [String] {
    var figures = figures
    SmallCells(below: 5).hide(in: &figures)
    let table = figures.table("revenue")
    return table.rows.filter { $0[table.index("charges")] != .missing }
      .compactMap { $0[table.index("value")].text }
  }

  @Test("Grants that have not matured are told by those that have: few of them are hidden")
  func unmaturedGrants() {
    var figures = revenue([:])
    let known: [[String: Int64]] = [
      ["grants": 40, "matured": 38], ["grants": 60, "matured": 30], ["grants": 50, "matured": 50],
    ]
    figures.tables = [
      ComplimentaryReasons.schema.table(
        zip(["support", "press", "beta"], known).map { reason, counts in
          ComplimentaryReasons.schema.columns.map { column in
            column.name == "reason"
              ? .text(reason) : counts[column.name].map { .count($0) } ?? .missing
          }
        })
    ]
    SmallCells(below: 5).hide(in: &figures)
    let table = figures.table("complimentary_reasons")
    let told = table.rows.filter { $0[table.index("matured")] != .missing }
      .compactMap { $0[table.index("reason")].text }
    #expect(!told.contains("support") && told.contains("press"), "\(table.rows)")
  }

  @Test(
    "A small segment is one row with the next one, so that neither name nor subtraction tells it")
  func partner() {
    let figures = revenue(["DE": 40, "FR": 20, "LI": 2, "US": 30])
    #expect(hidden(figures) == ["(other)"])
    #expect(shown(figures) == ["all", "DE", "US"])
  }

  @Test("Small ones that are small together are hidden with one more")
  func smallTogether() {
    #expect(shown(revenue(["DE": 40, "FR": 20, "LI": 2, "SM": 1])) == ["all", "DE"])
    #expect(shown(revenue(["DE": 40, "FR": 20, "LI": 4, "SM": 4])) == ["all", "DE", "FR"])
  }

  @Test("Nothing is hidden where nothing is small; nobody at all is no secret")
  func nothingSmall() {
    #expect(hidden(revenue(["DE": 40, "FR": 20, "LI": 0])) == ["(other)"])
    #expect(hidden(revenue(["LI": 3])) == ["all", "(other)"])
  }

  @Test("A sum that one payer dominates is hidden with what it could be found from")
  func dominance() throws {
    let database = try Database(path: ":memory:")
    try database.execute(
      """
      CREATE TABLE charge (customer INTEGER, number INTEGER, day INTEGER, gross INTEGER);
      CREATE TABLE coverage (mrr INTEGER);
      INSERT INTO charge VALUES (1, 0, \(Month(600).firstDay.number), 190000000)
      """)
    let payers = try PayerBounds(database, asOf: Day(40_000))
    var figures = revenue(["DE": 40, "FR": 20])
    SmallCells(below: 5, payers: payers).hide(in: &figures)
    let table = figures.table("revenue")
    let net = table.rows.map { $0[table.index("net")] }
    #expect(net == [.money(Amount(micros: 600_000_000)), .missing, .missing])
    #expect(table.rows.map { $0[table.index("charges")] } == [.count(60), .count(40), .count(20)])
  }

  @Test("Lists of people are left out")
  func lists() {
    var figures = revenue(["DE": 40])
    figures.tables.append(
      Subscribers.schema.table([Subscribers.schema.columns.map { _ in .missing }]))
    SmallCells(below: 5).hide(in: &figures)
    #expect(figures.table("subscribers").rows.isEmpty)
    #expect(figures.hiddenBelow == 5)
  }

  @Test("Every count of people is in a block of its table, and blocks name columns that are there")
  func everyCount() {
    for table in ReportSchema.all where !table.blocks.isEmpty {
      let known = Set(table.blocks.flatMap(\.columns))
      #expect(known.subtracting(table.columns.map(\.name)) == [], "\(table.name)")
      for column in table.columns where column.isCountOfPeople {
        #expect(known.contains(column.name), "\(table.name).\(column.name)")
      }
    }
  }
}
