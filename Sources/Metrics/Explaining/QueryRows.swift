import SQLite
import Values

/// The rows of a model's query, with the cells that tell them apart, and numbers that files do
/// not show.
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

  /// Calls `body` for each row whose key cells are as `wanted`: with its owner's text, or its
  /// segment's number, and the numbers.
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
