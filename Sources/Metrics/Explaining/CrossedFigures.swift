package import SQLite
package import Values

/// The rows of a table by every combination of segments: the query that makes the table is run once
/// more, on facts in which each combination is a segment of its own.
package struct CrossedFigures: Sendable {
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

/// A database whose customers stand for combinations of segments.
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

  /// The rows of a table from a day on, of the nowcast those of ``TrialNights``; nil for one that no query
  /// makes.
  package func figures(of file: TableSchema, from first: Day) throws -> CrossedFigures? {
    if file.name == TrialNowcasts.schema.name {
      return CrossedFigures(try TrialNights.table(database, first...scope.asOf), combinations)
    }
    guard let query = file.query else { return nil }
    let day = max(first, scope.firstDay).number
    try database.execute("UPDATE report_run SET recent_day = \(day), detail_day = \(day)")
    return CrossedFigures(
      try ModelRunner(database).table(of: Model(query, fills: file), file), combinations)
  }
}

/// The rows of a model's query: keys, and numbers that files do not show.
struct QueryRows {
  private let statement: Statement
  private let keys: [(name: String, reading: CellReading)]
  private let columns: [Int32]
  private let owner: (index: Int32, isNumber: Bool)?

  /// `owner`: the column that tells whose row it is, where it is not the query's segment.
  init(
    _ model: Model, _ file: TableSchema, columns: [String], owner: String, _ database: Database
  ) throws {
    let statement = try database.prepare(String(decoding: model.sql, as: UTF8.self))
    let indices = Dictionary(
      uniqueKeysWithValues: statement.columnNames.enumerated().map { ($1, Int32($0)) })
    self.statement = statement
    keys = file.keys.filter {
      indices[$0.name] != nil || $0.computation != nil
    }.map { column in
      (column.name, CellReading(column) { indices[$0] ?? 0 })
    }
    self.columns = columns.map { indices[$0] ?? 0 }
    self.owner =
      indices["segment"].map { ($0, true) } ?? indices[owner].map { ($0, false) }
  }

  /// Calls `body` with each such row's owner, or segment's number, and its numbers.
  func forEach(where wanted: [String: Cell], _ body: (Owner, [Int64?]) throws -> Void) throws {
    defer { statement.reset() }
    while try statement.step() {
      let isWanted = keys.allSatisfy { name, reading in
        wanted[name].map { $0 == reading.cell(of: statement) } ?? true
      }
      if isWanted { try body(ownerOfRow, columns.map(statement.optionalInteger)) }
    }
  }

  enum Owner: Equatable {
    case segment(Int64)
    case text(String)
  }

  private var ownerOfRow: Owner {
    guard let owner else { return .text("") }
    return owner.isNumber
      ? .segment(statement.integer(owner.index)) : .text(statement.text(owner.index))
  }
}
