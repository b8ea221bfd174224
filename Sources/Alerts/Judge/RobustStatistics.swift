import Metrics
import Values

/// Median and median absolute deviation, which a single outlier does not move.
enum RobustStatistics {
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
  /// absolute deviation, or `chance` where that is larger) away from the median of `values`.
  static func isOutlier(
    _ value: Rate, among values: [Rate], deviations count: Fraction, chance: Rate
  ) -> Bool {
    guard let center = median(values), let deviation = absoluteDeviation(values) else {
      return false
    }
    let distance = Int128(abs(value.millionths - center.millionths))
    let robust = max(Int128(deviation.millionths) * 14_826, Int128(chance.millionths) * 10_000)
    return distance * 10_000 * Int128(count.denominator) > robust * Int128(count.numerator)
  }

  /// How many robust standard deviations `value` is away from the median of `values`; nil where
  /// they do not deviate at all.
  static func deviations(_ value: Rate, among values: [Rate], chance: Rate) -> Rate? {
    guard let center = median(values), let deviation = absoluteDeviation(values) else { return nil }
    let distance = Int128(abs(value.millionths - center.millionths))
    let robust = max(Int128(deviation.millionths) * 14_826, Int128(chance.millionths) * 10_000)
    guard robust > 0 else { return nil }
    let count = roundedHalfToEven(distance * 10_000 * 1_000_000, over: robust)
    return Rate(millionths: Int64(clamping: count))
  }
}
