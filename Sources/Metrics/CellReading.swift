import SQLite
import Statistics
import Timeline
package import Values

/// How one column of a file comes from a row of its model: found out once, for all rows.
enum CellReading {
  case plain(Table.Kind, Int32)
  case grain(Int32)
  /// Month 0 stands for the trailing 30 days, −1 for the 30 days before them.
  case trailingOrMonth(Int32)
  case period(Int32, grain: Int32)
  case rate(Int32, over: Int32)
  case low(Int32, of: Int32)
  case high(Int32, of: Int32)
  case average(Int32, over: Int32)
  /// Amount, part, whole, left, all.
  case expected(Expectation, [Int32])
  case pseudonym(Pseudonym, Int32)

  /// `index` tells the position of a column of the query.
  init(_ column: Table.Column, _ index: (String) -> Int32) {
    if let computation = column.computation {
      self.init(computation, index)
      return
    }
    let at = index(column.name)
    switch (column.role, column.kind) {
    case (.grain, _): self = .grain(at)
    case (.time, .text): self = .trailingOrMonth(at)
    case (_, .period): self = .period(at, grain: index("grain"))
    default: self = .plain(column.kind, at)
    }
  }

  private init(_ computation: Computation, _ index: (String) -> Int32) {
    let inputs = computation.inputs.map { index($0.name) }
    self =
      switch computation {
      case .ratio: .rate(inputs[0], over: inputs[1])
      case .low: .low(inputs[0], of: inputs[1])
      case .high: .high(inputs[0], of: inputs[1])
      case .average: .average(inputs[0], over: inputs[1])
      case .expected(let end, _): .expected(end, inputs)
      case .pseudonym(let kind, let id): .pseudonym(kind, index(id))
      }
  }
}

extension CellReading {
  func cell(of row: Statement) -> Cell {
    switch self {
    case .plain(let kind, let at): row.isNull(at) ? .missing : Self.plain(kind, row, at)
    case .grain(let at): .text(Self.grain(row, at).name)
    case .trailingOrMonth(let at): Self.trailingOrMonth(row.integer(at))
    case .period(let at, let grain): Self.period(row.integer(at), Self.grain(row, grain))
    case .rate(let part, let whole):
      Self.quotient(row.integer(part), over: row.integer(whole))
    case .low(let part, let whole): Self.known(Self.wilson(row, part, whole)?.low)
    case .high(let part, let whole): Self.known(Self.wilson(row, part, whole)?.high)
    case .average(let amount, let count):
      Self.average(row.integer(amount), over: row.integer(count))
    case .expected(let end, let parts): Self.expected(end, parts.map(row.integer))
    case .pseudonym(let kind, let at):
      row.isNull(at) ? .missing : .text(kind.text(row.integer(at)))
    }
  }

  /// Of the whole of the rate as many are taken as are left of all, at least the part.
  private static func expected(_ end: Expectation, _ parts: [Int64]) -> Cell {
    let (amount, part, left, all) = (parts[0], parts[1], parts[3], parts[4])
    let whole = all > 0 ? max(part, parts[2] * left / all) : parts[2]
    let rate =
      switch end {
      case .mean: Rate(part, over: whole)
      case .low: (Interval(wilson: part, of: whole)?.low).flatMap { Rate($0) }
      case .high: (Interval(wilson: part, of: whole)?.high).flatMap { Rate($0) }
      }
    return times(amount, rate)
  }

  private static func plain(_ kind: Table.Kind, _ row: Statement, _ at: Int32) -> Cell {
    switch kind {
    case .text: .text(Label.shortened(row.text(at)))
    case .count: .count(row.integer(at))
    case .money: .money(Amount(micros: row.integer(at)))
    case .rate, .number: .rate(Rate(millionths: row.integer(at)))
    case .day, .period: .day(Day(Int(row.integer(at))))
    case .month: .month(Month(Int(row.integer(at))))
    case .flag: .flag(row.integer(at) != 0)
    }
  }

  private static func grain(_ row: Statement, _ at: Int32) -> Grain {
    Grain(rawValue: Int32(row.integer(at))) ?? .day
  }

  private static func trailingOrMonth(_ number: Int64) -> Cell {
    switch number {
    case 0: .text(Churn.trailing)
    case -1: .text(Churn.previous)
    default: .text(Month(Int(number)).description)
    }
  }

  private static func period(_ position: Int64, _ grain: Grain) -> Cell {
    grain == .month ? .month(Month(Int(position))) : .day(Day(Int(position)))
  }

  private static func wilson(_ row: Statement, _ part: Int32, _ whole: Int32) -> Interval? {
    Interval(wilson: row.integer(part), of: row.integer(whole))
  }

  /// A million and more: next to nothing was divided by, and it says nothing.
  private static func quotient(_ part: Int64, over whole: Int64) -> Cell {
    known(Rate(part, over: whole).flatMap { abs($0.value) < 1e6 ? $0 : nil })
  }

  private static func known(_ bound: Double?) -> Cell { known(bound.flatMap { Rate($0) }) }

  private static func known(_ rate: Rate?) -> Cell { rate.map(Cell.rate) ?? .missing }

  /// An amount times a proportion; missing where that is unknown.
  private static func times(_ amount: Int64, _ rate: Rate?) -> Cell {
    guard let rate else { return .missing }
    return .money(Amount(micros: amount).times(Fraction(rate.millionths, over: 1_000_000)))
  }

  private static func average(_ amount: Int64, over count: Int64) -> Cell {
    guard count != 0 else { return .missing }
    let average = roundedHalfToEven(Int128(amount), over: Int128(count))
    return .money(Amount(micros: Int64(average)))
  }
}

extension Cell {
  /// As charts draw it: units of the currency, fractions, counts. Nil for all else.
  package var magnitude: Double? {
    switch self {
    case .count(let count): Double(count)
    case .money(let amount): Double(amount.micros) / 1_000_000
    case .rate(let rate): rate.value
    case .flag(let flag): flag ? 1 : 0
    case .missing, .text, .day, .month: nil
    }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var count: Int64? {
    if case .count(let count) = self { count } else { nil }
  }

  package var amount: Amount? {
    if case .money(let amount) = self { amount } else { nil }
  }

  package var rate: Rate? {
    if case .rate(let rate) = self { rate } else { nil }
  }

  package var day: Day? {
    if case .day(let day) = self { day } else { nil }
  }

  package var month: Month? {
    if case .month(let month) = self { month } else { nil }
  }

  package var isSet: Bool { self == .flag(true) }
}
