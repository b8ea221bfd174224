import Metrics
import Settings
import Statistics
import Values

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

extension Cases {
  static let share = Cases(part: 0, cases: 0, isShare: true)

  /// So many that a share of them is told by the normal distribution.
  private static let fewest = 5.0

  /// Whether at least five are expected on either side at a rate.
  fileprivate func isEnough(at rate: Double) -> Bool {
    cases * min(rate, 1 - rate) >= Self.fewest
  }
}

struct CauseSearch {
  typealias Segment = CrossedFigures.Segment

  private struct Candidate {
    let segments: [Segment]
    let cases: CaseChange
    let z: Double
  }

  private static let mostParts = 3
  private static let mostDimensions = 3
  private static let falseDiscoveries = 0.05
  /// As good as the best.
  private static let nearly = 0.9

  private let one: CauseSubject
  private let cells: [CrossedCell]
  private let names: [Segment]
  private let whole: CaseChange

  init(_ one: CauseSubject, _ crossed: CrossedFigures, on asked: ClosedRange<Day>) {
    self.one = one
    (cells, names) = Self.numbered(Self.cells(one, crossed, asked))
    var whole = cells.reduce(CaseChange()) { $0 + $1.cases }
    if !whole.before.isKnown { whole.before = Cases(threshold: one.threshold) }
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
      if !isWorse(rest.reduce(CaseChange()) { $0 + $1.cases }) { break }
    }
    guard !parts.isEmpty else { return nil }
    let others = rest.reduce(CaseChange()) { $0 + $1.cases }
    return SmallestCause(parts: parts, others: others.rates)
  }

  /// Whether what is left is worse than it was beyond chance.
  private func isWorse(_ cases: CaseChange) -> Bool {
    guard cases.now.isKnown, cases.before.isKnown else { return false }
    let pooled = (cases.now + cases.before).figure
    let variance = pooled * (1 - pooled) * (1 / cases.now.cases + 1 / cases.before.cases)
    let difference = cases.now.figure - cases.before.figure
    return one.comparison.isWorse(cases.now.figure, than: cases.before.figure)
      && difference * difference > variance * Self.beyondChance
  }

  /// Three standard errors, squared.
  private static let beyondChance = 9.0

  private func best(in cells: [CrossedCell]) -> Candidate? {
    let all = cells.reduce(CaseChange()) { $0 + $1.cases }
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
  private func candidates(in cells: [CrossedCell], _ all: CaseChange) -> [Candidate] {
    var sums: [SIMD4<Int>: CaseChange] = [:]
    for cell in cells {
      cell.numbers.forEachChoice(upTo: Self.mostDimensions) { choice in
        sums[choice, default: CaseChange()].add(cell.cases)
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
  private func z(_ cases: CaseChange, _ all: CaseChange) -> Double {
    let (now, before) = (Contrast(cases.now, all.now), Contrast(cases.before, all.before))
    let variance = now.variance + before.variance
    guard variance > 0 else { return 0 }
    let moved = (now.difference - before.difference) / variance.squareRoot()
    return one.comparison.isDownward ? -moved : moved
  }

  private func part(_ found: Candidate, in rest: [CrossedCell]) -> SmallestCause.Part {
    let cases = found.cases
    let usual = cases.before.isKnown ? cases.before.figure : whole.before.figure
    let change = whole.now.figure - whole.before.figure
    let moved =
      cases.now.distance(from: whole.before.figure, in: whole.now)
      - cases.before.distance(from: whole.before.figure, in: whole.before)
    return SmallestCause.Part(
      segments: found.segments.inOrder, rates: cases.rates,
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
    let (halfWay, sign) = ((usual + now) / 2, one.comparison.isDownward ? -1.0 : 1.0)
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
