import Values

/// A reconciliation: two ways to the same figure.
package struct Check: Sendable, Hashable {
  /// What must be equal, in a few words: `opening + movements = closing`.
  package var name: String
  /// Where it was looked at: `every month and segment`.
  package var scope: String
  package var left: Cell
  package var right: Cell
  package var difference: Cell
  package var passed: Bool
  /// The columns that it looks at: `daily.mrr`.
  package var columns: Set<String> = []

  package init(
    name: String, scope: String, left: Cell, right: Cell, difference: Cell, passed: Bool
  ) {
    self.name = name
    self.scope = scope
    self.left = left
    self.right = right
    self.difference = difference
    self.passed = passed
  }
}

extension Check {
  static func counts(
    _ name: String, _ scope: String, _ left: Int64, _ right: Int64,
    of columns: [any ReportColumn]
  ) -> Check {
    of(name, scope, left, right, columns.map(\.metricName)) { .count($0) }
  }

  static func amounts(
    _ name: String, _ scope: String, _ left: Int64, _ right: Int64,
    of columns: [any ReportColumn]
  ) -> Check {
    of(name, scope, left, right, columns.map(\.metricName)) { .money(Amount(micros: $0)) }
  }

  /// The pair that differs most stands for all; without pairs there is nothing to differ.
  static func worst(
    _ name: String, _ scope: String, _ pairs: [(Int64, Int64)], isMoney: Bool = true,
    of columns: [any ReportColumn]
  ) -> Check {
    worst(name, scope, pairs, isMoney: isMoney, names: columns.map(\.metricName))
  }

  static func worst(
    _ name: String, _ scope: String, _ pairs: [(Int64, Int64)], isMoney: Bool, names: [String]
  ) -> Check {
    let worst = pairs.max { abs($0.0 - $0.1) < abs($1.0 - $1.1) } ?? (0, 0)
    return of(name, scope, worst.0, worst.1, names) {
      isMoney ? .money(Amount(micros: $0)) : .count($0)
    }
  }

  private static func of(
    _ name: String, _ scope: String, _ left: Int64, _ right: Int64, _ columns: [String],
    _ cell: (Int64) -> Cell
  ) -> Check {
    var check = Check(
      name: name, scope: scope, left: cell(left), right: cell(right),
      difference: cell(left - right), passed: left == right)
    check.columns = Set(columns)
    return check
  }
}
