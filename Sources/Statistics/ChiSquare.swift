import Glibc

/// The χ² distribution.
package struct ChiSquare: Sendable {
  private let freedom: Double

  package init(freedom: Int) { self.freedom = Double(freedom) }

  /// The probability of a value of at least `x`.
  package func above(_ x: Double) -> Double {
    x > 0 ? upperGamma(freedom / 2, x / 2) : 1
  }
}

/// The regularised upper incomplete gamma function Q(a, x): by its series for small x, by its
/// continued fraction for large (DLMF 8.7.1, 8.9.2).
private func upperGamma(_ a: Double, _ x: Double) -> Double {
  let factor = exp(a * log(x) - x - lgamma(a))
  if x < a + 1 { return 1 - factor * lowerSeries(a, x) }
  let fraction = continuedFraction(first: x + 1 - a) { step in
    let n = Double(step)
    return (-n * (n - a), x + 1 - a + 2 * n)
  }
  return factor / fraction
}

private func lowerSeries(_ a: Double, _ x: Double) -> Double {
  var (term, sum, n) = (1 / a, 1 / a, a)
  while abs(term) > abs(sum) * 1e-17 {
    n += 1
    term *= x / n
    sum += term
  }
  return sum
}
