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

  /// Bounds by one payment, in the month of ``revenue(_:)``.
  private func payers(_ gross: Int64) throws -> PayerBounds {
    let database = try Database(path: ":memory:")
    try database.execute(
      """
      CREATE TABLE charge (customer INTEGER, number INTEGER, day INTEGER, gross INTEGER);
      CREATE TABLE coverage (mrr INTEGER);
      INSERT INTO charge VALUES (1, 0, \(Month(600).firstDay.number), \(gross))
      """)
    return try PayerBounds(database, asOf: Day(40_000))
  }

  /// Everybody pays the same.
  private func hide(_ figures: inout Figures) throws {
    SmallCells(below: 5, payers: try payers(10_000_000)).hide(in: &figures)
  }

  private func hidden(_ figures: Figures) throws -> [String] {
    var figures = figures
    try hide(&figures)
    let table = figures.table("revenue")
    return table.rows.filter { $0[table.index("charges")] == .missing }.map { row in
      #expect(row[table.index("net")] == .missing && row[table.index("gross")] == .missing)
      return row[table.index("value")].text ?? ""
    }
  }

  private func shown(_ figures: Figures) throws -> [String] {
    var figures = figures
    try hide(&figures)
    let table = figures.table("revenue")
    return table.rows.filter { $0[table.index("charges")] != .missing }
      .compactMap { $0[table.index("value")].text }
  }

  @Test("Grants that have not matured are told by those that have: where few are, these are hidden")
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
    #expect(table.rows.allSatisfy { $0[table.index("matured")] == .missing })
    #expect(table.rows.map { $0[table.index("grants")] } == [.count(40), .count(60), .count(50)])
  }

  @Test(
    "A small segment is left out with the next one, so that neither name nor subtraction tells it")
  func partner() throws {
    let figures = revenue(["DE": 40, "FR": 20, "LI": 2, "US": 30])
    #expect(try hidden(figures) == [])
    #expect(try shown(figures) == ["all", "DE", "US"])
  }

  @Test("Small ones that are small together are hidden with one more")
  func smallTogether() throws {
    #expect(try shown(revenue(["DE": 40, "FR": 20, "LI": 2, "SM": 1])) == ["all", "DE"])
    #expect(try shown(revenue(["DE": 40, "FR": 20, "LI": 4, "SM": 4])) == ["all", "DE", "FR"])
  }

  @Test("Nothing is hidden where nothing is small; nobody at all is no secret")
  func nothingSmall() throws {
    #expect(try shown(revenue(["DE": 40, "FR": 20, "LI": 0])) == ["all", "DE", "FR"])
    #expect(try hidden(revenue(["LI": 3])) == ["all"])
  }

  @Test("A sum that four payers could have paid is hidden with what it could be found from")
  func dominance() throws {
    let payers = try payers(100_000_000)
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

  @Test("Every count of people and every sum of their money can be hidden")
  func everyFigure() {
    for schema in ReportSchema.all where schema.privacy == .figures {
      let columns = SharedColumns(schema)
      for isSegment in [false, true] {
        let hidden = columns.units(ofSegment: isSegment).flatMap(\.columns)
        #expect(hidden.sorted() == (columns.counts + columns.amounts).sorted(), "\(schema.name)")
      }
    }
  }

  @Test("Counts of some of those whom another column counts are columns that there are")
  func wholes() {
    for (part, whole) in TableRule.wholes {
      let isThere = ReportSchema.all.contains {
        $0.column(part) != nil && $0.column(whole) != nil
      }
      #expect(isThere, "\(part) of \(whole)")
    }
  }

  // MARK: - Columns

  private func shared(_ schema: TableSchema, _ rows: [[String: Cell]]) -> Table {
    var figures = revenue([:])
    figures.tables = [
      schema.table(rows.map { row in schema.columns.map { row[$0.name] ?? .missing } })
    ]
    SmallCells(below: 5).hide(in: &figures)
    return figures.table(schema.name)
  }

  private func segment(_ dimension: String, _ value: String, _ counts: [String: Int64])
    -> [String: Cell]
  {
    counts.mapValues { .count($0) }.merging(
      ["dimension": .text(dimension), "value": .text(value), "month": .text("2025-12")]
    ) { first, _ in first }
  }

  @Test("Of the total only the parts of a sum are hidden; of a segment all counts that add up")
  func parts() {
    let counts: [String: Int64] = [
      "opening_customers": 90, "churned_customers": 20, "voluntary": 17, "billing": 3,
    ]
    let table = shared(
      Churn.schema, [segment("all", "all", counts), segment("country", "DE", counts)])
    #expect(table.rows.count == 1)
    let total = Rows<Churn>(table)[0]
    #expect(total[Churn.openingCustomers] == 90 && total[Churn.churnedCustomers] == 20)
    #expect(total[Churn.voluntary] == nil && total[Churn.billing] == nil)
  }

  @Test("Where few are left, the parts of who went are hidden, too")
  func partsOfHiddenSum() {
    let table = shared(
      Churn.schema,
      [
        segment(
          "all", "all",
          ["opening_customers": 20, "churned_customers": 17, "voluntary": 10, "billing": 7])
      ])
    let total = Rows<Churn>(table)[0]
    #expect(total[Churn.openingCustomers] == 20)
    #expect(total[Churn.churnedCustomers] == nil && total[Churn.voluntary] == nil)
  }

  @Test("Rows by two names are left out where one of them has rows of its own")
  func crossed() {
    let row = { (channel: String, campaign: String, customers: Int64) -> [String: Cell] in
      [
        "month": .month(Month(600)), "channel": .text(channel), "campaign": .text(campaign),
        "customers": .count(customers),
      ]
    }
    let table = shared(
      AcquisitionCost.schema,
      [
        row("all", "all", 90), row("ads", "all", 60), row("ads", "spring", 50),
        row("tv", "all", 30),
      ]
    )
    #expect(Rows<AcquisitionCost>(table).map { $0[AcquisitionCost.customers] } == [90, 60, 30])
  }

  @Test("Of ages a run without a gap is shown")
  func ages() {
    let rows = [(0, 90), (1, 89), (2, 60), (3, 50), (4, 4)].map { age, retained in
      segment("all", "all", ["age": Int64(age), "customers": 90, "retained": Int64(retained)])
        .merging(["cohort": .month(Month(600))]) { first, _ in first }
    }
    let table = Rows<Retention>(shared(Retention.schema, rows))
    #expect(table.map { $0[Retention.retained] } == [nil, nil, 60, 50, nil])
    #expect(table.map { $0[Retention.customers] } == [nil, nil, 90, 90, nil])
  }
}
