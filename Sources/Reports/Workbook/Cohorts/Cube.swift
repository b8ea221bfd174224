import Metrics

/// The figures of a cohort sheet by segment and cohort: a hidden table of a row each, complete, so
/// that a row's place follows from both numbers.
struct Cube {
  /// What one cohort of a segment shows whatever its age, such as how many it is of.
  struct Fact {
    let segment: Choices.Segment
    let cohort: Cell
    let cells: [Cell]
  }

  /// What it shows at an age: for every measure a figure, and what it is a part of what.
  struct Point {
    let segment: Choices.Segment
    let cohort: Cell
    let age: Int
    let values: [Value]
  }

  struct Value {
    var shown: Cell
    var part: Cell
    var whole: Cell
  }

  enum Kind: Int { case shown, part, whole }

  private struct Place: Hashable {
    var segment: Choices.Segment
    var cohort: Cell
  }

  let name: BlockName
  let cohorts: [Cell]
  let ages: [Int]
  let measures: Int
  /// The columns that do not depend on the age.
  let factNames: [String]
  private let facts: [Place: [Cell]]
  private let points: [Place: [Int: [Value]]]

  /// The newest cohorts of the total, at most so many.
  static let longest = 24

  init(_ name: BlockName, factNames: [String], facts: [Fact], points: [Point]) {
    self.name = name
    self.factNames = factNames
    let all = facts.filter { $0.segment.dimension == "all" }.map(\.cohort)
    cohorts = Array(all.suffix(Cube.longest))
    let kept = Set(cohorts)
    let shown = points.filter { kept.contains($0.cohort) }
    ages = Set(shown.map(\.age)).sorted()
    measures = shown.first?.values.count ?? 1
    self.facts = Dictionary(
      facts.lazy.filter { kept.contains($0.cohort) }.map {
        (Place(segment: $0.segment, cohort: $0.cohort), $0.cells)
      }, uniquingKeysWith: { first, _ in first })
    self.points = Dictionary(grouping: shown) { Place(segment: $0.segment, cohort: $0.cohort) }
      .mapValues {
        Dictionary($0.map { ($0.age, $0.values) }, uniquingKeysWith: { first, _ in first })
      }
  }

  var segments: Set<Choices.Segment> { Set(facts.keys.map(\.segment)) }

  func fact(_ index: Int, _ cohort: Cell, of segment: Choices.Segment = .all) -> Cell {
    facts[Place(segment: segment, cohort: cohort)]?[index] ?? .missing
  }

  func value(
    _ age: Int, _ cohort: Cell, _ measure: Int = 0, of segment: Choices.Segment = .all
  ) -> Value? {
    points[Place(segment: segment, cohort: cohort)]?[age]?[measure]
  }

  // MARK: - As a table

  /// The column of a fact, from 1.
  func column(fact index: Int) -> Int { 3 + index }

  /// The column of an age's figure, from 1.
  func column(_ kind: Kind, age index: Int, measure: Int = 0) -> Int {
    3 + factNames.count + (measure * 3 + kind.rawValue) * ages.count + index
  }

  /// How far the same figures of the next measure are.
  var measureWidth: Int { 3 * ages.count }

  var heads: [String] {
    let kinds = ["", "part", "whole"]
    let figures = (0..<measures).flatMap { measure in
      kinds.flatMap { kind in ages.map { "\(name.rawValue) \(measure + 1) \(kind) \($0)" } }
    }
    return ["segment", "cohort"] + factNames + figures
  }

  /// The row of a segment's cohort.
  func row(_ number: Int, _ segment: Choices.Segment, _ cohort: Cell) -> [Cell] {
    let place = Place(segment: segment, cohort: cohort)
    let known = facts[place] ?? factNames.map { _ in .missing }
    let values = (0..<measures).flatMap { measure in
      [\Value.shown, \Value.part, \Value.whole].flatMap { kind in
        ages.map { points[place]?[$0]?[measure][keyPath: kind] ?? .missing }
      }
    }
    return [.count(Int64(number)), cohort] + known + values
  }

  // MARK: - In formulas

  /// What the chosen segment's cohort has in a column.
  func cell(_ cohort: Int, _ column: CellFormula) -> CellFormula {
    ("INDEX(\(name),(rr_segment-1)*\(cohorts.count)+\(cohort + 1),\(column))" as CellFormula)
      .orBlank
  }

  /// What a column adds up to over the chosen segment's cohorts.
  func sum(_ column: CellFormula) -> CellFormula {
    "SUMIF(INDEX(\(name),0,1),rr_segment,INDEX(\(name),0,\(column)))"
  }
}

extension Choices.Segment {
  static let all = Self(dimension: "all", value: "all")
}
