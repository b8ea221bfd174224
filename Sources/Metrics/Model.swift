import SQLite
import Synchronization
import Values

/// A SQL model: one question, one file, one grain.
struct Model: Sendable {
  let name: String
  let sql: [UInt8]
  /// The table that it fills; nil for a step on the way, which becomes a temporary table.
  let table: TableSchema?
  /// The columns that tell the rows of a step on the way apart.
  let grain: String

  init(_ sql: [UInt8], fills table: TableSchema) {
    name = table.name
    self.sql = sql
    self.table = table
    grain = ""
  }

  /// A step on the way: a temporary table, indexed by its grain.
  init(_ name: String, _ sql: [UInt8], grain: String) {
    self.name = name
    self.sql = sql
    table = nil
    self.grain = grain
  }

  /// The steps on the way that several tables need, each after those that it reads.
  private static let steps = [
    Model("period", PackageResources.period_sql, grain: "grain, position, segment"),
    Model("segment_month", PackageResources.segment_month_sql, grain: "segment, month"),
    Model("activity", PackageResources.activity_sql, grain: "grain, position, segment"),
    Model("money", PackageResources.money_sql, grain: "grain, position, segment"),
  ]

  /// All models in the order in which they are built: steps, then what they lead to.
  static let all: [Model] =
    steps
    + ReportSchema.all.flatMap { table in
      table.steps + (table.query.map { [Model($0, fills: table)] } ?? [])
    }
}

/// Runs a model. Sums beyond the integers, for which SQLite goes to doubles, are a failure.
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
          fatalError("model \(model.name) lacks the column \(name)")
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

/// Runs models on one connection, and before them, each once, the steps that they read.
final class ModelRunner {
  private let database: Database
  private var built: Set<String> = []

  /// `database` holds the derived tables, and what the report's scope installs.
  init(_ database: Database) { self.database = database }

  func table(of model: Model, _ file: TableSchema) throws -> Table {
    try build(model.allSteps)
    return file.table(try ModelReader(model, file, database).rows())
  }

  /// Makes the temporary tables of steps on the way that are not there yet.
  func build(_ steps: [Model]) throws {
    for step in steps where built.insert(step.name).inserted {
      try step.create("TABLE", in: database)
      let grain = "\(step.name) (\(step.grain))"
      try database.execute("CREATE UNIQUE INDEX temp.\(step.name)_grain ON \(grain)")
    }
  }
}

extension Model {
  /// Makes a temporary table, or view, of what it asks for.
  func create(_ kind: String, in database: Database) throws {
    try database.execute("CREATE TEMP \(kind) \(name) AS\n\(String(decoding: sql, as: UTF8.self))")
  }

  /// The steps on the way that it reads, and those that they read, in their order.
  var allSteps: [Model] {
    let names = Set(steps.flatMap { $0.allSteps + [$0] }.map(\.name))
    return Model.all.filter { $0.table == nil && names.contains($0.name) }
  }

  /// The steps on the way that it reads.
  var steps: [Model] {
    let words = sql.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    let read = Set(
      zip(words, words.dropFirst()).compactMap { before, name in
        Self.joins.contains(Array(before)) ? String(decoding: name, as: UTF8.self) : nil
      })
    return Model.all.filter { step in
      // A table's query can have the name of its step.
      step.table == nil && read.contains(step.name) && (table != nil || step.name != name)
    }
  }

  /// What stands before the name of a table.
  private static let joins: Set<[UInt8]> = [Array("FROM".utf8), Array("JOIN".utf8)]
}

/// The models that connections have still to run, and the tables of those that are done. Models
/// that read facts alone wait at the back, those that need steps on the way at the front: a second
/// connection that takes from the back hardly ever builds a step again.
final class ModelQueue: Sendable {
  enum End { case front, back }

  private struct State {
    var waiting: ArraySlice<Model>
    var tables: [String: Table] = [:]
    var failure: (any Error)?
  }

  private let state: Mutex<State>

  init(_ models: [Model]) {
    let independent = models.filter { $0.steps.isEmpty }
    let dependent = models.filter { !$0.steps.isEmpty }
    state = Mutex(State(waiting: (dependent + independent)[...]))
  }

  /// Runs models from one end until none is left.
  func work(_ end: End, _ run: (Model, TableSchema) throws -> Table) throws {
    while let model = next(end), let file = model.table {
      let table = try run(model, file)
      state.withLock { $0.tables[table.name] = table }
    }
  }

  /// Does the work of one connection; its error ends that of all.
  func attempt(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      state.withLock {
        if $0.failure == nil { $0.failure = error }
        $0.waiting = []
      }
    }
  }

  /// The tables that were made, by name, once all connections have ended; or the first error.
  func tables() throws -> [String: Table] {
    let (tables, failure) = state.withLock { ($0.tables, $0.failure) }
    if let failure { throw failure }
    return tables
  }

  private func next(_ end: End) -> Model? {
    state.withLock { end == .front ? $0.waiting.popFirst() : $0.waiting.popLast() }
  }
}
