import Values

/// The rule of what strangers may see: a count is of at least `smallest` people, or of nobody, and
/// no customer can have paid a `smallest`-th of an amount.
///
/// These are the threshold rule and the (1, k)-dominance rule of statistical disclosure control
/// (Hundepool et al., Statistical Disclosure Control, Wiley 2012, on tables).
struct SharingRule {
  let smallest: Int64
  let payers: PayerBounds

  func isFew(_ count: Int64) -> Bool { (1..<smallest).contains(abs(count)) }

  func isOfFewPayers(_ sum: Int64, _ basis: PayerBounds.Basis) -> Bool {
    payers.couldBe(sum, ofFewerThan: smallest, basis)
  }
}

struct TableRule {
  private let rule: SharingRule
  private let counts: Set<Int>
  private let amounts: Set<Int>
  private let complements: [(part: [Int], whole: [Int])]
  private let mrr: Set<Int>
  private let isOfMonth: Bool

  init(_ rule: SharingRule, _ schema: TableSchema, _ columns: SharedColumns) {
    self.rule = rule
    counts = Set(columns.counts)
    // Exchange rates move the MRR of all; nobody has paid it.
    amounts = Set(columns.amounts.filter { schema.columns[$0].name != MRRMovements.fx.name })
    let ratios = schema.columns.compactMap { schema.proportion($0, [:]) }.map { part, whole in
      (part.columns.map { schema.index(of: $0) }, whole.columns.map { schema.index(of: $0) })
    }
    complements = ratios + Self.parts(schema)
    mrr = Set(columns.amounts.filter { schema.columns[$0].isOfMRR(in: schema) })
    isOfMonth = schema.traces == [.money]
  }

  /// Whether a column, or the rest of a whole, is of few people; `values` of one row or more.
  func isUnsafe(_ judged: Set<Int>, _ values: [Int64], in month: Month?) -> Bool {
    judged.contains { column in
      counts.contains(column) && rule.isFew(values[column])
        || amounts.contains(column) && rule.isOfFewPayers(values[column], basis(column, month))
    }
      || complements.contains { part, whole in
        !judged.isDisjoint(with: part) && rule.isFew(sum(values, whole) - sum(values, part))
      }
  }

  private func sum(_ values: [Int64], _ columns: [Int]) -> Int64 {
    columns.reduce(0) { $0 + values[$1] }
  }

  private func basis(_ column: Int, _ month: Month?) -> PayerBounds.Basis {
    if mrr.contains(column) { return .mrr }
    return isOfMonth ? month.map { .month($0) } ?? .lifetime : .lifetime
  }

  /// Columns that count some of those whom another one counts, without a proportion that says so.
  private static func parts(_ schema: TableSchema) -> [(part: [Int], whole: [Int])] {
    wholes.compactMap { part, whole in
      guard schema.column(part) != nil, schema.column(whole) != nil else { return nil }
      return ([schema.index(of: part)], [schema.index(of: whole)])
    }
  }

  static let wholes: KeyValuePairs = [
    "payers": "customers", "matured_trials": "trials", "matured_converted": "converted",
    "matured": "starts", "matured": "grants", "trials_cancelled": "trials_ending",
    "in_trial": "cancellations", "recovered": "failures", "encountered": "customers",
  ]
}

extension Table.Column {
  /// Whether it is a sum of MRR, of which one customer has less than of what he paid.
  fileprivate func isOfMRR(in schema: TableSchema) -> Bool {
    isState || name.contains("mrr") || schema.name == MRRMovements.schema.name
  }
}
