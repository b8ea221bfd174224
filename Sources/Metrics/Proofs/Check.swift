import Values

/// A reconciliation: two ways to the same figure.
package struct Check: Sendable, Hashable {
  /// What must be equal, in a few words: `opening + movements = closing`.
  package var name: String
  /// Where it was looked at: `every month and segment`.
  package var scope: String
  /// How many pairs of figures were compared; nil where the report does not tell.
  package var compared: Int?
  /// Both sides of the pair that differs most; where all are equal, of the largest.
  package var left: Cell
  package var right: Cell
  package var difference: Cell
  package var passed: Bool
  /// The columns that it looks at: `daily.mrr`.
  package var columns: Set<String>

  package init(
    name: String, scope: String, compared: Int? = nil, left: Cell, right: Cell, difference: Cell,
    passed: Bool,
    columns: Set<String> = []
  ) {
    self.name = name
    self.scope = scope
    self.compared = compared
    self.left = left
    self.right = right
    self.difference = difference
    self.passed = passed
    self.columns = columns
  }

  /// What became of it, as every report says it.
  package enum Result: String, Sendable, CaseIterable {
    /// All pairs were equal.
    case passed
    /// There was no pair: nothing is wrong, and nothing is proven.
    case nothingToCompare = "nothing to compare"
    /// A pair differs: what it looks at is not shown.
    case failed = "FAILED"

    /// As JSON names it.
    package var key: String {
      switch self {
      case .passed: "passed"
      case .nothingToCompare: "nothing_to_compare"
      case .failed: "failed"
      }
    }
  }

  package var result: Result {
    guard passed else { return .failed }
    return compared == 0 ? .nothingToCompare : .passed
  }
}

extension [Check] {
  package func count(of result: Check.Result) -> Int { count { $0.result == result } }

  /// `all 88 checks passed`; `85 checks passed, 3 had nothing to compare`.
  package var sentence: String {
    if isEmpty { return "no checks were made" }
    let (passed, failed) = (count(of: .passed), count(of: .failed))
    let empty = count - passed - failed
    if failed > 0 { return "\(failed) \(failed == 1 ? "CHECK" : "CHECKS") FAILED" }
    guard empty > 0 else { return "all \(count) checks passed" }
    return "\(counted(Int64(passed), "check")) passed, \(empty) had nothing to compare"
  }
}
