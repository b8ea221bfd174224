import Metrics
import Reports
import Settings
import Values

/// Which row of a file the words of a question name: a segment, and values of its keys.
struct RowBinding {
  private(set) var conditions: [String: String] = [:]
  /// The words that say it.
  private(set) var taken: Set<Int> = []

  /// `table`: rows of the file, of the time that is asked for.
  init(_ question: AskedQuestion, _ file: TableSchema, _ table: Table, fixed: [String: String]) {
    conditions = fixed
    for column in file.keys where column.role != .label && fixed[column.name] == nil {
      switch column.role {
      case .key, .requiredKey:
        column.kind == .text
          ? bind(question, labels(of: column, file, table), as: column.name)
          : bindNumber(question, column)
      case .value: bindSegment(question, file, table)
      default: break
      }
    }
  }

  private func labels(of column: Table.Column, _ file: TableSchema, _ table: Table) -> Set<String> {
    let index = file.columns.firstIndex { $0.name == column.name } ?? 0
    return Set(table.rows.compactMap { $0[index].text }.filter { $0 != "all" })
  }

  /// The label with the most words in the question.
  private mutating func bind(_ question: AskedQuestion, _ labels: Set<String>, as name: String) {
    let found = labels.compactMap { label in
      question.places(ofLabel: label, of: name).map { (label: label, places: $0) }
    }
    let best = found.max { ($0.places.count, $1.label) < ($1.places.count, $0.label) }
    guard let best else { return }
    conditions[name] = best.label
    taken.formUnion(best.places)
  }

  private mutating func bindSegment(
    _ question: AskedQuestion, _ file: TableSchema, _ table: Table
  ) {
    guard let dimension = file.columns.firstIndex(where: { $0.role == .dimension }),
      let value = file.columns.firstIndex(where: { $0.role == .value })
    else { return }
    let segments = Set(
      table.rows.compactMap { row -> CellAddress.Pair? in
        guard let name = row[dimension].text, let value = row[value].text, name != "all" else {
          return nil
        }
        return CellAddress.Pair(name: name, value: value)
      })
    let found = segments.compactMap { pair in
      question.places(ofLabel: pair.value, of: pair.name).map { (pair: pair, places: $0) }
    }
    func rank(_ name: String) -> Int {
      (question.words.contains { $0.hasPrefix(name) } ? 2 : 0) + (name == "product" ? 0 : 1)
    }
    let best = found.max { one, other in
      (one.places.count, rank(one.pair.name), other.pair.value)
        < (other.places.count, rank(other.pair.name), one.pair.value)
    }
    guard let best else { return }
    conditions[best.pair.name] = best.pair.value
    taken.formUnion(best.places)
  }

  private mutating func bindNumber(_ question: AskedQuestion, _ column: Table.Column) {
    let number =
      question.time.numbers.first { $0.unit == column.unit }?.number
      ?? question.number(beside: column.name)
      ?? (column.name == "days" ? question.trailingDays : nil)
    guard let number else { return }
    conditions[column.name] = "\(number)"
    taken.formUnion(question.places(ofNumber: number))
  }
}
