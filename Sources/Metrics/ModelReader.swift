import SQLite

/// Runs a model and makes cells of its rows.
struct ModelReader {
  private let statement: Statement
  private let readings: [CellReading]

  init(_ model: Model, _ file: Contract.File, _ database: Database) throws {
    let statement = try database.prepare(String(decoding: model.sql, as: UTF8.self))
    let indices = Dictionary(
      uniqueKeysWithValues: statement.columnNames.enumerated().map { ($1, Int32($0)) })
    self.statement = statement
    readings = file.columns.map { column in
      CellReading(column, model.computed[column.name]) { name in
        guard let index = indices[name] else {
          preconditionFailure("model \(model.name) lacks the column \(name)")
        }
        return index
      }
    }
  }

  func rows() throws -> [[Cell]] {
    var rows: [[Cell]] = []
    while try statement.step() { rows.append(readings.map { $0.cell(of: statement) }) }
    return rows
  }
}
