import SQLite
import Timeline

/// The derived tables: what the fold makes of the events. They stand in the database itself for
/// the newest as-of day, and in temporary tables of the same names, which hide those, for a
/// report of an earlier one.
enum Derived {
  enum Place: String { case main, temp }

  /// The statements that create them.
  static func schema(_ place: Place) -> String {
    let rows = String(decoding: PackageResources.derived_sql, as: UTF8.self)
    let facts = FactTable.allCases.map(\.schema).joined(separator: "\n")
    let schema = rows + facts
    guard place == .temp else { return schema }
    return schema.replacing("CREATE TABLE ", with: "CREATE TEMP TABLE ")
      .replacing("CREATE INDEX ", with: "CREATE INDEX temp.")
  }

  static var tables: [String] {
    ["customer", "charge", "refund", "coverage", "latency_day", "control_total"]
      + FactTable.allCases.map(\.name)
  }
}

extension FactTable {
  /// Its positions and the segment, by name.
  var keyColumns: [String] {
    [isGrained ? "grain" : nil, keys.first, keys.second, "segment"].compactMap(\.self)
  }

  /// The key in the order in which reports look rows up: all second positions of a segment stand
  /// together.
  private var keyOrder: [String] {
    [isGrained ? "grain" : nil, keys.first, "segment", keys.second].compactMap(\.self)
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

  /// Adds a row of sums to the table.
  func upsert(in place: Derived.Place) -> String {
    let columns = keyColumns + measures
    let parameters = columns.map { _ in "?" }.joined(separator: ", ")
    let updates = measures.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
    return """
      INSERT INTO \(place).\(name) (\(columns.joined(separator: ", "))) VALUES (\(parameters))
      ON CONFLICT DO UPDATE SET \(updates)
      """
  }

  /// Removes rows that came to nothing.
  func sweep(in place: Derived.Place) -> String {
    let isZero = measures.map { "\($0) = 0" }.joined(separator: " AND ")
    return "DELETE FROM \(place).\(name) WHERE \(isZero)"
  }
}
