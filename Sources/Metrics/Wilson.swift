import Values

/// The Wilson score interval of a proportion (Wilson 1927; Newcombe 1998, method 3).
package struct WilsonInterval: Sendable, Equatable {
  package let low: Double
  package let high: Double

  /// The normal quantile of a two-sided 95 % interval.
  package static let z95 = 1.959_963_984_540_054

  /// Nil without trials.
  package init?(_ successes: Int64, of trials: Int64, z: Double = WilsonInterval.z95) {
    guard trials > 0, (0...trials).contains(successes) else { return nil }
    let n = Double(trials)
    let p = Double(successes) / n
    let denominator = 1 + z * z / n
    let center = p + z * z / (2 * n)
    let spread = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    low = successes == 0 ? 0 : max(0, (center - spread) / denominator)
    high = successes == trials ? 1 : min(1, (center + spread) / denominator)
  }
}
