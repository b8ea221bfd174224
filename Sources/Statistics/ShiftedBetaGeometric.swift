import Glibc

/// How long subscribers stay, when each has a renewal probability of his own that never changes,
/// and these are beta distributed among subscribers (Fader and Hardie 2007, "How to project
/// customer retention"). The longer somebody has stayed, the more probably he renews again.
///
/// The curve is told by the first decision's probability to leave, `churn` = α ÷ (α + β), and by
/// how different subscribers are, `spread` = 1 ÷ (α + β). A spread of 0 is the geometric model:
/// all alike.
package struct ShiftedBetaGeometric: Sendable, Equatable {
  /// 0 < churn < 1.
  package let churn: Double
  /// ≥ 0.
  package let spread: Double

  package init(churn: Double, spread: Double) {
    self.churn = churn
    self.spread = spread
  }

  package init(alpha: Double, beta: Double) {
    self.init(churn: alpha / (alpha + beta), spread: 1 / (alpha + beta))
  }

  /// Infinite where subscribers are all alike.
  package var alpha: Double { churn / spread }
  package var beta: Double { (1 - churn) / spread }

  /// How probably somebody who has come to the `number`-th decision (from 1) renews:
  /// (β + n − 1) ÷ (α + β + n − 1).
  package func renewalRate(_ number: Int) -> Double {
    let earlier = spread * Double(number - 1)
    return (1 - churn + earlier) / (1 + earlier)
  }

  /// The share of new subscribers that is still there after so many renewals.
  package func survival(after renewals: Int) -> Double {
    guard renewals > 0 else { return 1 }
    return (1...renewals).reduce(1.0) { $0 * renewalRate($1) }
  }

  /// The logarithm of the probability of what was counted.
  package func logLikelihood(_ counts: RenewalCounts) -> Double {
    counts.rows.reduce(0) { sum, row in
      let rate = renewalRate(row.number)
      return sum + term(row.renewed, rate) + term(row.lapsed, 1 - rate)
    }
  }

  private func term(_ count: Int64, _ probability: Double) -> Double {
    count > 0 ? Double(count) * log(probability) : 0
  }
}

extension ShiftedBetaGeometric {
  /// How many payments a new subscriber makes on average, the first included, each worth less by
  /// `discount` (0 < discount ≤ 1) than the one before. At most `limit` payments; without a limit
  /// until no more comes of them, which takes a discount below 1.
  package func payments(limit: Int = 100_000, discount: Double = 1) -> Double {
    var (sum, weight) = (0.0, 1.0)
    for number in 1...max(1, limit) {
      sum += weight
      weight *= renewalRate(number) * discount
      if weight < 1e-12 { break }
    }
    return sum
  }
}

/// How many subscribers had to decide for the n-th time whether to renew, and how many did: all
/// that the likelihood of a lifetime model needs. Subscribers that are still there, came late or
/// are not observed any more count at the decisions they were seen at, and at no other.
package struct RenewalCounts: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    /// 1 for the first renewal, after the first payment.
    package let number: Int
    package let due: Int64
    package let renewed: Int64

    package init(number: Int, due: Int64, renewed: Int64) {
      self.number = number
      self.due = due
      self.renewed = renewed
    }

    package var lapsed: Int64 { due - renewed }
  }

  /// By ascending number, each once, none without anybody due.
  package let rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows.filter { $0.due > 0 } }

  /// A published survival table: how many of a cohort were still there after 0, 1, 2 … renewals.
  package init(survivors: [Int64]) {
    self.init(
      zip(survivors, survivors.dropFirst()).enumerated().map { index, step in
        Row(number: index + 1, due: step.0, renewed: step.1)
      })
  }

  package var due: Int64 { rows.reduce(0) { $0 + $1.due } }
  package var renewed: Int64 { rows.reduce(0) { $0 + $1.renewed } }
  package var lapsed: Int64 { due - renewed }
}
