import Glibc

/// The difference between the means of two samples whose variances may differ (Welch 1947).
package struct Welch: Sendable {
  /// Treatment less control; relative ones as a fraction of the control.
  package let effect: Double
  package let standardError: Double
  /// Welch–Satterthwaite.
  package let freedom: Double

  /// The difference of the means. Nil while either sample has fewer than two customers, or
  /// nothing varies.
  package init?(_ treatment: Sample, against control: Sample) {
    self.init(
      treatment, control, effect: treatment.mean - control.mean,
      variance: treatment.errorVariance + control.errorVariance)
  }

  /// The difference as a fraction of the control's mean; its variance by the delta method. Nil
  /// where the control's mean is zero, too.
  package static func relative(_ treatment: Sample, to control: Sample) -> Welch? {
    guard control.mean != 0 else { return nil }
    let ratio = treatment.mean / control.mean
    let variance = treatment.errorVariance + control.errorVariance * ratio * ratio
    return Welch(
      treatment, control, effect: ratio - 1, variance: variance / (control.mean * control.mean))
  }

  private init?(_ a: Sample, _ b: Sample, effect: Double, variance: Double) {
    let pooled = a.errorVariance + b.errorVariance
    guard a.count > 1, b.count > 1, variance > 0, pooled > 0 else { return nil }
    self.effect = effect
    standardError = variance.squareRoot()
    freedom =
      pooled * pooled
      / (a.errorVariance * a.errorVariance / (a.count - 1)
        + b.errorVariance * b.errorVariance / (b.count - 1))
  }

  /// How probable an effect at least this large is, on either side, where there is none.
  package var pValue: Double { StudentT(freedom: freedom).twoSided(effect / standardError) }

  package func interval(confidence: Double = 0.95) -> Interval {
    let t = StudentT(freedom: freedom).critical(twoSided: 1 - confidence)
    return Interval(around: effect, t * standardError)
  }

  /// How probable it is that the treatment is better, when nothing was known before: the normal
  /// approximation of the posterior under a flat prior.
  package var chanceToWin: Double { Normal.cdf(effect / standardError) }

  /// An interval that holds the effect with `confidence` at every look at once, however often
  /// somebody looks: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
  /// Ramdas (2021, Theorem 2.2). `tuning` is the number of customers at which it is narrowest;
  /// `error` a standard error to use where it is larger than this one.
  package func alwaysValid(
    customers: Double, error: Double = 0, confidence: Double = 0.95, tuning: Double = 5000
  ) -> Interval {
    let alpha = 1 - confidence
    let odds = -2 * log(alpha)
    let rho = (odds + log(odds + 1)) / tuning
    let weight = customers * rho + 1
    let factor = 2 * weight / (customers * rho) * log(weight.squareRoot() / alpha)
    return Interval(around: effect, max(standardError, error) * factor.squareRoot())
  }
}

/// Student's t-test (1908): the difference of two means, judged by one variance for both samples.
/// Where a few customers bring most of the money and one sample is small, its own variance is often
/// much too small by chance; the variance of both together is not.
package struct PooledTest: Sendable {
  package let standardError: Double
  private let effect: Double
  private let freedom: Double

  /// Nil while either sample has fewer than two customers, or nothing varies.
  ///
  /// `informative`: how many of all customers tell how much the quantity varies, where most of them
  /// bring nothing; nil for all of them.
  package init?(_ a: Sample, against b: Sample, informative: Int64? = nil) {
    guard a.count > 1, b.count > 1 else { return nil }
    let whole = (a.count - 1) * a.variance + (b.count - 1) * b.variance
    let variance = whole / (a.count + b.count - 2)
    guard variance > 0 else { return nil }
    standardError = (variance * (1 / a.count + 1 / b.count)).squareRoot()
    effect = a.mean - b.mean
    freedom = max(1, (informative.map(Double.init) ?? a.count + b.count) - 2)
  }

  /// How probable means at least as far apart are where both samples are of the same kind.
  package var pValue: Double { StudentT(freedom: freedom).twoSided(effect / standardError) }
}

/// Where the mean of a series last shifted.
///
/// Binary segmentation (Vostrikova 1981): the series is split where the means of both sides differ
/// most, by Student's t with their pooled variance, as long as that is beyond chance after as many
/// tries (Bonferroni); then the later side is split in the same way.
package enum MeanShift {
  /// A side of fewer values says nothing of its mean.
  private static let fewest = 5
  private static let significance = 0.01

  /// The index of the first value after the last shift; nil where there was none.
  package static func last(in values: [Double]) -> Int? {
    guard let first = split(values[...]) else { return nil }
    var found = first
    while let later = split(values[found...]) { found = later }
    return found
  }

  /// The first index of the later side.
  private static func split(_ values: ArraySlice<Double>) -> Int? {
    let (first, last) = (values.startIndex + fewest, values.endIndex - fewest)
    guard first <= last else { return nil }
    let tries = Double(last - first + 1)
    let best = (first...last).map { ($0, t(values[..<$0], values[$0...])) }.max { $0.1 < $1.1 }
    guard let (index, t) = best else { return nil }
    let p = StudentT(freedom: Double(values.count - 2)).twoSided(t) * tries
    return p < significance ? index : nil
  }

  /// How far apart the means are, in standard errors; 0 where nothing varies.
  private static func t(_ before: ArraySlice<Double>, _ after: ArraySlice<Double>) -> Double {
    let (a, b) = (Moments(before), Moments(after))
    let variance = (a.squares + b.squares) / (a.count + b.count - 2)
    guard variance > 0 else { return a.mean == b.mean ? 0 : .greatestFiniteMagnitude }
    return abs(a.mean - b.mean) / (variance * (1 / a.count + 1 / b.count)).squareRoot()
  }

  private struct Moments {
    let count: Double
    let mean: Double
    /// The sum of the squared distances from the mean.
    let squares: Double

    init(_ values: ArraySlice<Double>) {
      count = Double(values.count)
      let mean = values.reduce(0, +) / count
      self.mean = mean
      squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
  }
}

/// What is known of one measured quantity of many customers: how many they are, its mean, and
/// how widely it varies from customer to customer.
package struct Sample: Sendable, Equatable {
  package let count: Double
  package let mean: Double
  /// Of a customer, not of the mean.
  package let variance: Double

  package var errorVariance: Double { count > 0 ? variance / count : .infinity }

  /// Each customer did or did not: the mean is a proportion p, the variance p (1 − p).
  package init(_ successes: Int64, of count: Int64) {
    self.count = Double(count)
    mean = count > 0 ? Double(successes) / Double(count) : 0
    variance = mean * (1 - mean)
  }

  /// A quantity by its sum and the sum of its squares; the variance is the unbiased one.
  package init(count: Int64, sum: Double, squares: Double) {
    self.count = Double(count)
    mean = count > 0 ? sum / Double(count) : 0
    let spread = max(0, squares - sum * mean)
    variance = count > 1 ? spread / (Double(count) - 1) : 0
  }
}

/// Both ends of an interval.
package struct Interval: Sendable, Equatable {
  package let low: Double
  package let high: Double

  package init(_ low: Double, _ high: Double) {
    self.low = low
    self.high = high
  }

  package init(around center: Double, _ halfWidth: Double) {
    self.init(center - halfWidth, center + halfWidth)
  }

  package func contains(_ value: Double) -> Bool { low <= value && value <= high }
}
