import Settings
package import Statistics
import Values

/// One variant against the control, by one metric.
package struct VariantComparison: Sendable {
  /// Of the means; the interval is Newcombe's for proportions, Welch's for money.
  package let difference: Welch
  package let interval: Interval
  /// As a share of the control's mean; nil where that is zero.
  package let relative: Welch?
  /// The difference's, for as many looks as anybody likes.
  package let alwaysValid: Interval
  /// How many more the two need to show the effect; nil where the control's mean is zero.
  let moreCustomers: Int64?
  /// The p-value that judges: the larger of Welch's and of one that small and uneven samples do not
  /// mislead: Fisher's exact test for shares, the pooled t-test for money.
  let judging: Double
  /// Welch's p-value and the one that judges, ``corrected`` for several variants.
  fileprivate(set) var holm = 1.0
  fileprivate(set) var judgingHolm = 1.0

  /// Nil where nothing varies. `rivals` = how many variants are compared with the control.
  init?(
    _ variant: VariantOutcome, against control: VariantOutcome, _ experiment: Experiment,
    metric: Experiment.Metric, rivals: Int
  ) {
    let (treated, base) = (variant.sample(metric), control.sample(metric))
    guard let difference = Welch(treated, against: base) else { return nil }
    self.difference = difference
    relative = Welch.relative(treated, to: base)
    interval =
      Self.newcombe(variant, control, metric) ?? difference.interval(confidence: 0.95)
    let pooled = PooledTest(treated, against: base, informative: variant.payers + control.payers)
    let exact = Self.exactPValue(variant, control, metric)
    judging = max(difference.pValue, exact ?? pooled?.pValue ?? 1)
    let significance = 0.05 / Double(rivals)
    alwaysValid = difference.alwaysValid(
      customers: treated.count + base.count, error: pooled?.standardError ?? 0,
      confidence: 1 - significance)
    moreCustomers = Self.missing(treated, base, experiment, significance: significance)
  }

  private static func newcombe(
    _ a: VariantOutcome, _ b: VariantOutcome, _ metric: Experiment.Metric
  ) -> Interval? {
    guard metric != .revenue, let first = a.interval(metric), let second = b.interval(metric)
    else { return nil }
    return Newcombe.difference(
      .init(a.sample(metric).mean, wilson: first), .init(b.sample(metric).mean, wilson: second))
  }

  /// Nil for money.
  private static func exactPValue(
    _ a: VariantOutcome, _ b: VariantOutcome, _ metric: Experiment.Metric
  ) -> Double? {
    guard let first = a.converted(metric), let second = b.converted(metric) else { return nil }
    return fisherExactPValue(first, of: a.exposed, against: second, of: b.exposed)
  }

  private static func missing(
    _ treated: Sample, _ base: Sample, _ experiment: Experiment, significance: Double
  ) -> Int64? {
    let wanted = base.mean * experiment.effect.approximate
    guard wanted > 0, base.variance > 0 else { return nil }
    let each = plannedSize(
      difference: wanted, variances: (base.variance, base.variance), significance: significance)
    let missing = max(0, each - base.count) + max(0, each - treated.count)
    return missing < 1e15 ? Int64(missing) : nil
  }
}

extension [VariantComparison?] {
  /// With what is said of all of them together: Holm's correction.
  var corrected: [VariantComparison?] {
    let welch = holmCorrected(compactMap { $0?.difference.pValue })
    let judging = holmCorrected(compactMap { $0?.judging })
    var places = zip(welch, judging).makeIterator()
    return map { comparison in
      guard var comparison, let place = places.next() else { return nil }
      (comparison.holm, comparison.judgingHolm) = place
      return comparison
    }
  }
}
