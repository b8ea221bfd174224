import SQLite

/// Runs models on one connection. The steps on the way that a model reads are built before it,
/// each once.
final class ModelRunner {
  private let database: Database
  private var built: Set<String> = []

  /// `database` holds the derived tables, and what the report's scope installs.
  init(_ database: Database) { self.database = database }

  /// The table of a model that fills a file.
  func table(of model: Model, _ file: TableSchema) throws -> Table {
    try buildSteps(of: model)
    return file.table(try ModelReader(model, file, database).rows())
  }

  /// Makes the temporary table of a step on the way, unless it is there.
  func build(_ step: Model) throws {
    guard built.insert(step.name).inserted else { return }
    try buildSteps(of: step)
    try step.build(in: database)
  }

  private func buildSteps(of model: Model) throws {
    for step in model.steps { try build(step) }
  }
}

extension Model {
  /// Makes the temporary table of a step on the way.
  func build(in database: Database) throws {
    let query = String(decoding: sql, as: UTF8.self)
    try database.execute("CREATE TEMP TABLE \(name) AS\n\(query)")
    try database.execute("CREATE UNIQUE INDEX temp.\(name)_grain ON \(name) (\(grain))")
  }

  /// The steps on the way that it reads.
  var steps: [Model] {
    let words = sql.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    let read = Set(
      zip(words, words.dropFirst()).compactMap { before, name in
        Self.joins.contains(Array(before)) ? String(decoding: name, as: UTF8.self) : nil
      })
    return Model.all.filter { $0.table == nil && $0.name != name && read.contains($0.name) }
  }

  /// What stands before the name of a table.
  private static let joins: Set<[UInt8]> = [Array("FROM".utf8), Array("JOIN".utf8)]
}
