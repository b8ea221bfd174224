import SQLite
import Values

/// Runs a model and makes cells of its rows. Money that no integer of micro-units holds, for which
/// SQLite goes over to floating point, is a failure.
struct ModelReader {
  private let statement: Statement
  private let file: TableSchema
  private let readings: [CellReading]
  /// The columns of the query that are money as it stands, by their names.
  private let money: [(name: String, index: Int32)]

  init(_ model: Model, _ file: TableSchema, _ database: Database) throws {
    let statement = try database.prepare(String(decoding: model.sql, as: UTF8.self))
    let indices = Dictionary(
      uniqueKeysWithValues: statement.columnNames.enumerated().map { ($1, Int32($0)) })
    self.statement = statement
    self.file = file
    money = file.columns.filter { $0.kind == .money }.compactMap { column in
      indices[column.name].map { (column.name, $0) }
    }
    readings = file.columns.map { column in
      CellReading(column) { name in
        guard let index = indices[name] else {
          preconditionFailure("model \(model.name) lacks the column \(name)")
        }
        return index
      }
    }
  }

  func rows() throws -> [[Cell]] {
    var rows: [[Cell]] = []
    while try statement.step() {
      if let column = money.first(where: { statement.isReal($0.index) }) {
        throw Failure.tooLarge("\(column.name) of \(file.name).csv")
      }
      rows.append(readings.map { $0.cell(of: statement) })
    }
    return rows
  }
}
