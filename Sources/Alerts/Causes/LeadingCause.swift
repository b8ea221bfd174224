import Metrics
import Settings
import Values

/// The cause of which there are most more failures than before, where a firing rule watches
/// failures whose causes the log tells; where there are not many more of any, the most frequent
/// one.
///
/// A worked example: 86 of 137 failures of payment in the last 7 days were `card_declined`, 12 of
/// 60 in the 7 days before; `network_lost` went from 40 to 45. The leading cause is
/// `card_declined`.
package struct LeadingCause: Sendable, Hashable {
  package let cause: String
  package let failures: Int64
  package let all: Int64
  package let before: Int64
  package let allBefore: Int64
  /// Whether there are many more of it than before; if not, it is only the most frequent one.
  package let hasGrown: Bool
  /// In so many days, and in as many before.
  package let days: Int64

  /// Fewer say nothing of a cause.
  private static let fewest: Int64 = 5
  /// A cause of which there are more explains something where these are a fifth of all failures.
  private static let telling: Int64 = 5
}

extension LeadingCause {
  /// Nil where the rule watches no such failures, or no cause stands out from a few.
  init?(_ one: RuleEvaluation, in figures: Figures) {
    let processes = one.source.failingProcesses(one.rule)
    let days: Int64 = one.days.count <= 7 ? 7 : 28
    let rows = figures.rows(of: Failures.self).totals.where(Failures.days, is: days)
      .filter { processes.contains($0.text(Failures.process)) }
    var counts: [String: (now: Int64, before: Int64)] = [:]
    for row in rows {
      counts[row.text(Failures.cause), default: (0, 0)].now += row.integer(Failures.failures)
      counts[row.text(Failures.cause), default: (0, 0)].before += row.integer(Failures.before)
    }
    let told = counts.filter { $0.value.now >= Self.fewest && !$0.key.hasPrefix("(") }
    all = counts.values.reduce(0) { $0 + $1.now }
    allBefore = counts.values.reduce(0) { $0 + $1.before }
    let least = all / Self.telling
    let grown = told.filter { max(1, least) <= $0.value.now - $0.value.before }
    let most = (grown.isEmpty ? told : grown).max { a, b in
      let (more, less) = (a.value.now - a.value.before, b.value.now - b.value.before)
      return grown.isEmpty
        ? (a.value.now, b.key) < (b.value.now, a.key) : (more, b.key) < (less, a.key)
    }
    guard let most else { return nil }
    cause = most.key
    (failures, before) = most.value
    hasGrown = !grown.isEmpty
    self.days = days
  }
}

extension MetricSource {
  /// The table that says why.
  static let causes = Failures.schema.name

  /// What fails where the figure is bad, as ``Failures/process`` calls it.
  func failingProcesses(_ rule: AlertRule) -> [String] {
    guard case .share(let part, _) = form else { return [] }
    if table == AppHealth.schema.name { return rule.filter["process"].map { [$0] } ?? [] }
    guard table == Operations.schema.name else { return [] }
    return part.columns.flatMap { Self.processes[$0] ?? [] }
  }

  private static let processes = [
    Operations.paymentFailures.name: ["purchase", "billing"],
    Operations.purchasesSucceeded.name: ["purchase"],
    Operations.receiptsFailed.name: ["validation"], Operations.syncsFailed.name: ["sync"],
    Operations.storeErrors.name: ["store"],
  ]
}
