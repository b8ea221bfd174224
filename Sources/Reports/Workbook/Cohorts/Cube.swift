import Metrics
import Values

/// The figures of a cohort sheet by segment and cohort: a hidden table of a row each, and in front of
/// a segment's cohorts one of their average; complete, so that a row's place follows from both
/// numbers.
struct Cube {
  /// What one cohort of a segment shows whatever its age, such as how many it is of.
  struct Fact {
    let segment: Choices.Segment
    let cohort: Cell
    let cells: [Cell]
  }

  /// What it shows at an age: a figure for every measure.
  struct Point {
    let segment: Choices.Segment
    let cohort: Cell
    let age: Int
    let values: [Cell]
  }

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
  private let points: [Place: [Int: [Cell]]]

  /// `averages`: a place in them for every measure.
  init(
    _ name: BlockName, factNames: [String], facts: [Fact], points: [Point],
    averages: [[Row<CohortAverages>]]
  ) {
    self.name = name
    self.factNames = factNames
    let all = facts.filter { $0.segment.dimension == "all" }.map(\.cohort)
    cohorts = Array(all.suffix(CohortAverages.months))
    let kept = Set(cohorts + [Cube.average])
    let shown = points.filter { kept.contains($0.cohort) } + Cube.points(averages)
    ages = Set(shown.map(\.age)).sorted()
    measures = shown.first?.values.count ?? 1
    self.facts = Dictionary(
      firstOf: facts.lazy.filter { kept.contains($0.cohort) }.map {
        (Place(segment: $0.segment, cohort: $0.cohort), $0.cells)
      })
    self.points = Dictionary(grouping: shown) { Place(segment: $0.segment, cohort: $0.cohort) }
      .mapValues {
        Dictionary(firstOf: $0.map { ($0.age, $0.values) })
      }
  }

  /// In the place of a cohort.
  private static let average = Cell.missing

  private static func points(_ averages: [[Row<CohortAverages>]]) -> [Point] {
    struct Key: Hashable {
      let segment: Choices.Segment
      let age: Int
    }
    var values: [Key: [Cell]] = [:]
    for (measure, rows) in averages.enumerated() {
      for row in rows {
        let key = Key(segment: row.choice, age: Int(row.integer(CohortAverages.age)))
        values[key, default: averages.map { _ in .missing }][measure] = row.average
      }
    }
    return values.map { key, values in
      Point(segment: key.segment, cohort: average, age: key.age, values: values)
    }
  }

  var segments: Set<Choices.Segment> { Set(facts.keys.map(\.segment)) }

  func fact(_ index: Int, _ cohort: Cell, of segment: Choices.Segment = .all) -> Cell {
    facts[Place(segment: segment, cohort: cohort)]?[index] ?? .missing
  }

  func value(
    _ age: Int, _ cohort: Cell, _ measure: Int = 0, of segment: Choices.Segment = .all
  ) -> Cell {
    points[Place(segment: segment, cohort: cohort)]?[age]?[measure] ?? .missing
  }

  /// Over the cohorts of everything.
  func average(_ age: Int, _ measure: Int = 0) -> Cell { value(age, Cube.average, measure) }

  // MARK: - As a table

  func column(fact index: Int) -> Int { 3 + index }

  /// The column of an age's figure, from 1.
  func column(age index: Int) -> Int { 3 + factNames.count + index }

  /// How far the same figures of the next measure are.
  var measureWidth: Int { ages.count }

  var heads: [String] {
    let figures = (0..<measures).flatMap { measure in
      ages.map { "\(name.rawValue) \(measure + 1) \($0)" }
    }
    return ["segment", "cohort"] + factNames + figures
  }

  /// How many rows a segment has: its average, then its cohorts.
  var height: Int { 1 + cohorts.count }

  func rows(_ number: Int, _ segment: Choices.Segment) -> [[Cell]] {
    ([Cube.average] + cohorts).map { row(number, segment, $0) }
  }

  private func row(_ number: Int, _ segment: Choices.Segment, _ cohort: Cell) -> [Cell] {
    let place = Place(segment: segment, cohort: cohort)
    let known = facts[place] ?? factNames.map { _ in .missing }
    let values = (0..<measures).flatMap { measure in
      ages.map { points[place]?[$0]?[measure] ?? .missing }
    }
    return [.count(Int64(number)), cohort] + known + values
  }

  // MARK: - In formulas

  /// What the chosen segment's cohort has in a column.
  func cell(_ cohort: Int, _ column: CellFormula) -> CellFormula { cell(row: cohort + 2, column) }

  func averageCell(_ column: CellFormula) -> CellFormula { cell(row: 1, column) }

  private func cell(row: Int, _ column: CellFormula) -> CellFormula {
    ("INDEX(\(name),(rr_segment-1)*\(height)+\(row),\(column))" as CellFormula).orBlank
  }
}

extension Choices.Segment {
  static let all = Self(dimension: "all", value: "all")
}
