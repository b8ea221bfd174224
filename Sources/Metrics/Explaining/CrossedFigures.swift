package import SQLite
package import Values

/// The rows of a table by every combination of segments: the query that makes the table is run once
/// more, on facts in which each combination is a segment of its own.
package struct CrossedFigures: Sendable {
  /// A value of a dimension.
  package struct Segment: Sendable, Hashable {
    package let dimension: String
    package let value: String

    package init(dimension: String, value: String) {
      (self.dimension, self.value) = (dimension, value)
    }
  }

  package let table: Table
  /// What the customers of a row have in common, by the value of its segment.
  private let combinations: [[Segment]]

  package init(_ table: Table, _ combinations: [[Segment]]) {
    (self.table, self.combinations) = (table, combinations)
  }

  /// What the customers of a row have in common; nil for the total.
  package func combination(of row: [Cell]) -> [Segment]? {
    guard let column = table.columns.firstIndex(where: { $0.role == .dimension }),
      let name = row[column + 1].text, name.hasPrefix("\u{1}"), let place = Int(name.dropFirst()),
      combinations.indices.contains(place)
    else { return nil }
    return combinations[place]
  }
}

/// A database with the facts of combinations, each as ``CustomerParts/segment(ofCustomer:)`` and named
/// ``CustomerParts/name(ofCustomer:)``.
package struct CrossedDatabase {
  private let database: Database
  private let scope: ReportScope
  private let combinations: [[CrossedFigures.Segment]]

  /// Once for a connection.
  package init(
    _ database: Database, _ scope: ReportScope, _ combinations: [[CrossedFigures.Segment]]
  ) throws {
    (self.database, self.scope, self.combinations) = (database, scope, combinations)
    try database.atOnce { try scope.install(in: database, hidesSmall: false) }
  }

  /// The rows of a table from a day on; nil for one that no query makes.
  package func figures(of file: TableSchema, from first: Day) throws -> CrossedFigures? {
    guard let query = file.query else { return nil }
    let day = max(first, scope.firstDay).number
    try database.execute("UPDATE report_run SET recent_day = \(day), detail_day = \(day)")
    return CrossedFigures(
      try ModelRunner(database).table(of: Model(query, fills: file), file), combinations)
  }
}
