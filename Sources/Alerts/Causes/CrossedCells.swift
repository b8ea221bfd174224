import Metrics
import Settings
import Values

/// One combination of segments with its cases, now and before.
struct CrossedCell {
  let segments: [CrossedFigures.Segment]
  /// Their numbers: their places among all segments, from 1.
  var numbers: [Int] = []
  var cases = CaseChange()
  /// By day, what counts and how many cases.
  var days: [Day: Cases] = [:]
}

struct CaseChange: Hashable {
  var now = Cases.share
  var before = Cases.share

  static func + (a: CaseChange, b: CaseChange) -> CaseChange {
    CaseChange(now: a.now + b.now, before: a.before + b.before)
  }

  mutating func add(_ other: CaseChange) { self = self + other }

  var rates: RateChange { RateChange(before: before.rate, now: now.rate) }
}

extension CauseSearch {
  /// `asked`: the days that rows are wanted of.
  static func cells(
    _ one: CauseSubject, _ crossed: CrossedFigures, _ asked: ClosedRange<Day>
  ) -> [CrossedCell] {
    let rows = CrossedRows(crossed, one)
    var cells: [[Segment]: CrossedCell] = [:]
    rows.forEach { segments, day, cases in
      guard asked.contains(day) else { return }
      var cell = cells[segments] ?? CrossedCell(segments: segments)
      if one.days.contains(day) { cell.cases.now = cell.cases.now + cases }
      if one.earlier.contains(where: { $0.contains(day) }) {
        cell.cases.before = cell.cases.before + cases
      }
      cell.days[day] = (cell.days[day] ?? .share) + cases
      cells[segments] = cell
    }
    return cells.values.map { ($0.segments.text, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  static func numbered(_ cells: [CrossedCell]) -> ([CrossedCell], [Segment]) {
    var (cells, names, numbers) = (cells, [Segment](), [Segment: Int]())
    for place in cells.indices {
      cells[place].numbers = cells[place].segments.map { segment in
        if let number = numbers[segment] { return number }
        names.append(segment)
        numbers[segment] = names.count
        return names.count
      }
    }
    return (cells, names)
  }
}

/// The rows of combinations that a rule is about.
private struct CrossedRows {
  private let crossed: CrossedFigures
  private let part: SumTerm
  private let whole: SumTerm
  private let keys: [(column: Int, value: String)]
  private let filter: [CrossedFigures.Segment]
  private let time: Int?

  init(_ crossed: CrossedFigures, _ subject: CauseSubject) {
    self.crossed = crossed
    (part, whole) = (subject.part, subject.whole)
    let columns = crossed.table.columns
    keys = subject.filter.compactMap { name, value in
      columns.firstIndex { $0.name == name }.map { ($0, value) }
    }
    filter = subject.filter.filter { name, _ in !columns.contains { $0.name == name } }
      .map { CrossedFigures.Segment(dimension: $0.key, value: $0.value) }
    time = columns.firstIndex { $0.role == .time }
  }

  func forEach(_ body: ([CrossedFigures.Segment], Day, Cases) -> Void) {
    guard let time else { return }
    for row in crossed.table.rows {
      guard let day = row[time].day, let segments = crossed.combination(of: row),
        segments.holds(filter),
        keys.allSatisfy({
          row[$0.column].label == $0.value
        })
      else { continue }
      body(
        segments, day,
        Cases(part: sum(part, row), cases: sum(whole, row), isShare: true))
    }
  }

  private func sum(_ term: SumTerm, _ row: [Cell]) -> Double {
    term.columns.reduce(0) { $0 + Double(row[crossed.table.index($1)].integer) }
  }
}

extension [CrossedFigures.Segment] {
  var text: String {
    map { "\($0.dimension)\u{1}\($0.value)" }.joined(separator: "\u{1}")
  }

  /// Whether all of `others` are among them.
  func holds(_ others: [CrossedFigures.Segment]) -> Bool {
    others.allSatisfy(contains)
  }

  /// What somebody can act on first.
  var inOrder: Self {
    let order = Dimension.actionable.map(\.name)
    return sorted {
      (order.firstIndex(of: $0.dimension) ?? order.count, $0.dimension)
        < (order.firstIndex(of: $1.dimension) ?? order.count, $1.dimension)
    }
  }
}
