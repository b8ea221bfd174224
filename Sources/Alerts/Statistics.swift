import Glibc
import Metrics
import Values

/// The statistics that keep an alert from firing by chance.
enum Statistics {
  /// The normal quantile of a two-sided interval: 1.96 for 0.95. Found by halving, as the
  /// complementary error function falls steadily; exact to the last bits of a double.
  static func quantile(_ confidence: Fraction) -> Double {
    quantile(outside: 1 - Ratio(confidence).value)
  }

  /// How many standard deviations leave `outside` of a normal distribution beyond them, on both
  /// sides together.
  private static func quantile(outside: Double) -> Double {
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

// MARK: - Many comparisons

extension Statistics {
  /// The two-sided p of the score test that a proportion of `sample` cases is `reference`.
  static func surprise(_ proportion: Ratio, of sample: Int64, against reference: Ratio) -> Double {
    let t = min(1, max(0, reference.value))
    let deviation = (t * (1 - t) / Double(sample)).squareRoot()
    return twoSided(abs(proportion.value - t), deviation)
  }

  /// The two-sided p of a value among others, by its robust standard deviations.
  static func surprise(_ value: Rate, among values: [Rate], chance: Rate) -> Double? {
    guard let center = median(values), let deviation = absoluteDeviation(values) else { return nil }
    let robust = max(1.4826 * deviation.value, chance.value)
    return twoSided(abs(value.value - center.value), robust)
  }

  /// The two-sided p of so many standard deviations: 0.0027 of 3.
  static func surprise(deviations: Double) -> Double { twoSided(deviations, 1) }

  private static func twoSided(_ distance: Double, _ deviation: Double) -> Double {
    deviation > 0 ? erfc(distance / deviation / 2.0.squareRoot()) : distance > 0 ? 0 : 1
  }

  /// The confidence of one of `count` tests that together err as seldom as one test at
  /// `confidence` (Bonferroni): 0.95 for 10 tests is 0.995.
  static func corrected(_ confidence: Fraction, for count: Int) -> Fraction {
    let outside = confidence.denominator - confidence.numerator
    let (whole, isTooLarge) = confidence.denominator.multipliedReportingOverflow(by: Int64(count))
    return isTooLarge ? confidence : Fraction(whole - outside, over: whole)
  }

  /// The same for a number of standard deviations: 3 for 10 tests is 3.62.
  static func corrected(deviations: Fraction, for count: Int) -> Fraction {
    let outside = erfc(Ratio(deviations).value / 2.0.squareRoot())
    let stricter = quantile(outside: outside / Double(count))
    return Fraction(Int64((stricter * 1_000_000).rounded()), over: 1_000_000)
  }
}
