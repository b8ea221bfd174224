import Glibc
import Metrics
import Values

/// The statistics that keep an alert from firing by chance (SPEC 6).
enum Statistics {
  /// The normal quantile of a two-sided interval: 1.96 for 0.95. Found by halving, as the
  /// complementary error function falls steadily; exact to the last bits of a double.
  static func quantile(_ confidence: Fraction) -> Double {
    let outside = 1 - Ratio(confidence).value
    var (low, high) = (0.0, 40.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if erfc(middle / 2.0.squareRoot()) > outside { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The middle one; of two in the middle their mean, half to even. Nil of none.
  static func median(_ values: [Rate]) -> Rate? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    guard sorted.count % 2 == 0 else { return sorted[middle] }
    let sum = Int128(sorted[middle - 1].millionths) + Int128(sorted[middle].millionths)
    return Rate(millionths: Int64(roundedHalfToEven(sum, over: 2)))
  }

  /// The median absolute deviation from the median (Hampel 1974).
  static func absoluteDeviation(_ values: [Rate]) -> Rate? {
    guard let center = median(values) else { return nil }
    return median(values.map { Rate(millionths: abs($0.millionths - center.millionths)) })
  }

  /// Whether `value` is more than `count` robust standard deviations (1.4826 × the median
  /// absolute deviation) away from the median of `values`.
  static func isOutlier(_ value: Rate, among values: [Rate], deviations count: Fraction) -> Bool {
    guard let center = median(values), let deviation = absoluteDeviation(values) else {
      return false
    }
    let distance = Int128(abs(value.millionths - center.millionths))
    let allowed = Int128(deviation.millionths) * 14_826 * Int128(count.numerator)
    return distance * 10_000 * Int128(count.denominator) > allowed
  }

  /// The smallest sample at which the Wilson bound of a proportion like this one would be on its
  /// side of `reference`: the score test's n = z² t (1 − t) ÷ (p − t)², which the Wilson interval
  /// inverts. Nil where the proportion is the reference.
  static func enough(_ proportion: Ratio, against reference: Ratio, z: Double) -> Int64? {
    let t = min(1, max(0, reference.value))
    let distance = proportion.value - t
    let needed = (z * z * t * (1 - t) / (distance * distance)).rounded(.down) + 1
    return needed < 1e15 ? Int64(needed) : nil
  }
}
