import SQLite
import Settings
import Timeline

/// The derived tables: what the fold makes of the events. They stand in the database itself for
/// everybody, and in temporary tables of the same names, which hide those, for the report of one
/// segment and for the customers behind a figure.
enum Derived {
  enum Place: String { case main, temp }

  private static let schema =
    (CustomerTable.allCases.map(\.schema) + FactTable.allCases.map(\.schema))
    .joined(separator: "\n") + String(decoding: PackageResources.derived_sql, as: UTF8.self)

  /// SQL in which a line with `{dimension}` stands for one of each dimension of customers.
  private static func withDimensions(_ resource: [UInt8]) -> String {
    let lines = String(decoding: resource, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.flatMap(repeated).joined(separator: "\n")
  }

  private static func repeated(_ line: Substring) -> [String] {
    guard line.contains("{dimension}"), !line.hasPrefix("--") else { return [String(line)] }
    return Dimension.ofCustomers.map { String(line).replacing("{dimension}", with: $0.name) }
  }

  /// Makes the tables anew, empty and without indexes.
  static func create(_ place: Place, in database: Database) throws {
    if place == .main {
      for table in tables { try database.execute("DROP TABLE IF EXISTS main.\(table)") }
    }
    if place == .temp { try database.execute(temporaryCache + members) }
    let create = place == .temp ? "CREATE TEMP TABLE " : "CREATE TABLE "
    try database.execute(schema.replacing("CREATE TABLE ", with: create))
    if place == .main { try createViews(in: database) }
  }

  /// The views, which follow the columns of the derived tables. Views of somebody else stay.
  private static func createViews(in database: Database) throws {
    let views = withDimensions(PackageResources.views_sql)
      .replacing(
        "{coverage_kind}", with: named(CoverageKind.allCases.map { ($0.rawValue, $0.name) })
      )
      .replacing(
        "{coverage_stop}", with: named(Coverage.Stop.allCases.map { ($0.rawValue, "\($0)") }))
    for definition in views.split(separator: "CREATE VIEW ").dropFirst() {
      guard let name = definition.split(whereSeparator: \.isWhitespace).first else { continue }
      try database.execute("DROP VIEW IF EXISTS main.\(name)")
    }
    try database.execute(views)
  }

  /// The branches of a CASE that gives numbers their names.
  private static func named(_ names: [(number: Int64, name: String)]) -> String {
    names.map { "WHEN \($0.number) THEN '\($0.name)'" }.joined(separator: " ")
  }

  /// Makes the indexes: after a fold of everything, which is faster than to keep them up.
  static func index(_ place: Place, in database: Database) throws {
    try database.execute(
      """
      CREATE INDEX \(place).coverage_mrr ON coverage (end_day, start_day, mrr) WHERE mrr > 0;
      CREATE INDEX \(place).charge_price ON charge (product, currency, original_price)
        WHERE original_price > 0;
      """)
    if place == .main {
      try database.execute(
        "CREATE INDEX IF NOT EXISTS customer_member_customer ON customer_member (customer)")
    }
    try SharedTransactions.index(place, in: database)
  }

  /// SQLite's own 2 MB would have large tables written to a file and read many times.
  private static let temporaryCache = "PRAGMA temp.cache_size = -65536;"

  /// Who was one customer as of a segment's report; hides the table of the last fold.
  private static let members = """
    CREATE TEMP TABLE customer_member (user INTEGER PRIMARY KEY, customer INTEGER NOT NULL) STRICT
    """

  /// Tells apart the columns of the derived tables: a fold of other columns does not stand.
  static let schemaHash = {
    var fingerprint = Fingerprint()
    fingerprint.add("schema", schema)
    return fingerprint.hash
  }()

  /// All that decides about derived tables, besides events and rates.
  static func foldedBy(_ rulesHash: String) -> String { "\(rulesHash)-\(schemaHash)" }

  static var tables: [String] {
    CustomerTable.allCases.map(\.name) + FactTable.allCases.map(\.name) + [
      "shared_transaction", "transaction_link", "foreign_refund", "latency_day", "control_total",
    ]
  }
}

extension FactTable {
  var keyColumns: [String] {
    [isGrained ? "grain" : nil, keys.first.name, keys.second?.name, "segment"].compactMap(\.self)
  }

  /// In the order of reports' look-ups: second positions of a segment together.
  private var keyOrder: [String] {
    [isGrained ? "grain" : nil, keys.first.name, "segment", keys.second?.name].compactMap(\.self)
  }

  fileprivate var schema: String {
    let columns = (keyColumns + measures).map { "  \($0) INTEGER NOT NULL," }
    return """

      CREATE TABLE \(name) (
      \(columns.joined(separator: "\n"))
        PRIMARY KEY (\(keyOrder.joined(separator: ", ")))
      ) STRICT, WITHOUT ROWID;

      """
  }

  var columnCount: Int { keyColumns.count + measures.count }

  /// Adds rows of sums to an empty table.
  func insertion(in place: Derived.Place, of database: Database) throws -> BulkInsertion {
    let columns = keyColumns + measures
    return try BulkInsertion(
      database, into: "\(place).\(name) (\(columns.joined(separator: ", ")))",
      width: columns.count)
  }

  /// Adds a row of sums to the row of the same key, if there is one.
  func upsert(in place: Derived.Place) -> String {
    let columns = keyColumns + measures
    let updates = measures.map { "\($0) = \($0) + excluded.\($0)" }
    return """
      INSERT INTO \(place).\(name) (\(columns.joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      ON CONFLICT DO UPDATE SET \(updates.joined(separator: ", "))
      """
  }

  /// Removes one row, by its key columns, if it came to nothing.
  func removal(in place: Derived.Place) -> String {
    let isMeant = keyColumns.map { "\($0) = ?" } + measures.map { "\($0) = 0" }
    return "DELETE FROM \(place).\(name) WHERE \(isMeant.joined(separator: " AND "))"
  }
}
