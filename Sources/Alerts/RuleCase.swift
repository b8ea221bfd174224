import Metrics
import Settings
import Values

/// One rule with the rows and the days that it looks at.
struct RuleCase {
  let rule: AlertRule
  let form: MetricSource.Form
  let days: ClosedRange<Day>
  let rows: DayFigures
  let firstDay: Day

  var verdict: Verdict {
    guard days.lowerBound > firstDay || !rule.comparison.isRelative else {
      return Verdict(rule, .noFigure(.baseline), days: days)
    }
    let measured = Measurement(form, rows, days)
    if measured?.sample ?? 0 == 0, let usual = usualSample, usual >= max(1, rule.minSample),
      !isAmount
    {
      return Verdict(rule, .vanished(usual: usual), days: days)
    }
    guard let measured else {
      return Verdict(rule, .notEnoughData(enough: Int64(max(1, rule.minSample))), days: days)
    }
    return rule.comparison.isRelative ? compared(measured) : judged(measured, Ratio(rule.threshold))
  }

  /// Nothing earned is a figure like any other; a share or percentile of nothing is none.
  private var isAmount: Bool {
    if case .amount = form { true } else { false }
  }

  /// The largest sample of the windows of the four weeks before; nil before there were any.
  private var usualSample: Int64? {
    let length = days.count
    return (1...max(1, 28 / length)).compactMap { back -> Int64? in
      let shift = -back * length
      let window = days.lowerBound.advanced(by: shift)...days.upperBound.advanced(by: shift)
      return window.upperBound >= firstDay ? Measurement(form, rows, window)?.sample : nil
    }.max()
  }

  private func compared(_ measured: Measurement) -> Verdict {
    let baseline = BaselineFigures(
      form, rows, before: days, weeks: rule.baseline.weeks, firstDay: firstDay)
    guard let median = baseline.median else {
      return filled(Verdict(rule, .noFigure(.baseline), days: days), measured, nil)
    }
    let reference =
      rule.comparison.isDownward
      ? Ratio(median).reduced(by: rule.threshold) : Ratio(median).raised(by: rule.threshold)
    let sample = isAmount ? max(measured.sample, baseline.usualSample) : measured.sample
    var verdict = judged(measured, reference, sample: sample)
    verdict.baseline = median
    if verdict.finding == .firing, rule.baseline.deviations.numerator > 0,
      !Statistics.isOutlier(
        measured.value.rate, among: baseline.values, deviations: rule.baseline.deviations)
    {
      verdict.finding = .ok
    }
    return verdict
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
    _ measured: Measurement, _ reference: Ratio, _ sample: Int64, _ interval: WilsonInterval?,
    _ z: Double
  ) -> Verdict.Finding {
    guard sample >= Int64(rule.minSample) else {
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
