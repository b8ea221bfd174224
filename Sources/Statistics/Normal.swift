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
