import Metrics
import Settings
package import Values

// Which segment stands out. The change of a figure is split over the values of each dimension, so
// that the parts add up to the whole change:
//
//   amounts      a value's part is its own change
//   proportions  w₁(r₁ − R₀) − w₀(r₀ − R₀): its rate r and its weight w among the cases, now and
//                before, against the whole rate R₀ before; both a rate that fell and a shift to
//                values that were always low count
//
// A value that has most of the cases has most of any change, so what stands out is the value whose
// part of the change is larger than its part of the cases. A worked example: the start rate falls
// from 31 % to 26 %. US has 35 % of the viewers and 96 % of the fall, ios 80 % and 81 %: US is
// named, ios is not.
//
// Few cases move far by chance. Of a proportion a value is named only when it moved otherwise than
// all others together beyond chance: the difference of the two differences, against its standard
// error, at the rule's confidence corrected for the number of values (Bonferroni).

/// One value of a dimension, and how much of a change it explains.
package struct Move: Sendable, Hashable {
  package let dimension: String
  package let value: String
  /// What the figure was and is for this value alone; nil where there were no cases.
  package let before: Rate?
  package let now: Rate?
  /// Its part of the change of the whole; above 1 where others went the other way.
  package let part: Double
  /// Its part of the cases, or of the amount, before.
  package let weight: Double
  /// Whether it moved otherwise than the others beyond chance; amounts always do.
  let isTelling: Bool

  /// `country US`.
  package var name: String { "\(dimension) \(value)" }
}

/// Splits what a firing rule found over the segments of its table.
struct Decomposition {
  /// One value a dimension, the most telling first; empty where none stands out.
  let moves: [Move]

  /// How much larger its part of the change has to be than its part of the cases.
  private static let telling = 0.2
  /// So many are named at most.
  private static let shown = 3

  init(_ one: RuleEvaluation, in figures: Figures) {
    let most = Dimension.actionable.map(\.name).compactMap { dimension in
      Decomposition.parts(of: dimension, one, in: figures)
        .filter { $0.isTelling && !one.rule.comparison.isBetter($0) }
        .max { $0.lift < $1.lift }
    }
    moves = most.filter { $0.lift >= Decomposition.telling }.sorted { $0.lift > $1.lift }
      .prefix(Decomposition.shown).map(\.self)
  }

  /// The whole change, split over the values of one dimension; empty where it cannot be split.
  static func parts(of dimension: String, _ one: RuleEvaluation, in figures: Figures) -> [Move] {
    let changes = FigureSegments(one.source, in: figures).values(of: dimension).compactMap {
      value, rows in
      one.narrowed(to: dimension, value, in: figures, rows: rows).flatMap {
        SegmentChange(dimension, value, $0)
      }
    }
    let whole = changes.reduce(Cases.zero) { $0 + $1.now }
    var before = changes.reduce(Cases.zero) { $0 + $1.before }
    // Where segments are not kept for long enough, or the figure has always been as bad, the
    // threshold stands in for the past.
    let hasPast = before.isKnown && one.rule.comparison.isWorse(whole.figure, than: before.figure)
    if !hasPast { before = Cases(threshold: one.rule.threshold) }
    let total = whole.figure - before.figure
    guard changes.count > 1, hasPast || whole.isShare, total.isFinite, total != 0 else { return [] }
    let z = Significance.quantile(Significance.corrected(one.rule.confidence, for: changes.count))
    return changes.map { change in
      Move(
        dimension: change.dimension, value: change.value,
        before: hasPast ? change.before.rate : nil, now: change.now.rate,
        part: change.contribution(whole, before, hasPast: hasPast) / total,
        // What is new has no part of the cases before, and may have most of them now.
        weight: max(hasPast ? change.before.share(of: before) : 0, change.now.share(of: whole)),
        isTelling: change.deviations(whole, hasPast ? before : nil) > z)
    }
  }
}

extension AlertRule.Comparison {
  func isWorse(_ now: Double, than before: Double) -> Bool {
    isDownward ? now < before : now > before
  }

  /// A value that got better explains nothing that got worse, however many cases came to it: a
  /// version that is new within an incident would be named for having been there.
  fileprivate func isBetter(_ move: Move) -> Bool {
    guard let before = move.before, let now = move.now else { return false }
    return isDownward ? now > before : now < before
  }
}

extension Move {
  fileprivate var lift: Double { part - weight }
}

/// What a figure is made of for one value, now and before.
private struct SegmentChange {
  let dimension: String
  let value: String
  fileprivate let now: Cases
  fileprivate let before: Cases

  init?(_ dimension: String, _ value: String, _ one: RuleEvaluation) {
    guard let now = Cases(one, one.days) else { return nil }
    self.dimension = dimension
    self.value = value
    self.now = now
    let earlier = one.earlier.filter { $0.lowerBound > one.firstDay && one.rows.hasRows($0) }
    before = Cases(averaging: earlier.compactMap { Cases(one, $0) })
  }

  func contribution(_ whole: Cases, _ before: Cases, hasPast: Bool) -> Double {
    guard now.isShare else { return now.part - (hasPast ? self.before.part : 0) }
    let usual = before.figure
    return now.distance(from: usual, in: whole)
      - (hasPast ? self.before.distance(from: usual, in: before) : 0)
  }

  /// By how many standard errors it moved otherwise than all others together; nothing is said of
  /// amounts.
  func deviations(_ whole: Cases, _ before: Cases?) -> Double {
    guard now.isShare else { return .infinity }
    let current = Contrast(now, whole)
    let past = before.map { Contrast(self.before, $0) } ?? .none
    let variance = current.variance + past.variance
    return variance > 0 ? abs(current.difference - past.difference) / variance.squareRoot() : 0
  }
}

/// How a value's rate differs from that of all others, and the variance of that difference.
struct Contrast {
  let difference: Double
  let variance: Double

  static let none = Contrast(difference: 0, variance: 0)
}

extension Contrast {
  init(_ one: Cases, _ whole: Cases) {
    let others = whole.cases - one.cases
    guard one.cases > 0, others > 0 else {
      self = .none
      return
    }
    let rate = whole.figure
    difference = one.figure - (whole.part - one.part) / others
    variance = rate * (1 - rate) * (1 / one.cases + 1 / others)
  }
}

/// A numerator and a denominator, or an amount alone.
struct Cases: Hashable, Sendable {
  var part: Double
  var cases: Double
  var isShare: Bool

  static let zero = Cases(part: 0, cases: 0, isShare: false)
}

extension Cases {
  /// Nil for figures that cannot be split: those that do not add.
  init?(_ one: RuleEvaluation, _ days: ClosedRange<Day>) {
    switch one.source.form {
    case .share:
      let share = one.rows.share(days)
      self.init(part: Double(share.part), cases: Double(share.cases), isShare: true)
    case .amount, .state:
      let measured = Measurement(one.source.form, one.rows, days)
      self.init(part: measured?.value.value ?? 0, cases: 0, isShare: false)
    case .age, .percentile, .single: return nil
    }
  }

  /// Shares of all windows together; amounts of an average one.
  init(averaging windows: [Cases]) {
    self = windows.reduce(.zero, +)
    if !isShare, !windows.isEmpty { part /= Double(windows.count) }
  }

  init(threshold: Fraction) {
    self.init(part: Ratio(threshold).value, cases: 1, isShare: true)
  }

  static func + (a: Cases, b: Cases) -> Cases {
    Cases(part: a.part + b.part, cases: a.cases + b.cases, isShare: a.isShare || b.isShare)
  }

  var isKnown: Bool { isShare ? cases > 0 : part != 0 }
  /// The rate, or the amount.
  var figure: Double { isShare ? part / cases : part }
  var rate: Rate? { isKnown ? Rate(figure) : nil }

  /// By how much these cases move the rate of all from a rate.
  func distance(from rate: Double, in all: Cases) -> Double {
    all.cases > 0 ? (part - cases * rate) / all.cases : 0
  }

  func share(of whole: Cases) -> Double {
    isShare ? cases / max(1, whole.cases) : part / whole.part
  }
}
