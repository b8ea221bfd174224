import Glibc

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
