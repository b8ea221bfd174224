import Metrics
import Settings
import Statistics
import Values

// The fewest segments that explain a firing rule's change, each a value of up to three dimensions
// crossed (country US × variant benefits). They are looked for among all combinations that the
// customers of the judged windows stand in:
//
//   1. Every combination of one to three values is a candidate, where it has cases enough.
//   2. Its evidence is how much less probable its cases are if the odds had moved as those of all
//      others did, as a logarithm. So what changes the odds of all alike names nobody.
//   3. The candidates are tested at a false discovery rate of 5 % (Benjamini & Hochberg 1995), which
//      holds for candidates that overlap, too (Benjamini & Yekutieli 2001). Where none passes,
//      nothing is named: the change is everywhere.
//   4. The cause is the one with the most evidence; of those within a tenth of it the one of the
//      fewest dimensions. A part of the cause has fewer cases and less evidence, and so has what
//      holds the cause among cases that did not change.
//   5. It is named if the cause lies in it with a probability of 95 %: one candidate is the cause, and
//      it is that as probably as its evidence says, and all of one dimension as probably beforehand as
//      all of two and all of three (Maller et al. 2012, "Bayesian refinement of association signals";
//      Scott & Berger 2010 on the many). Otherwise it loses the value without which that is the most
//      probable, until none is left.
//   6. Its cases are taken out, and the search goes on in the rest, while that is still worse than
//      usual beyond chance; three causes at most. Causes and rest add up to the whole change.
//
// A worked example: of 24 viewers of US × benefits none started, usually 36 % do: evidence of 10. US ×
// benefits × ios has 7, benefits × organic 9, US 4. Of 10 values, 40 pairs and 300 triples that is
// e¹⁰ ÷ 40 = 551, 3.7, 203 and 5.5. The cause lies in US × benefits with a probability of 555 ÷ 763 =
// 73 %, in benefits with 99 %: variant benefits is named. With 5 for benefits × organic it would be 98 %.

extension Cases {
  static let share = Cases(part: 0, cases: 0, isShare: true)

  fileprivate func without(_ others: Cases) -> Cases {
    Cases(part: part - others.part, cases: cases - others.cases, isShare: isShare)
  }

  fileprivate var odds: LogOdds { LogOdds(part, of: cases) }

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
    let choice: SIMD4<Int>
    let cases: CaseChange
    /// Against a change like that of all others; below 0 where it changed for the better.
    let evidence: Double

    var numbers: [Int] { choice.indices.map { choice[$0] }.filter { $0 > 0 } }
  }

  private static let mostParts = 3
  static let mostDimensions = 3
  private static let falseDiscoveries = 0.05
  /// As good as the best.
  private static let nearly = 0.9
  /// How probably a named cause holds the true one.
  private static let certainty = 0.95
  /// Of the logarithms of the odds by which segments usually differ: a new one may start at 27 % or 48 %
  /// where others start at 37 %.
  private static let between = 0.25

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
      rest.removeAll { $0.segments.holds(segments(best)) }
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
    let candidates = candidates(in: cells)
    guard isDiscovered(candidates.map(\.evidence)) else { return nil }
    let worse = candidates.filter { $0.evidence > 0 }
    guard let most = worse.map(\.evidence).max() else { return nil }
    let best = worse.filter { $0.evidence >= most * Self.nearly }.min(by: precedes)
    let odds = CauseOdds(worse.map { ($0.choice, $0.evidence) }, cells)
    return best.flatMap { certain($0, odds, worse) }
  }

  /// Fewer dimensions first, then more evidence.
  private func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
    (a.numbers.count, -a.evidence, text(a)) < (b.numbers.count, -b.evidence, text(b))
  }

  private func text(_ one: Candidate) -> String { segments(one).text }
  private func segments(_ one: Candidate) -> [Segment] { one.numbers.map { names[$0 - 1] } }

  /// It, or the most probable of those with one value less, if that holds the cause; nil if none does.
  private func certain(_ one: Candidate, _ odds: CauseOdds, _ worse: [Candidate]) -> Candidate? {
    if odds.probability(of: one.numbers) >= Self.certainty { return one }
    let wider = worse.filter { other in
      other.numbers.count == one.numbers.count - 1 && other.numbers.allSatisfy(one.numbers.contains)
    }
    let best = wider.sorted(by: precedes).map { ($0, odds.probability(of: $0.numbers)) }
      .max { $0.1 < $1.1 }
    return best.flatMap { certain($0.0, odds, worse) }
  }

  /// Whether the largest of them passes: some k have a p of at most k ÷ m × 5 %.
  private func isDiscovered(_ evidence: [Double]) -> Bool {
    let sorted = evidence.map {
      $0 > 0 ? Significance.pValue(deviations: (2 * $0).squareRoot()) : 1
    }.sorted()
    return sorted.enumerated().contains { rank, p in
      p <= Double(rank + 1) / Double(sorted.count) * Self.falseDiscoveries
    }
  }

  /// Every combination of values with cases enough, and others beside it.
  private func candidates(in cells: [CrossedCell]) -> [Candidate] {
    let all = cells.reduce(CaseChange()) { $0 + $1.cases }
    var sums: [SIMD4<Int>: CaseChange] = [:]
    for cell in cells {
      cell.numbers.forEachChoice(upTo: Self.mostDimensions) { choice in
        sums[choice, default: CaseChange()].add(cell.cases)
      }
    }
    let usual = all.before.isKnown ? all.before.figure : whole.before.figure
    return sums.sorted { $0.key.precedes($1.key) }.compactMap { choice, cases in
      guard cases.now.isEnough(at: usual), all.now.cases > cases.now.cases else { return nil }
      return Candidate(choice: choice, cases: cases, evidence: evidence(cases, all))
    }
  }

  /// Against odds that moved as those of all others, above 0 for the worse.
  private func evidence(_ cases: CaseChange, _ all: CaseChange) -> Double {
    let usual = (cases.before.odds - all.before.without(cases.before).odds)
      .shrunk(between: Self.between)
    let expected = all.now.without(cases.now).odds + usual
    let found = expected.evidence(against: cases.now.part, of: cases.now.cases)
    return one.comparison.isWorse(cases.now.figure, than: expected.share) ? found : -found
  }

  private func part(_ found: Candidate, in rest: [CrossedCell]) -> SmallestCause.Part {
    let cases = found.cases
    let usual = cases.before.isKnown ? cases.before.figure : whole.before.figure
    let change = whole.now.figure - whole.before.figure
    let moved =
      cases.now.distance(from: whole.before.figure, in: whole.now)
      - cases.before.distance(from: whole.before.figure, in: whole.before)
    return SmallestCause.Part(
      segments: segments(found).inOrder, rates: cases.rates,
      cases: Int64(cases.now.cases), part: change == 0 ? 0 : moved / change,
      missing: abs(cases.now.part - cases.now.cases * usual) / Double(one.days.count),
      since: since(segments(found), usual, cases.now.figure, in: rest))
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
  func forEachChoice(upTo most: Int, _ body: (SIMD4<Int>) -> Void) {
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

extension SIMD4<Int> {
  /// In the order of their numbers, so that sums of floating point are the same in every run.
  fileprivate func precedes(_ other: Self) -> Bool {
    (self[0], self[1], self[2]) < (other[0], other[1], other[2])
  }
}
