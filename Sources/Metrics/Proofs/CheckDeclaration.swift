import Values

/// A reconciliation before it is done: what must be equal, which columns it looks at, and how both
/// sides are computed. That happens in ``check()`` alone, so that `explain` does only the checks
/// that its figure takes part in.
struct CheckDeclaration {
  let name: String
  let scope: String
  /// As in `daily.mrr`. A check reads the files of these columns, and no other.
  let columns: Set<String>
  private let isMoney: Bool
  /// Both sides of each comparison: counts, or micro-units.
  private let pairs: () throws -> [(Int64, Int64)]

  /// The files of its columns.
  var files: [String] { columns.map { String($0.prefix { $0 != "." }) } }

  /// Two counts.
  static func counts(
    _ name: String, _ scope: String, of columns: [any ReportColumn],
    _ sides: @escaping () throws -> (Int64, Int64)
  ) -> CheckDeclaration {
    worst(name, scope, isMoney: false, of: columns) { [try sides()] }
  }

  /// Two amounts, in micro-units.
  static func amounts(
    _ name: String, _ scope: String, of columns: [any ReportColumn],
    _ sides: @escaping () throws -> (Int64, Int64)
  ) -> CheckDeclaration {
    worst(name, scope, of: columns) { [try sides()] }
  }

  /// The pair that differs most stands for all, of equal ones the largest; without pairs there is
  /// nothing to differ.
  static func worst(
    _ name: String, _ scope: String, isMoney: Bool = true, of columns: [any ReportColumn],
    _ pairs: @escaping () throws -> [(Int64, Int64)]
  ) -> CheckDeclaration {
    worst(name, scope, isMoney: isMoney, names: columns.map(\.metricName), pairs)
  }

  static func worst(
    _ name: String, _ scope: String, isMoney: Bool, names: [String],
    _ pairs: @escaping () throws -> [(Int64, Int64)]
  ) -> CheckDeclaration {
    CheckDeclaration(
      name: name, scope: scope, columns: Set(names), isMoney: isMoney, pairs: pairs)
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
