import SQLite
import Support

@testable import Command
@testable import Metrics

/// What an engine is given: tables, and models in the order in which they are built. Cells are
/// texts, so that all engines are told of the same, and nil is NULL.
struct ModelInputs: Encodable {
  struct Table: Encodable {
    let name: String
    let columns: [Column]
    let rows: [[String?]]
  }

  struct Column: Encodable {
    let name: String
    let type: ColumnType
  }

  enum ColumnType: String, Encodable { case integer, text }

  struct Query: Encodable {
    let name: String
    let sql: String
    /// Whether it becomes a table that later ones read, and gives no rows.
    let isStep: Bool
  }

  let tables: [Table]
  let models: [Query]
}

/// The declared types of columns, by table and name. The given tables of a case have none.
struct ColumnTypes {
  private var types: [String: ModelInputs.ColumnType] = [:]

  init(of database: Database) throws {
    for table in try database.tableNames() {
      for (column, type) in try database.columns(of: table) { types["\(table).\(column)"] = type }
    }
  }

  subscript(table: String, column: String) -> ModelInputs.ColumnType? {
    types["\(table).\(column)"]
  }
}

extension ModelInputs.Table {
  init(_ name: String, in database: Database, _ types: ColumnTypes) throws {
    self.name = name
    columns = try database.columns(of: name).map { column, type in
      ModelInputs.Column(name: column, type: type == .text ? type : types[name, column] ?? type)
    }
    rows = try database.rows("SELECT * FROM \(name)", \.cells)
  }
}

extension Database {
  /// The tables that models may read; a temporary one stands before another of its name.
  func tableNames() throws -> [String] {
    try rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table'
      UNION SELECT name FROM sqlite_temp_schema WHERE type = 'table'
      """
    ) { $0.text(0) }
  }

  /// The columns of a table. Those that a query made, or a case gives, may have no type.
  func columns(of table: String) throws -> [(String, ModelInputs.ColumnType)] {
    try rows("SELECT name, type FROM pragma_table_info('\(table)')") { row in
      let (column, declared) = (row.text(0), row.text(1))
      let isText = try declared == "TEXT" || hasText(table, column)
      return (column, isText ? .text : .integer)
    }
  }

  private func hasText(_ table: String, _ column: String) throws -> Bool {
    let texts = "SELECT count(*) FROM \(table) WHERE typeof(\"\(column)\") IN ('text', 'blob')"
    return try rows(texts) { $0.text(0) } != ["0"]
  }
}

extension Statement {
  /// The row that it stands at.
  var cells: [String?] {
    columnNames.indices.map { isNull(Int32($0)) ? nil : text(Int32($0)) }
  }
}
