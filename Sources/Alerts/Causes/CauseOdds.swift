import Glibc

/// How probably each of many overlapping combinations of segments is the cause of a change, if one of
/// them is.
struct CauseOdds {
  typealias Choice = SIMD4<Int>

  private let odds: [(choice: Choice, weight: Double)]
  private let total: Double
  private let cells: [CrossedCell]

  /// The evidence as logarithms. Beforehand all of one dimension together are as probable as all of two.
  init(_ evidence: [(choice: Choice, evidence: Double)], _ cells: [CrossedCell]) {
    let most = evidence.map(\.evidence).max() ?? 0
    let counts = Dictionary(evidence.map { ($0.choice.length, 1.0) }, uniquingKeysWith: +)
    odds = evidence.map { choice, evidence in
      (choice, exp(evidence - most) / counts[choice.length, default: 1])
    }
    total = odds.reduce(0) { $0 + $1.weight }
    self.cells = cells
  }

  /// That the cause has no customers but those of the named segments. Segments of the same customers
  /// (a product and its only period) are as probable as each other.
  func probability(of numbers: [Int]) -> Double {
    var outside: Set<Choice> = []
    for cell in cells where !numbers.allSatisfy(cell.numbers.contains) {
      cell.numbers.forEachChoice(upTo: CauseSearch.mostDimensions) { outside.insert($0) }
    }
    let rivals = odds.reduce(0) { $0 + (outside.contains($1.choice) ? $1.weight : 0) }
    return total > 0 ? 1 - rivals / total : 0
  }
}

extension SIMD4<Int> {
  /// How many segments are chosen.
  fileprivate var length: Int { indices.count { self[$0] > 0 } }
}
