import Settings
import Timeline
package import Values

/// Which row of a file is meant: a day or month, and conditions such as `country=DE` or `step=2`.
package struct RowQuestion: Sendable {
  /// A moment in the calendar as a person writes it.
  package enum Moment: Sendable, Equatable {
    case day(Day)
    case month(Month)
  }

  package let moment: Moment
  package let conditions: [String: String]

  package init(_ moment: Moment, _ conditions: [String: String] = [:]) {
    self.moment = moment
    self.conditions = conditions
  }

  private var day: Day {
    switch moment {
    case .day(let day): day
    case .month(let month): month.lastDay
    }
  }

  /// The segment that is asked about: the condition that names a dimension.
  package func segment(in file: TableSchema) throws(FigureRefusal) -> (
    dimension: String, value: String
  ) {
    let named = conditions.filter { isSegment($0.key, in: file) }
    guard let (dimension, value) = named.first else {
      return (conditions["dimension"] ?? "all", conditions["value"] ?? "all")
    }
    let known = Self.dimensions
    if let wrong = named.keys.sorted().first(where: { !known.contains($0) }) {
      throw FigureRefusal(
        reason: .unknown,
        message: "\(file.name).csv cannot be asked for \(wrong): expected one of "
          + (columns(of: file).map(\.name) + known).joined(separator: ", "))
    }
    guard named.count == 1 else {
      throw FigureRefusal(
        reason: .unknown,
        message: "\(file.name).csv has the figures of one segment at a time: ask for "
          + named.keys.sorted().joined(separator: " or "))
    }
    return (dimension, value)
  }

  /// Whether a condition is on a segment and not on a column.
  private func isSegment(_ name: String, in file: TableSchema) -> Bool {
    !columns(of: file).contains { $0.name == name } || isBillingPeriod(name, file.keys)
  }

  /// Besides a segment: of a file without segments, any column.
  private func columns(of file: TableSchema) -> [Table.Column] {
    file.hasSegments ? file.keys : file.columns
  }

  /// Whether a condition is on how long a payment lasts, though a file calls its days `period`.
  private func isBillingPeriod(_ name: String, _ keys: [Table.Column]) -> Bool {
    name == Dimension.period.name && keys.contains { $0.name == name && $0.role == .time }
      && conditions[name].map { Period($0) != nil } ?? false
  }

  private static let dimensions = Dimension.allCases.filter { $0 != .all && $0.isListed }.map(
    \.name)

  /// The texts that rows of `table` have where a condition of this name looks.
  func texts(of name: String, _ file: TableSchema, in table: Table) -> Set<String> {
    let columns = file.columns
    if !isSegment(name, in: file) {
      guard let at = columns.firstIndex(where: { $0.name == name }) else { return [] }
      return Set(table.rows.compactMap { $0[at].text })
    }
    guard let dimension = columns.firstIndex(where: { $0.role == .dimension }),
      let value = columns.firstIndex(where: { $0.role == .value })
    else { return [] }
    return Set(table.rows.compactMap { $0[dimension] == .text(name) ? $0[value].text : nil })
  }

  func replacingValues(_ value: (_ name: String, _ value: String) throws -> String) rethrows -> Self
  {
    let pairs = try conditions.map { ($0.key, try value($0.key, $0.value)) }
    return RowQuestion(moment, Dictionary(firstOf: pairs))
  }

  package func rows(of file: TableSchema, in table: Table) throws(FigureRefusal) -> [[Cell]] {
    let segment = try segment(in: file)
    let keys = file.keys
    return table.rows.filter { row in
      zip(keys, row).allSatisfy { column, cell in
        switch column.role {
        case .dimension: cell == .text(segment.dimension)
        case .value: cell == .text(segment.value)
        default: fits(column, cell, grain: grain(of: row, keys))
        }
      }
        && zip(columns(of: file), row).dropFirst(keys.count).allSatisfy {
          isFulfilled($0, $1) ?? true
        }
    }
  }

  private func grain(of row: [Cell], _ keys: [Table.Column]) -> Grain? {
    guard let index = keys.firstIndex(where: { $0.role == .grain }) else { return nil }
    return Grain.allCases.first { .text($0.name) == row[index] }
  }

  private func fits(_ column: Table.Column, _ cell: Cell, grain: Grain?) -> Bool {
    if let isFulfilled = isFulfilled(column, cell) { return isFulfilled }
    switch (column.role, column.kind) {
    case (_, .day): return cell == .day(day)
    case (_, .month): return cell == .month(day.month)
    case (_, .period): return grain.map { cell == period(of: $0) } ?? false
    case (.time, .text): return cell == .text(day.month.description)
    case (.grain, _): return cell == .text(usualGrain.name)
    default: return true
    }
  }

  /// Nil where there is no condition on the column.
  private func isFulfilled(_ column: Table.Column, _ cell: Cell) -> Bool? {
    guard let wanted = conditions[column.name], !isBillingPeriod(column.name, [column]) else {
      return nil
    }
    return cell.plainText == wanted || cell.isNumber(wanted)
  }

  private var usualGrain: Grain {
    if case .month = moment { .month } else { .day }
  }

  private func period(of grain: Grain) -> Cell {
    grain == .month ? .month(day.month) : .day(Day(Int(grain.position(of: day))))
  }
}

extension Cell {
  /// Whether it is the number that a text spells, with however many decimals.
  fileprivate func isNumber(_ text: String) -> Bool {
    guard let number = ExactDecimal(text).flatMap(Amount.init(decimal:)) else { return false }
    return switch self {
    case .count(let count): number == Amount(micros: 1_000_000).times(Fraction(count, over: 1))
    case .money(let amount): number == amount
    case .rate(let rate): number == Amount(micros: rate.millionths)
    default: false
    }
  }

  /// As a CSV file has it, but for rounded numbers.
  package var plainText: String {
    switch self {
    case .missing: ""
    case .text(let text): text
    case .count(let count): "\(count)"
    case .money(let amount): amount.decimalText
    case .rate(let rate): Amount(micros: rate.millionths).decimalText
    case .day(let day): day.description
    case .month(let month): month.description
    case .flag(let flag): flag ? "1" : "0"
    }
  }
}
