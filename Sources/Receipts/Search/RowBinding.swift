import Metrics
import Reports
import Settings
import Values

/// Which row of a file the words of a question name: a segment, and values of its keys.
struct RowBinding {
  private(set) var conditions: [String: String] = [:]
  /// The words that say it.
  private(set) var taken: Set<Int> = []
  /// Whether a key of the file is named, and not only a segment.
  private(set) var isNamed = false
  /// Words that some row's name has.
  private(set) var hinted: Set<Int> = []
  /// The other rows of `family vs individual`.
  private(set) var compared: [[String: String]] = []
  /// Which rows `which country has the most` is to be found among.
  private(set) var contest: Contest?

  private struct Segment: Hashable {
    let name, value: String
  }

  struct Contest {
    let key: String
    let labels: Set<String>
    let isLeast: Bool
  }

  /// `table`: rows of the file, of the time that is asked for.
  init(_ question: AskedQuestion, _ metric: Metric, _ table: Table, fixed: [String: String]) {
    let file = metric.file
    conditions = fixed
    let isOfVariants = file.keys.contains { $0.name == "variant" }
    let own = isOfVariants ? file.columns.firstIndex(of: metric.column) : nil
    let wanted = file.columns.indices.compactMap { index in
      fixed[file.columns[index].name].map { (index: index, text: $0) }
    }
    let table = file.table(
      table.rows.filter { row in
        own.map { row[$0] != .missing } ?? true
          && wanted.allSatisfy { row[$0.index].plainText == $0.text }
      })
    for column in file.keys where conditions[column.name] == nil {
      switch column.role {
      case .key, .requiredKey, .label:
        switch column.kind {
        case .text: bind(question, labels(of: column, file, table), as: column.name)
        case .money, .number: bindPrice(question, column, file, table)
        default: bindNumber(question, column, metric, table.rows)
        }
      case .value: bindSegment(question, file, table)
      default: break
      }
    }
  }

  /// With how many rows each has.
  private func labels(of column: Table.Column, _ file: TableSchema, _ table: Table)
    -> [String: Int]
  {
    let index = file.columns.firstIndex { $0.name == column.name } ?? 0
    let labels = table.rows.compactMap { $0[index].text }.filter { $0 != "all" }
    return Dictionary(labels.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// The label with the most words in the question, or of these the one with the most rows.
  private mutating func bind(_ question: AskedQuestion, _ rows: [String: Int], as name: String) {
    let labels = Set(rows.keys)
    let found = labels.compactMap { label in
      question.places(ofLabel: label, of: name).map { (label: label, places: $0) }
    }
    let side = question.side(of: name)
    func rank(_ places: Set<Int>) -> Int { places.count * 2 + places.filter(side.contains).count }
    let best = found.max {
      (rank($0.places), rows[$0.label] ?? 0, $1.label)
        < (rank($1.places), rows[$1.label] ?? 0, $0.label)
    }
    guard let best else {
      let parts = Set(labels.flatMap(Words.split))
      hinted.formUnion(question.words.indices.filter { parts.contains(question.words[$0]) })
      return compete(question, name, labels)
    }
    conditions[name] = best.label
    isNamed = isNamed || !Dimension.allCases.contains { $0.name == name }
    taken.formUnion(best.places)
  }

  private mutating func compete(
    _ question: AskedQuestion, _ name: String, _ labels: Set<String>
  ) {
    guard let (isLeast, places) = question.contest(among: name), contest == nil else { return }
    contest = Contest(key: name, labels: labels, isLeast: isLeast)
    taken.formUnion(places)
  }

  private mutating func bindSegment(
    _ question: AskedQuestion, _ file: TableSchema, _ table: Table
  ) {
    guard let dimension = file.columns.firstIndex(where: { $0.role == .dimension }),
      let value = file.columns.firstIndex(where: { $0.role == .value })
    else { return }
    let segments = Set(
      table.rows.compactMap { row -> Segment? in
        guard let name = row[dimension].text, let value = row[value].text, name != "all" else {
          return nil
        }
        return Segment(name: name, value: value)
      })
    let found = segments.compactMap { pair in
      question.places(ofLabel: pair.value, of: pair.name).map { (pair: pair, places: $0) }
    }
    func rank(_ name: String) -> Int {
      (question.words.contains { $0.hasPrefix(name) } ? 2 : 0)
        + (["product", "period"].contains(name) ? 0 : 1)
    }
    let best = found.max { one, other in
      (one.places.count, rank(one.pair.name), -first(one.places), other.pair.value)
        < (other.places.count, rank(other.pair.name), -first(other.places), one.pair.value)
    }
    guard let best else {
      let names = Set(segments.map(\.name)).sorted {
        (question.rank(ofDimension: $0), $0) < (question.rank(ofDimension: $1), $1)
      }
      for name in names {
        compete(question, name, Set(segments.filter { $0.name == name }.map(\.value)))
      }
      return
    }
    conditions[best.pair.name] = best.pair.value
    let others = found.filter {
      $0.pair.name == best.pair.name && $0.places.isDisjoint(with: best.places)
    }
    compared = others.sorted { first($0.places) < first($1.places) }.map {
      [$0.pair.name: $0.pair.value]
    }
    taken.formUnion(best.places.union(others.flatMap(\.places)))
  }

  private func first(_ places: Set<Int>) -> Int { places.min() ?? 0 }

  /// `7.99`, where some row has it.
  private mutating func bindPrice(
    _ question: AskedQuestion, _ column: Table.Column, _ file: TableSchema, _ table: Table
  ) {
    let index = file.columns.firstIndex { $0.name == column.name } ?? 0
    let prices = Dictionary(
      firstOf: table.rows.map(\.[index].plainText).compactMap { price in
        Double(price).map { ($0, price) }
      })
    let place = question.words.firstIndex { Double($0).map { prices[$0] != nil } ?? false }
    guard let place else { return }
    conditions[column.name] = Double(question.words[place]).flatMap { prices[$0] }
    isNamed = true
    taken.insert(place)
  }

  /// The ages of averages are months, but days of money.
  private mutating func bindNumber(
    _ question: AskedQuestion, _ column: Table.Column, _ metric: Metric, _ rows: [[Cell]]
  ) {
    let isAge = column.name == "age" && column.unit == nil
    let number =
      question.time.age(in: isAge ? metric.column.kind == .money ? .days : .months : column.unit)
      ?? question.number(beside: column.name)
      ?? (column.name == "days" ? question.trailingDays : nil)
    guard let number else {
      let index = metric.file.columns.firstIndex { $0.name == column.name } ?? 0
      return compete(question, column.name, Set(rows.map(\.[index].plainText)))
    }
    conditions[column.name] = "\(number)"
    taken.formUnion(question.places(ofNumber: number))
  }
}
