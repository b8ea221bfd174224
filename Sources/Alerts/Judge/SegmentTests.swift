import Metrics
import Settings
import Values

// Many comparisons at once: a rule with `by` judges every value of its dimensions. At 95 % one of
// twenty values of nothing at all would be beyond its bound, so the rule is made stricter with each
// value that is tested, by Holm's step-down method (Holm 1979): the most surprising of m values is
// judged at a level of (1 − confidence) ÷ m, the next one at ÷ (m − 1), until one of them is well.
//
// A worked example: of 9 countries, US has p = 0.0001 and BR p = 0.02. US is tested at 0.05 ÷ 9 =
// 0.0056: it fires. BR is tested at 0.05 ÷ 8 = 0.0063: it does not, and nobody after it is tested.

/// A value of a dimension that is beyond the rule's threshold.
package struct Breach: Sendable, Hashable {
  package let dimension: String
  package let value: String
  /// As the rule judges this value alone, at its corrected confidence.
  package let verdict: Verdict

  /// `country US`.
  package var name: String { "\(dimension) \(value)" }

  /// `country US (10.1%, usually 38%)`.
  func text(_ units: Units) -> String {
    guard let figure = verdict.value else { return name }
    let usual = verdict.baseline.map { ", usually \(units.text($0))" } ?? ""
    return "\(name) (\(units.text(figure))\(usual))"
  }
}

/// Judges each value of a rule's dimensions.
struct SegmentTests {
  private struct Test {
    let dimension: String
    let value: String
    let one: RuleEvaluation
    /// Nil where chance says nothing.
    let pValue: Double?
    /// How much worse it got.
    let change: Rate?

    /// The most surprising first: by p as a share of what the test calls surprising, then by how much
    /// worse it got.
    var order: (Double, Int64, String) {
      ((pValue ?? 0) / one.level, -(change?.millionths ?? 0), value)
    }
  }

  /// The values that fire, the most surprising first.
  let breaches: [Breach]
  /// All values that had enough cases to be judged, those that fire first.
  let judged: [Breach]

  /// How many they are.
  var tested: Int { judged.count }

  /// `total` is the rule for everybody, over the window that it names.
  init(_ total: RuleEvaluation, in figures: Figures) {
    (judged, breaches) = SegmentTests.stepDown(SegmentTests.tests(total, figures))
  }

  private static func tests(_ total: RuleEvaluation, _ figures: Figures) -> [Test] {
    let segments = FigureSegments(total.source, in: figures)
    return total.rule.breakdown.flatMap { dimension in
      segments.values(of: dimension).compactMap { value, rows in
        let narrowed = total.narrowed(to: dimension, value, in: figures, rows: rows)
        guard let one = narrowed?.fittedAsSegment, one.hasEnough else { return nil }
        return Test(
          dimension: dimension, value: value, one: one, pValue: one.pValue,
          change: one.verdict.change)
      }
    }
  }

  private static func stepDown(_ tests: [Test]) -> (judged: [Breach], breaches: [Breach]) {
    let sorted = tests.sorted { $0.order < $1.order }
    var (breaches, others): ([Breach], [Breach]) = ([], [])
    var isOver = false
    for (rank, test) in sorted.enumerated() {
      let verdict = test.one.corrected(for: sorted.count - rank).verdict
      let value = Breach(dimension: test.dimension, value: test.value, verdict: verdict)
      let fires = verdict.finding == .firing && !isOver
      if fires { breaches.append(value) } else { others.append(value) }
      if !fires, test.pValue != nil { isOver = true }
    }
    return (breaches + others, breaches)
  }
}

/// The values that a table can be split by, with their rows.
struct FigureSegments {
  typealias Segment = (value: String, rows: [[Cell]])
  private var known: [String: [Segment]] = [:]

  init(_ source: MetricSource, in figures: Figures) {
    let table = figures.table(source.segmentTable)
    guard let column = table.columns.firstIndex(where: { $0.name == "dimension" }) else { return }
    var places: [String: [String: Int]] = [:]
    for row in table.rows {
      guard let dimension = row[column].text, let value = row[column + 1].text else { continue }
      if let place = places[dimension]?[value] {
        known[dimension]?[place].rows.append(row)
      } else {
        places[dimension, default: [:]][value] = known[dimension]?.count ?? 0
        known[dimension, default: []].append((value, [row]))
      }
    }
  }

  /// In the order of the table.
  func values(of dimension: String) -> [Segment] { known[dimension] ?? [] }
}

extension RuleEvaluation {
  /// The same rule for one value; nil where its figures are not kept.
  func narrowed(
    to dimension: String, _ value: String, in figures: Figures, rows: [[Cell]]? = nil
  ) -> RuleEvaluation? {
    var rule = rule
    rule.breakdown = []
    rule.filter[dimension] = value
    return FigureRows(source, rule, in: figures, rows: rows).map {
      RuleEvaluation(
        rule: rule, source: source, days: days, rows: $0, firstDay: firstDay,
        uncommonDays: uncommonDays)
    }
  }

  /// Whether there are cases enough to judge at all.
  fileprivate var hasEnough: Bool {
    switch verdict.finding {
    case .ok, .firing: true
    case .notEnoughData: (verdict.sample ?? 0) >= max(1, smallestSample)
    case .outdated, .missing, .noCases, .noFigure: false
    }
  }

  /// The same rule, as strict as one of `count` tests has to be.
  func corrected(for count: Int) -> RuleEvaluation {
    var one = self
    one.rule.confidence = Significance.corrected(rule.confidence, for: count)
    if rule.baseline.deviations.numerator > 0 {
      one.rule.baseline.deviations = Significance.corrected(
        deviations: rule.baseline.deviations, for: count)
    }
    return one
  }
}
