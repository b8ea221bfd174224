/// Rates of groups that lean on the whole as far as chance explains how they differ: empirical Bayes
/// (Morris 1983, "Parametric Empirical Bayes Inference").
///
/// A worked example: groups have 93, 107 and 11 cases where 100, 100 and 10 were expected. What they
/// differ by is no more than chance, so all are as expected: 1, 1, 1.
package enum PartialPooling {
  /// Observed ÷ expected of each group, drawn toward 1. `spread`: the variance of a count with an
  /// expectation of one; 1 is Poisson's.
  package static func ratios(_ groups: [(observed: Double, expected: Double)], spread: Double = 1)
    -> [Double]
  {
    let known = groups.filter { $0.expected > 0 }
    let total = known.reduce(0) { $0 + $1.expected }
    guard known.count > 1, total > 0 else { return groups.map { _ in 1 } }
    let between = max(0, excess(known, total, spread))
    return groups.map { group in
      guard group.expected > 0 else { return 1 }
      let weight = between > 0 ? between / (between + spread / group.expected) : 0
      return 1 + weight * (group.observed / group.expected - 1)
    }
  }

  /// The variance of the true ratios, by the method of moments (DerSimonian and Laird 1986).
  private static func excess(
    _ groups: [(observed: Double, expected: Double)], _ total: Double, _ spread: Double
  ) -> Double {
    let q = groups.reduce(0) { sum, group in
      let difference = group.observed / group.expected - 1
      return sum + group.expected / spread * difference * difference
    }
    let squares = groups.reduce(0) { $0 + $1.expected * $1.expected }
    let scale = (total - squares / total) / spread
    return scale > 0 ? (q - Double(groups.count - 1)) / scale : 0
  }
}
