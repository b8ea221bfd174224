import Glibc

/// The standard normal distribution.
package enum Normal {
  /// The probability of a value up to `z`.
  package static func cdf(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }

  /// The value below which a share `p` (0 < p < 1) lies; found by halving, exact to the last bits.
  package static func quantile(_ p: Double) -> Double {
    if p > 0.5 { return -quantile(1 - p) }
    return root(in: -40...0) { cdf($0) < p }
  }

  /// The same of a skewed distribution of mean 0 and variance 1, by Wilson and Hilferty (1931): a
  /// gamma distribution (Pearson's type III) of that skewness; exact where there is none.
  package static func quantile(_ p: Double, skewness: Double) -> Double {
    let z = quantile(p)
    guard abs(skewness) > 1e-6 else { return z }
    let root = max(0, 1 + skewness * z / 6 - skewness * skewness / 36)
    return 2 / skewness * (root * root * root - 1)
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
