import Metrics
import Settings
import Values

/// One rule with the rows and the days that it looks at.
struct RuleCase {
  var rule: AlertRule
  let source: MetricSource
  let days: ClosedRange<Day>
  let rows: FigureRows
  let firstDay: Day

  var verdict: Verdict {
    guard days.lowerBound > firstDay || !rule.comparison.isRelative else {
      return Verdict(rule, .noFigure(.baseline), days: days)
    }
    let measured = measured
    if source.isShare, measured?.sample ?? 0 == 0, let usual = usualSample,
      usual >= max(1, rule.minSample)
    {
      return Verdict(rule, .vanished(usual: usual), days: days)
    }
    guard let measured else {
      return Verdict(rule, .notEnoughData(enough: Int64(max(1, rule.minSample))), days: days)
    }
    return rule.comparison.isRelative ? compared(measured) : judged(measured, Ratio(rule.threshold))
  }

  private var measured: Measurement? { Measurement(source.form, rows, days) }

  /// The windows before this one that it is compared with, the newest first.
  var earlier: [ClosedRange<Day>] {
    (1...max(1, rule.baseline.weeks)).map { rule.window.days(days, earlier: $0) }
  }

  private var baseline: BaselineFigures {
    BaselineFigures(
      source.form, rows, earlier, weeks: rule.baseline.weeks, firstDay: firstDay)
  }

  /// The largest sample of the windows of the four weeks before; nil before there were any.
  private var usualSample: Int64? {
    let length = days.count
    return (1...max(1, 28 / length)).compactMap { back -> Int64? in
      let shift = -back * length
      let window = days.lowerBound.advanced(by: shift)...days.upperBound.advanced(by: shift)
      return window.upperBound >= firstDay ? Measurement(source.form, rows, window)?.sample : nil
    }.max()
  }

  /// The baseline less or more the rule's share of it.
  private func reference(_ median: Rate) -> Ratio {
    rule.comparison.isDownward
      ? Ratio(median).reduced(by: rule.threshold) : Ratio(median).raised(by: rule.threshold)
  }

  private func compared(_ measured: Measurement) -> Verdict {
    let baseline = baseline
    guard let median = baseline.median else {
      return filled(Verdict(rule, .noFigure(.baseline), days: days), measured, nil)
    }
    let sample =
      source.isShare
      ? measured.sample
      : measured.sample.map {
        max($0, baseline.usualSample)
      }
    var verdict = judged(measured, reference(median), sample: sample)
    verdict.baseline = median
    verdict.isOf31st = isSumOf31st
    if verdict.finding == .firing, rule.baseline.deviations.numerator > 0,
      !Statistics.isOutlier(
        measured.value.rate, among: baseline.values, deviations: rule.baseline.deviations,
        chance: baseline.chance)
    {
      verdict.finding = .ok
    }
    if verdict.finding == .firing, let usual = usualOnLastDays,
      !rule.comparison.isBeyond(measured.value, reference(usual))
    {
      verdict.finding = .ok
    }
    return verdict
  }

  /// What is usual on a 31st, when hardly any monthly subscription falls due: the median of those
  /// before. Nil on other days, for figures that are no sums, and before there was one.
  private var usualOnLastDays: Rate? {
    guard isSumOf31st else { return nil }
    let months = (1...12).map { days.lowerBound.month.advanced(by: -$0) }
    let before = months.map(\.lastDay).filter {
      $0.is31st && $0 > firstDay && rows.hasRows($0...$0)
    }
    return Statistics.median(
      before.compactMap { Measurement(source.form, rows, $0...$0)?.value.rate })
  }

  /// Whether an amount of a single day, a 31st, may have dropped.
  var isSumOf31st: Bool {
    guard case .amount = source.form, rule.comparison == .drop else { return false }
    return days.count == 1 && days.lowerBound.is31st
  }

  private func judged(_ measured: Measurement, _ reference: Ratio, sample: Int64? = nil) -> Verdict
  {
    let z = Statistics.quantile(rule.confidence)
    let interval = measured.interval(z: z)
    let finding = finding(measured, reference, sample ?? measured.sample, interval, z)
    var verdict = filled(Verdict(rule, finding, days: days), measured, reference)
    verdict.low = interval.flatMap { Rate($0.low) }
    verdict.high = interval.flatMap { Rate($0.high) }
    return verdict
  }

  private func finding(
    _ measured: Measurement, _ reference: Ratio, _ sample: Int64?, _ interval: WilsonInterval?,
    _ z: Double
  ) -> Verdict.Finding {
    if let sample, sample < Int64(rule.minSample) {
      return .notEnoughData(enough: Int64(rule.minSample))
    }
    guard rule.comparison.isBeyond(measured.value, reference) else { return .ok }
    guard let interval else { return .firing }
    if rule.comparison.isBeyond(interval, reference) { return .firing }
    return .notEnoughData(enough: Statistics.enough(measured.value, against: reference, z: z))
  }

  private func filled(_ verdict: Verdict, _ measured: Measurement, _ reference: Ratio?) -> Verdict {
    var verdict = verdict
    verdict.value = measured.value.rate
    verdict.threshold = reference?.rate
    verdict.part = measured.part
    verdict.sample = measured.sample
    return verdict
  }
}

extension RuleCase {
  /// How surprising the figure is if nothing were wrong: the two-sided p of the score test of a
  /// proportion against its reference (which the Wilson interval inverts), or of its robust
  /// deviations. 1 where it is on the good side, and where too few cases tell; nil for figures
  /// that chance says nothing about.
  var surprise: Double? {
    guard let measured, measured.sample.map({ $0 >= Int64(rule.minSample) }) ?? true else {
      return 1
    }
    guard rule.comparison.isRelative else { return surprise(measured, Ratio(rule.threshold), nil) }
    let baseline = baseline
    guard days.lowerBound > firstDay, let median = baseline.median else { return 1 }
    return surprise(measured, reference(median), baseline)
  }

  private func surprise(
    _ measured: Measurement, _ reference: Ratio, _ baseline: BaselineFigures?
  ) -> Double? {
    guard rule.comparison.isBeyond(measured.value, reference) else { return 1 }
    if measured.part != nil, let sample = measured.sample {
      return Statistics.surprise(measured.value, of: sample, against: reference)
    }
    guard let baseline, rule.baseline.deviations.numerator > 0 else { return nil }
    return Statistics.surprise(
      measured.value.rate, among: baseline.values, chance: baseline.chance)
  }
}

extension Day {
  fileprivate var is31st: Bool { month.firstDay.distance(to: self) == 30 }
}
