import Glibc

/// The standard normal distribution.
package enum Normal {
  package static func cdf(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }

  /// The value below which a share `p` (0 < p < 1) lies; found by halving, exact to the last bits.
  package static func quantile(_ p: Double) -> Double {
    if p > 0.5 { return -quantile(1 - p) }
    return root(in: -40...0) { cdf($0) < p }
  }
}

/// The point of `range` up to which `isBelow` holds: it holds at first, and never again after.
func root(in range: ClosedRange<Double>, isBelow: (Double) -> Bool) -> Double {
  var (low, high) = (range.lowerBound, range.upperBound)
  for _ in 0..<200 {
    let middle = (low + high) / 2
    guard middle > low, middle < high else { break }
    if isBelow(middle) { low = middle } else { high = middle }
  }
  return (low + high) / 2
}

/// Student's t distribution; degrees of freedom need not be whole (Welch 1947).
package struct StudentT: Sendable {
  private let freedom: Double

  package init(freedom: Double) { self.freedom = freedom }

  /// The probability of a value at least as far from zero as `t`, on either side.
  package func twoSided(_ t: Double) -> Double {
    incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
  }

  /// The distance from zero that a share `p` (0 < p < 1) exceeds on either side: 2.228 for 0.05
  /// at 10 degrees of freedom.
  package func critical(twoSided p: Double) -> Double {
    root(in: 0...1e8) { twoSided($0) > p }
  }
}

/// The regularised incomplete beta function I_x(a, b), by its continued fraction (DLMF 8.17.22).
func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
  guard x > 0 else { return 0 }
  guard x < 1 else { return 1 }
  if x > (a + 1) / (a + b + 2) { return 1 - incompleteBeta(1 - x, b, a) }
  let logFactor = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
  let fraction = continuedFraction(first: 1) { step in
    let m = Double(step / 2)
    let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    return (step % 2 == 0 ? even : odd, 1)
  }
  return exp(logFactor) / a / fraction
}

/// `first + n₁/(d₁ + n₂/(d₂ + …))` with (nₖ, dₖ) = `term(k)`, by Lentz's method; `term` counts
/// from 1, and steps begin with the odd term at 0 + 1.
func continuedFraction(
  first: Double, _ term: (Int) -> (numerator: Double, denominator: Double)
) -> Double {
  let tiny = 1e-300
  var value = first == 0 ? tiny : first
  var (c, d) = (value, 0.0)
  for step in 1...10_000 {
    let (numerator, denominator) = term(step)
    d = denominator + numerator * d
    c = denominator + numerator / c
    if abs(d) < tiny { d = tiny }
    if abs(c) < tiny { c = tiny }
    d = 1 / d
    value *= c * d
    if abs(c * d - 1) < 1e-16 { break }
  }
  return value
}

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
