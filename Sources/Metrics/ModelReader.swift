import SQLite
import Timeline
import Values

/// Runs a model and makes cells of its rows.
struct ModelReader {
  private let statement: Statement
  private let columns: [(Statement, [String: Int32]) -> Cell]
  private let indices: [String: Int32]

  init(_ model: Model, _ file: Contract.File, _ database: Database) throws {
    let statement = try database.prepare(String(decoding: model.sql, as: UTF8.self))
    self.statement = statement
    indices = Dictionary(
      uniqueKeysWithValues: statement.columnNames.enumerated().map { ($1, Int32($0)) })
    columns = file.columns.map { column in
      Self.reading(column, model.computed[column.name], isFromQuery: true)
    }
    for column in file.columns where model.computed[column.name] == nil {
      precondition(
        indices[column.name] != nil, "model \(model.name) lacks the column \(column.name)")
    }
  }

  func rows() throws -> [[Cell]] {
    var rows: [[Cell]] = []
    while try statement.step() { rows.append(columns.map { $0(statement, indices) }) }
    return rows
  }

  private static func reading(
    _ column: Table.Column, _ computation: Computation?, isFromQuery: Bool
  ) -> (Statement, [String: Int32]) -> Cell {
    if let computation { return computation.cell }
    let name = column.name
    switch column.kind {
    case .text where name == "grain":
      return { .text(grain($0, $1).name) }
    case .text where name == "month":
      return { row, at in trailingOrMonth(row.integer(index(name, at))) }
    case .period:
      return { row, at in period(row.integer(index(name, at)), grain(row, at)) }
    default:
      return { row, at in
        let index = index(name, at)
        return row.isNull(index) ? .missing : cell(column.kind, row, index)
      }
    }
  }

  private static func index(_ name: String, _ indices: [String: Int32]) -> Int32 {
    indices[name] ?? 0
  }

  private static func grain(_ row: Statement, _ indices: [String: Int32]) -> Grain {
    Grain(rawValue: Int32(row.integer(index("grain", indices)))) ?? .day
  }

  /// Month 0 stands for the trailing 30 days.
  private static func trailingOrMonth(_ number: Int64) -> Cell {
    number == 0 ? .text("trailing-30d") : .text(Month(Int(number)).description)
  }

  private static func period(_ position: Int64, _ grain: Grain) -> Cell {
    grain == .month ? .month(Month(Int(position))) : .day(Day(Int(position)))
  }

  private static func cell(_ kind: Table.Kind, _ row: Statement, _ index: Int32) -> Cell {
    switch kind {
    case .text: .text(row.text(index))
    case .count: .count(row.integer(index))
    case .money: .money(Amount(micros: row.integer(index)))
    case .rate, .number: .rate(Rate(millionths: row.integer(index)))
    case .day, .period: .day(Day(Int(row.integer(index))))
    case .month: .month(Month(Int(row.integer(index))))
    case .flag: .flag(row.integer(index) != 0)
    }
  }
}

extension Computation {
  fileprivate func cell(_ row: Statement, _ indices: [String: Int32]) -> Cell {
    func integer(_ name: String) -> Int64 { indices[name].map(row.integer) ?? 0 }
    switch self {
    case .rate(let numerator, let denominator):
      return Rate(integer(numerator), over: integer(denominator)).map(Cell.rate) ?? .missing
    case .low(let successes, let trials):
      return WilsonInterval(integer(successes), of: integer(trials)).flatMap { Rate($0.low) }
        .map(Cell.rate) ?? .missing
    case .high(let successes, let trials):
      return WilsonInterval(integer(successes), of: integer(trials)).flatMap { Rate($0.high) }
        .map(Cell.rate) ?? .missing
    case .average(let amount, let count):
      guard integer(count) != 0 else { return .missing }
      let average = roundedHalfToEven(Int128(integer(amount)), over: Int128(integer(count)))
      return .money(Amount(micros: Int64(average)))
    case .pseudonym(let id):
      return .text("c" + String(integer(id), radix: 16))
    }
  }
}
