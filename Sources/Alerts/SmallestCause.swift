package import Metrics
import Settings
import Statistics
package import Values

// The fewest segments that explain a firing rule's change, each a value of up to three dimensions
// crossed (country US × variant benefits). They are looked for among all combinations that the
// customers of the judged windows stand in:
//
//   1. Every combination of one to three values is a candidate, where it has cases enough.
//   2. Its z is by how many standard errors its rate moved otherwise than that of all others.
//   3. The candidates are tested at a false discovery rate of 5 % (Benjamini & Hochberg 1995), which
//      holds for candidates that overlap, too (Benjamini & Yekutieli 2001). Where none passes,
//      nothing is named: the change is everywhere.
//   4. The cause is the one with the largest z²; of those within a tenth of it the one of the fewest
//      dimensions. A part of the cause has fewer cases and a smaller z, and so has what holds the
//      cause among cases that did not change.
//   5. Its cases are taken out, and the search goes on in the rest, while that is still worse than
//      usual beyond chance; three causes at most. Causes and rest add up to the whole change.
//
// A worked example: the start rate fell from 37 % to 23 %. US has z = 9.1, variant benefits 8.2,
// US × benefits 13.0: it is named. Everywhere else the rate is 37 % as ever, and the search ends.

/// What explains a change.
package struct SmallestCause: Sendable, Hashable {
  package struct Part: Sendable, Hashable {
    /// In the order of ``Dimension/actionable``.
    package let segments: [CrossedFigures.Segment]
    /// Nil where there were no cases.
    package let before: Rate?
    package let now: Rate?
    /// Its cases in the judged days.
    package let cases: Int64
    /// Its part of the whole change; above 1 where others went the other way.
    package let part: Double
    /// How many fewer a day than usual, or more.
    package let missing: Double
    /// The first of the days that are the worst together; nil where it cannot be told.
    package let since: Day?

    /// `country US × variant benefits`.
    package var name: String {
      segments.map { "\($0.dimension) \($0.value)" }.joined(separator: " × ")
    }
  }

  package let parts: [Part]
  /// The rate of everybody else, before and now.
  package let others: (before: Rate?, now: Rate?)

  package static func == (a: SmallestCause, b: SmallestCause) -> Bool {
    a.parts == b.parts && a.others == b.others
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// What is asked of the customers of the judged windows when a rule fires.
package struct CauseQuestion: Sendable {
  package let metric: Metric
  /// From the first day that the rule compares with to the last one that it judged.
  package let days: ClosedRange<Day>
}

extension Judge {
  /// What to ask to explain a verdict; nil where it does not fire, is over, or is about no share by
  /// segment.
  package func causeQuestion(_ verdict: Verdict, on figures: Figures) -> CauseQuestion? {
    guard verdict.state == .firing, !verdict.rule.isOfProof, let days = verdict.days,
      let one = evaluation(verdict.rule, MetricSource(verdict.rule), figures), one.source.isShare,
      let file = ReportSchema.table(one.source.segmentTable),
      let column = verdict.rule.figure.column.flatMap({ file.column($0.name) })
    else { return nil }
    let first = one.over(days).earlier.map(\.lowerBound).min() ?? days.lowerBound
    return CauseQuestion(
      metric: Metric(file, column), days: min(first, days.lowerBound)...days.upperBound)
  }

  /// The verdict with its smallest cause, found in the figures of combinations.
  package func explained(_ verdict: Verdict, by crossed: CrossedFigures, on figures: Figures)
    -> Verdict
  {
    guard let days = verdict.days,
      let one = evaluation(verdict.rule, MetricSource(verdict.rule), figures)
    else { return verdict }
    var verdict = verdict
    let cause = CauseSearch(one.over(days), crossed).cause
    verdict.smallest = cause
    if cause != nil { verdict.moves = [] }
    return verdict
  }
}

extension RuleEvaluation {
  fileprivate func over(_ days: ClosedRange<Day>) -> RuleEvaluation {
    var one = self
    one.days = days
    return one
  }
}

// MARK: - The search

/// One combination of segments with its cases, now and before.
private struct CrossedCell {
  let segments: [CrossedFigures.Segment]
  /// Their numbers: their places among all segments, from 1.
  var numbers: [Int] = []
  var cases = Change()
  /// By day, what counts and how many cases.
  var days: [Day: Cases] = [:]
}

/// Cases now and before.
private struct Change: Hashable {
  var now = Cases.share
  var before = Cases.share

  static func + (a: Change, b: Change) -> Change {
    Change(now: a.now + b.now, before: a.before + b.before)
  }

  mutating func add(_ other: Change) { self = self + other }
}

extension Cases {
  fileprivate static let share = Cases(part: 0, cases: 0, isShare: true)

  /// So many that a share of them is told by the normal distribution.
  private static let fewest = 5.0

  /// Whether at least five are expected on either side at a rate.
  fileprivate func isEnough(at rate: Double) -> Bool {
    cases * min(rate, 1 - rate) >= Self.fewest
  }
}

private struct CauseSearch {
  private typealias Segment = CrossedFigures.Segment

  private struct Candidate {
    let segments: [Segment]
    let cases: Change
    let z: Double
  }

  private static let mostParts = 3
  private static let mostDimensions = 3
  private static let falseDiscoveries = 0.05
  /// As good as the best.
  private static let nearly = 0.9

  private let one: RuleEvaluation
  private let cells: [CrossedCell]
  private let names: [Segment]
  private let whole: Change

  init(_ one: RuleEvaluation, _ crossed: CrossedFigures) {
    self.one = one
    (cells, names) = Self.numbered(Self.cells(one, crossed))
    var whole = cells.reduce(Change()) { $0 + $1.cases }
    if !whole.before.isKnown { whole.before = Cases(threshold: one.rule.threshold) }
    self.whole = whole
  }

  /// Nil where nothing is named.
  var cause: SmallestCause? {
    guard whole.now.isKnown, whole.before.isKnown else { return nil }
    var rest = cells
    var parts: [SmallestCause.Part] = []
    while parts.count < Self.mostParts, let best = best(in: rest) {
      parts.append(part(best, in: rest))
      rest.removeAll { $0.segments.holds(best.segments) }
      if !isWorse(rest.reduce(Change()) { $0 + $1.cases }) { break }
    }
    guard !parts.isEmpty else { return nil }
    let others = rest.reduce(Change()) { $0 + $1.cases }
    return SmallestCause(parts: parts, others: (others.before.rate, others.now.rate))
  }

  /// Whether what is left is worse than it was beyond chance.
  private func isWorse(_ cases: Change) -> Bool {
    guard cases.now.isKnown, cases.before.isKnown else { return false }
    let pooled = (cases.now + cases.before).figure
    let variance = pooled * (1 - pooled) * (1 / cases.now.cases + 1 / cases.before.cases)
    let difference = cases.now.figure - cases.before.figure
    return one.rule.comparison.isWorse(cases.now.figure, than: cases.before.figure)
      && difference * difference > variance * Self.beyondChance
  }

  /// Three standard errors, squared.
  private static let beyondChance = 9.0

  private func best(in cells: [CrossedCell]) -> Candidate? {
    let all = cells.reduce(Change()) { $0 + $1.cases }
    let candidates = candidates(in: cells, all)
    guard isDiscovered(candidates.map(\.z)) else { return nil }
    let worse = candidates.filter { $0.z > 0 }
    guard let most = worse.map(\.z).max() else { return nil }
    return worse.filter { $0.z * $0.z >= most * most * Self.nearly }
      .min {
        ($0.segments.count, -$0.z, $0.segments.text) < ($1.segments.count, -$1.z, $1.segments.text)
      }
  }

  /// Whether the largest of them passes: some k have a p of at most k ÷ m × 5 %.
  private func isDiscovered(_ zs: [Double]) -> Bool {
    let sorted = zs.map { $0 > 0 ? Significance.pValue(deviations: $0) : 1 }.sorted()
    return sorted.enumerated().contains { rank, p in
      p <= Double(rank + 1) / Double(sorted.count) * Self.falseDiscoveries
    }
  }

  /// Every combination of values with cases enough, and others beside it.
  private func candidates(in cells: [CrossedCell], _ all: Change) -> [Candidate] {
    var sums: [SIMD4<Int>: Change] = [:]
    for cell in cells {
      cell.numbers.forEachChoice(upTo: Self.mostDimensions) { choice in
        sums[choice, default: Change()].add(cell.cases)
      }
    }
    let usual = all.before.isKnown ? all.before.figure : whole.before.figure
    return sums.compactMap { choice, cases in
      guard cases.now.isEnough(at: usual), all.now.cases > cases.now.cases else { return nil }
      let segments = choice.indices.map { choice[$0] }.filter { $0 > 0 }.map { names[$0 - 1] }
      return Candidate(segments: segments, cases: cases, z: z(cases, all))
    }
  }

  /// By how many standard errors its rate moved otherwise than all others, upward for the worse.
  private func z(_ cases: Change, _ all: Change) -> Double {
    let (now, before) = (Contrast(cases.now, all.now), Contrast(cases.before, all.before))
    let variance = now.variance + before.variance
    guard variance > 0 else { return 0 }
    let moved = (now.difference - before.difference) / variance.squareRoot()
    return one.rule.comparison.isDownward ? -moved : moved
  }

  private func part(_ found: Candidate, in rest: [CrossedCell]) -> SmallestCause.Part {
    let cases = found.cases
    let usual = cases.before.isKnown ? cases.before.figure : whole.before.figure
    let change = whole.now.figure - whole.before.figure
    let moved =
      cases.now.distance(from: whole.before.figure, in: whole.now)
      - cases.before.distance(from: whole.before.figure, in: whole.before)
    return SmallestCause.Part(
      segments: found.segments.inOrder, before: cases.before.rate, now: cases.now.rate,
      cases: Int64(cases.now.cases), part: change == 0 ? 0 : moved / change,
      missing: abs(cases.now.part - cases.now.cases * usual) / Double(one.days.count),
      since: since(found.segments, usual, cases.now.figure, in: rest))
  }

  /// The first of the neighbouring days that are the worst together (Kadane's algorithm): beyond
  /// half way between the usual rate and that of now.
  private func since(
    _ segments: [Segment], _ usual: Double, _ now: Double, in cells: [CrossedCell]
  ) -> Day? {
    var days: [Day: Cases] = [:]
    for cell in cells where cell.segments.holds(segments) {
      days.merge(cell.days) { $0 + $1 }
    }
    let (halfWay, sign) = ((usual + now) / 2, one.rule.comparison.isDownward ? -1.0 : 1.0)
    var (begin, sum) = (Day?.none, 0.0)
    var best: (first: Day, sum: Double)?
    for (day, cases) in days.sorted(by: { $0.key < $1.key }) {
      if sum <= 0 { (begin, sum) = (day, 0) }
      sum += sign * (cases.part - cases.cases * halfWay)
      if one.days.contains(day), let begin, sum > best?.sum ?? 0 { best = (begin, sum) }
    }
    return best?.first
  }
}

// MARK: - From rows to cells

extension CauseSearch {
  private static func cells(_ one: RuleEvaluation, _ crossed: CrossedFigures) -> [CrossedCell] {
    guard case .share(let part, let whole) = one.source.form else { return [] }
    let rows = CrossedRows(crossed, one.rule, part, whole)
    let earlier = one.earlier.filter { $0.lowerBound > one.firstDay }
    var cells: [[Segment]: CrossedCell] = [:]
    rows.forEach { segments, day, cases in
      guard day <= one.days.upperBound else { return }
      var cell = cells[segments] ?? CrossedCell(segments: segments)
      if one.days.contains(day) { cell.cases.now = cell.cases.now + cases }
      if earlier.contains(where: { $0.contains(day) }) {
        cell.cases.before = cell.cases.before + cases
      }
      cell.days[day] = (cell.days[day] ?? .share) + cases
      cells[segments] = cell
    }
    return cells.values.sorted { $0.segments.text < $1.segments.text }
  }

  private static func numbered(_ cells: [CrossedCell]) -> ([CrossedCell], [Segment]) {
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

  init(_ crossed: CrossedFigures, _ rule: AlertRule, _ part: SumTerm, _ whole: SumTerm) {
    self.crossed = crossed
    (self.part, self.whole) = (part, whole)
    let columns = crossed.table.columns
    keys = rule.filter.compactMap { name, value in
      columns.firstIndex { $0.name == name }.map { ($0, value) }
    }
    filter = rule.filter.filter { name, _ in !columns.contains { $0.name == name } }
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
  fileprivate var text: String {
    map { "\($0.dimension)\u{1}\($0.value)" }.joined(separator: "\u{1}")
  }

  /// Whether all of `others` are among them.
  fileprivate func holds(_ others: [CrossedFigures.Segment]) -> Bool {
    others.allSatisfy(contains)
  }

  /// What somebody can act on first.
  fileprivate var inOrder: Self {
    let order = Dimension.actionable.map(\.name)
    return sorted {
      (order.firstIndex(of: $0.dimension) ?? order.count, $0.dimension)
        < (order.firstIndex(of: $1.dimension) ?? order.count, $1.dimension)
    }
  }
}

extension [Int] {
  /// Every choice of one to `most` of them, in their order; 0 behind the last.
  fileprivate func forEachChoice(upTo most: Int, _ body: (SIMD4<Int>) -> Void) {
    func extend(_ chosen: SIMD4<Int>, _ length: Int, from start: Int) {
      for place in start..<count {
        var choice = chosen
        choice[length] = self[place]
        body(choice)
        if length + 1 < most { extend(choice, length + 1, from: place + 1) }
      }
    }
    extend(.zero, 0, from: 0)
  }
}
