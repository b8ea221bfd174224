import Glibc
import Metrics
import Statistics
import Values

/// What keeps an alert from firing by chance: samples large enough, p values, and their correction
/// for many tests.
enum Significance {
  /// Of two that are as probable beforehand, the one that chance brings so much more seldom is the one
  /// with 95 %.
  static let muchRarer: Int64 = 20

  /// The normal quantile of a two-sided interval: 1.96 for 0.95.
  static func quantile(_ confidence: Fraction) -> Double {
    -Normal.quantile((1 - Ratio(confidence).value) / 2)
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

  /// The two-sided p of the score test that a proportion of `sample` cases is `reference`.
  static func pValue(_ proportion: Ratio, of sample: Int64, against reference: Ratio) -> Double {
    let t = min(1, max(0, reference.value))
    let deviation = (t * (1 - t) / Double(sample)).squareRoot()
    return twoSided(abs(proportion.value - t), deviation)
  }

  /// The two-sided p of a value among others, by its robust standard deviations.
  static func pValue(_ value: Rate, among values: [Rate], chance: Rate) -> Double? {
    guard let center = RobustStatistics.median(values),
      let deviation = RobustStatistics.absoluteDeviation(values)
    else { return nil }
    let robust = max(1.4826 * deviation.value, chance.value)
    return twoSided(abs(value.value - center.value), robust)
  }

  /// The two-sided p of so many standard deviations: 0.0027 of 3.
  static func pValue(deviations: Double) -> Double { twoSided(deviations, 1) }

  /// Nights between alerts by chance alone, times the level: 180 at 5 %.
  private static let nightsTimesLevel: Int64 = 9

  /// In so many nights a rule may fire once by chance alone: every 180 at 95 %.
  static func nights(_ confidence: Fraction) -> Int64 {
    let outside = max(1, confidence.denominator - confidence.numerator)
    let (nights, isTooLarge) = confidence.denominator.multipliedReportingOverflow(
      by: nightsTimesLevel)
    return isTooLarge ? .max : nights / outside
  }

  /// What chance brings once in so many nights, as surprising as the same p: 0.05 of 180.
  static func pValue(nights: Int64) -> Double {
    min(1, Double(nightsTimesLevel) / Double(max(1, nights)))
  }

  /// Only what chance brings ten times as seldom wakes somebody.
  static let farBeyond: Int64 = 10

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
    let stricter = -Normal.quantile(outside / Double(count) / 2)
    return Fraction(Int64((stricter * 1_000_000).rounded()), over: 1_000_000)
  }
}
