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
  package var columns: Set<String> = []

  /// What became of it, as every report says it.
  package enum Result: String, Sendable, CaseIterable {
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

/// A reconciliation before it is done: what must be equal, which columns it looks at, and how both
/// sides are computed. That happens in ``check()`` alone, so that `explain` does only the checks
/// that its figure takes part in.
struct CheckDeclaration {
  let name: String
  let scope: String
  /// As in `daily.mrr`. A check reads the files of these columns, and no other.
  let columns: Set<String>
  let isMoney: Bool
  /// Both sides of each comparison: counts, or micro-units.
  let pairs: () throws -> [(Int64, Int64)]

  var files: [String] { columns.map { String($0.prefix { $0 != "." }) } }

  /// One pair; as ``worst(_:_:of:_:)``.
  static func pair(
    _ name: String, _ scope: String, of columns: [any ReportColumn],
    _ sides: @escaping () throws -> (Int64, Int64)
  ) -> CheckDeclaration {
    worst(name, scope, of: columns) { [try sides()] }
  }

  /// The pair that differs most, of equal ones the largest: amounts where the first column is one.
  static func worst(
    _ name: String, _ scope: String, of columns: [any ReportColumn],
    _ pairs: @escaping () throws -> [(Int64, Int64)]
  ) -> CheckDeclaration {
    CheckDeclaration(
      name: name, scope: scope, columns: Set(columns.map(\.metricName)),
      isMoney: columns.first?.definition.kind == .money, pairs: pairs)
  }

  /// Whether a figure takes part in it.
  func looks(at metric: Metric) -> Bool { !columns.isDisjoint(with: metric.reconciled) }

  /// Computes both sides and compares them; throws what the database says.
  func check() throws -> Check {
    let pairs = try pairs()
    let (left, right) =
      pairs.max { (abs($0.0 - $0.1), abs($0.0)) < (abs($1.0 - $1.1), abs($1.0)) } ?? (0, 0)
    return Check(
      name: name, scope: scope, compared: pairs.count, left: cell(left), right: cell(right),
      difference: cell(left - right), passed: left == right, columns: columns)
  }

  private func cell(_ number: Int64) -> Cell {
    isMoney ? .money(Amount(micros: number)) : .count(number)
  }
}
