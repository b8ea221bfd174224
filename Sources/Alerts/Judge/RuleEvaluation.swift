import Metrics
import Settings
import Statistics
import Values

/// One rule with the rows and the days that it looks at.
struct RuleEvaluation {
  var rule: AlertRule
  let source: MetricSource
  var days: ClosedRange<Day>
  let rows: FigureRows
  let firstDay: Day
  /// Days that others are not compared with: holidays and campaigns.
  let uncommonDays: Set<Day>
  /// With fewer cases it is not judged.
  var smallestSample: Int64
  /// Why `days` are more than the rule's window; nil where they are not.
  var widening: Widening?
  /// What the newest days tell of a change, where the rule is about one of a share.
  var shift: ShareShift?

  init(
    rule: AlertRule, source: MetricSource, days: ClosedRange<Day>, rows: FigureRows, firstDay: Day,
    uncommonDays: Set<Day> = []
  ) {
    self.rule = rule
    self.source = source
    self.days = days
    self.rows = rows
    self.firstDay = firstDay
    self.uncommonDays = uncommonDays
    smallestSample = Int64(rule.minSample)
  }

  var verdict: Verdict {
    if let shifted, shifted.finding == .firing { return shifted }
    guard days.lowerBound > firstDay || !rule.comparison.isRelative else {
      return blank(.noFigure(.baseline))
    }
    if let usual = noCases { return blank(.noCases(usual: usual)) }
    guard let measured else { return blank(.notEnoughData(enough: nil)) }
    return rule.comparison.isRelative
      ? compared(measured) : judged(measured, Ratio(rule.threshold), rule.critical.map(Ratio.init))
  }

  /// What the metric came to; nil where nothing can be said.
  var measured: Measurement? { measured(days) }

  func measured(_ days: ClosedRange<Day>) -> Measurement? {
    Measurement(source.form, rows, days, isWidened: widening != nil)
  }

  private func blank(_ finding: Verdict.Finding) -> Verdict {
    var verdict = Verdict(rule, finding, days: days)
    (verdict.smallestSample, verdict.widening) = (smallestSample, widening)
    verdict.isTentative = isOfFewCases && !testsChange
    return verdict
  }

  /// Fewer cases than so many come and go by chance: of ten that come on average, none comes in one
  /// of twenty thousand windows.
  private static let regular: Int64 = 10

  /// The usual number of cases where there is none now; nil where there are some, or few are usual,
  /// or as long a time without any is.
  var noCases: Int64? {
    guard source.isShare, measured?.sample ?? 0 == 0, let usual = usualSample,
      usual >= max(Self.regular, smallestSample), isGapUnusual
    else { return nil }
    return usual
  }

  /// Three months: the gaps of what comes monthly are of different lengths.
  private static let daysOfGaps = 92

  /// Whether there are no cases for more days than there ever were none in the three months before,
  /// and a ninth of those: February's gap of 27 days allows the 30 of March.
  private var isGapUnusual: Bool {
    var gaps: [Int] = []
    var gap = 0
    for ago in 0..<Self.daysOfGaps {
      let day = days.upperBound.advanced(by: -ago)
      guard measured(day...day)?.sample ?? 0 > 0 else {
        gap += 1
        continue
      }
      gaps.append(gap)
      gap = 0
    }
    let usual = gaps.dropFirst().max() ?? 0
    return (gaps.first ?? gap) > usual + usual / 9
  }

  /// The largest sample of the windows of the four weeks before; nil before there were any.
  private var usualSample: Int64? {
    let length = days.count
    return (1...max(1, 28 / length)).compactMap { back -> Int64? in
      let shift = -back * length
      let window = days.lowerBound.advanced(by: shift)...days.upperBound.advanced(by: shift)
      return window.upperBound >= firstDay ? measured(window)?.sample : nil
    }.max()
  }
}

// MARK: - A share against the past

extension RuleEvaluation {
  /// On the days that have most likely changed; nil where that is not told.
  private var shifted: Verdict? {
    guard let shift, let measured = measured(shift.days) else { return nil }
    var one = self
    (one.days, one.widening) = (shift.days, nil)
    let threshold = reference(shift.usual, rule.threshold)
    var verdict = one.judged(measured, threshold, rule.critical.map { reference(shift.usual, $0) })
    verdict.baseline = shift.usual
    verdict.change = change(measured.value.rate, from: shift.usual)
    verdict.nights = shift.nights
    let isChanged =
      rule.comparison.isBeyond(measured.value, threshold) && verdict.isBeyondChance
      && isUnusual(measured, one.baseline) && !one.isOver(threshold)
    verdict.finding = isChanged ? .firing : .ok
    verdict.isCritical = verdict.isCritical && isChanged
    verdict.isTentative = !verdict.isFarBeyondChance
    return verdict
  }

  /// Whether the newest days are reliably well again.
  private func isOver(_ threshold: Ratio) -> Bool {
    incident(beyond: threshold.rate)?.after != nil
  }

  /// 1 where the changed days are on the good side of the threshold, or over.
  private var pValueOfShift: Double {
    guard let shift, let measured = measured(shift.days) else { return 1 }
    let threshold = reference(shift.usual, rule.threshold)
    guard rule.comparison.isBeyond(measured.value, threshold) else { return 1 }
    let isRare = shift.nights >= Significance.nights(rule.confidence)
    return isRare && over(shift.days).isOver(threshold)
      ? 1 : Significance.pValue(nights: shift.nights)
  }
}

// MARK: - Against the past

extension RuleEvaluation {
  /// The windows before this one that it is compared with, the newest first.
  var earlier: [ClosedRange<Day>] {
    (1...max(1, rule.baseline.weeks)).map { rule.window.days(days, earlier: $0) }
  }

  /// Without weeks that have an uncommon day, where enough others are left.
  var baseline: BaselineFigures {
    let common = earlier.filter { window in
      window.count > 7 || !uncommonDays.contains(where: window.contains)
    }
    let found = baseline(common)
    return found.median == nil && common.count < earlier.count ? baseline(earlier) : found
  }

  private func baseline(_ windows: [ClosedRange<Day>]) -> BaselineFigures {
    BaselineFigures(
      windows, weeks: rule.baseline.weeks, firstDay: firstDay, rows: rows, source.form, measured)
  }

  /// The baseline less or more a share of it.
  private func reference(_ median: Rate, _ share: Fraction) -> Ratio {
    rule.comparison.isDownward
      ? Ratio(median).reduced(by: share) : Ratio(median).raised(by: share)
  }

  private func compared(_ measured: Measurement) -> Verdict {
    let baseline = baseline
    guard let median = baseline.median else {
      return filled(blank(.noFigure(.baseline)), measured, nil)
    }
    var verdict = judged(
      measured, reference(median, rule.threshold), rule.critical.map { reference(median, $0) })
    verdict.baseline = median
    verdict.change = change(measured.value.rate, from: median)
    verdict.usualSample = source.isShare ? nil : baseline.usualSample
    verdict.deviations = deviations(measured, baseline)
    verdict.isAlmostGone = isAlmostGone(verdict.change)
    (verdict.isOf31st, verdict.usualOn31sts) = (isSumOf31st, usualOnLastDays)
    verdict.highestOnSameDays = highestOnSameDays
    verdict.highestByFourWeeks = highestByFourWeeks
    if testsChange {
      verdict.nights = shift?.nights
      if !lacksSample { (verdict.finding, verdict.isCritical) = (.ok, false) }
    }
    if verdict.finding == .firing, !isUnusual(measured, baseline) {
      (verdict.finding, verdict.isCritical) = (.ok, false)
    }
    return verdict
  }

  /// By how much of the baseline it changed in the direction that the rule fears; nil where the
  /// baseline is no amount.
  private func change(_ value: Rate, from median: Rate) -> Rate? {
    guard median.millionths > 0 else { return nil }
    let rise = Int128(value.millionths) - Int128(median.millionths)
    let share = roundedHalfToEven(
      (rule.comparison.isDownward ? -rise : rise) * 1_000_000, over: Int128(median.millionths))
    return Rate(millionths: Int64(clamping: share))
  }

  private func deviations(_ measured: Measurement, _ baseline: BaselineFigures) -> Rate? {
    RobustStatistics.deviations(
      measured.value.rate, among: baseline.values, chance: baseline.chance)
  }

  /// Whether an amount has dropped by more than nine tenths. Where the weeks before differ so much
  /// that three deviations are more than all of it, nothing else would ever be one.
  private func isAlmostGone(_ change: Rate?) -> Bool {
    isDropOfAmount && change.map { $0.millionths > 900_000 } ?? false
  }

  /// Whether the change is more than the weeks before leave to chance, and one from the days as well on
  /// which the same subscriptions were billed: the same of the month, four weeks ago, the 31sts.
  private func isUnusual(_ measured: Measurement, _ baseline: BaselineFigures) -> Bool {
    let isOutlier =
      rule.baseline.deviations.numerator == 0
      || isAlmostGone(baseline.median.flatMap { change(measured.value.rate, from: $0) })
      || RobustStatistics.isOutlier(
        measured.value.rate, among: baseline.values, deviations: rule.baseline.deviations,
        chance: baseline.chance)
    return isOutlier
      && [usualOnLastDays, highestOnSameDays, highestByFourWeeks].compactMap(\.self).allSatisfy {
        rule.comparison.isBeyond(measured.value, reference($0, rule.threshold))
      }
  }

  /// The highest amount of the same days of the month in the three months before: whoever is paid on
  /// the 1st has no drop on the 20th. Nil where these months lack the smallest sample, and for figures
  /// that are no sums.
  private var highestOnSameDays: Rate? {
    let month = days.lowerBound.month
    let before = month.advanced(by: -3).firstDay...month.advanced(by: -1).lastDay
    return highest(of: days.sameDays(ofMonthsBefore: 3), within: before)
  }

  /// The highest amount four, eight and twelve weeks before: whoever bills every four weeks has no
  /// drop in the weeks between. Nil as ``highestOnSameDays``.
  private var highestByFourWeeks: Rate? {
    guard days.count <= 28 else { return nil }
    let windows = (1...3).map { days.earlier(byDays: 28 * $0) }
    return highest(of: windows, within: windows[2].lowerBound...days.lowerBound.advanced(by: -1))
  }

  private func highest(of windows: [ClosedRange<Day>], within before: ClosedRange<Day>) -> Rate? {
    guard isDropOfAmount, rule.window.span == .days,
      measured(before)?.sample ?? 0 >= smallestSample
    else { return nil }
    return windows.filter { $0.lowerBound > firstDay && rows.hasRows($0) }
      .compactMap { measured($0)?.value.rate }.max()
  }

  private var isDropOfAmount: Bool {
    if case .amount = source.form { rule.comparison == .drop } else { false }
  }

  /// What is usual on a 31st, when hardly any monthly subscription falls due: the median of those
  /// before. Nil on other days, for figures that are no sums, and before there was one.
  private var usualOnLastDays: Rate? {
    guard isSumOf31st else { return nil }
    let months = (1...12).map { days.lowerBound.month.advanced(by: -$0) }
    let before = months.map(\.lastDay).filter {
      $0.is31st && $0 > firstDay && rows.hasRows($0...$0)
    }
    return RobustStatistics.median(before.compactMap { measured($0...$0)?.value.rate })
  }

  /// Whether an amount of a single day, a 31st, may have dropped.
  private var isSumOf31st: Bool {
    isDropOfAmount && days.count == 1 && days.lowerBound.is31st
  }
}

// MARK: - Against a reference

extension RuleEvaluation {
  private func judged(_ measured: Measurement, _ reference: Ratio, _ critical: Ratio?) -> Verdict {
    let z = Significance.quantile(rule.confidence)
    let isExact = isOfFewCases && measured.sample ?? 0 < Int64(rule.minSample)
    let interval = isExact ? measured.exactInterval(rule.confidence) : measured.interval(z: z)
    var verdict = filled(
      blank(finding(measured, reference, interval, z)), measured, reference)
    verdict.low = interval.flatMap { Rate($0.low) }
    verdict.high = interval.flatMap { Rate($0.high) }
    verdict.critical = critical?.rate
    verdict.nights = nightsTold
    if verdict.finding == .firing, !verdict.isBeyondChance { verdict.finding = .ok }
    verdict.isTentative = verdict.isTentative || !verdict.isFarBeyondChance
    verdict.isCritical =
      verdict.finding == .firing && (critical.map { isBeyond(measured, interval, $0) } ?? false)
    return verdict
  }

  /// In how many nights chance alone brings as much once, where the table of the figure says so.
  private var nightsTold: Int64? { source.nights.flatMap { rows.single($0, days)?.count } }

  private func finding(
    _ measured: Measurement, _ reference: Ratio, _ interval: Interval?, _ z: Double
  ) -> Verdict.Finding {
    if let counted, counted < smallestSample {
      return .notEnoughData(enough: attainable(smallestSample))
    }
    guard rule.comparison.isBeyond(measured.value, reference) else { return .ok }
    if isBeyond(measured, interval, reference) { return .firing }
    if isOver(reference) { return .ok }
    let enough = Significance.enough(measured.value, against: reference, z: z)
    return .notEnoughData(enough: enough.flatMap(attainable))
  }

  /// With its whole interval, where it has one.
  private func isBeyond(
    _ measured: Measurement, _ interval: Interval?, _ reference: Ratio
  ) -> Bool {
    interval.map { rule.comparison.isBeyond($0, reference) }
      ?? rule.comparison.isBeyond(measured.value, reference)
  }

  /// So many cases; nil where the longest window does not hold them.
  private func attainable(_ cases: Int64) -> Int64? {
    let longest = days.upperBound.advanced(by: 1 - max(days.count, AlertRule.longestWindow))
    let held = measured(longest...days.upperBound)?.sample ?? 0
    return held >= cases ? cases : nil
  }

  /// The cases that have to be enough: an amount that has dropped to nothing is judged by those
  /// that are usual. Nil where none are counted.
  var counted: Int64? {
    guard let measured else { return source.hasSample ? 0 : nil }
    guard rule.comparison.isRelative, !source.isShare else { return measured.sample }
    return measured.sample.map { max($0, baseline.usualSample) }
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

// MARK: - Chance

extension RuleEvaluation {
  /// How surprising the figure is if nothing were wrong: the two-sided p of the score test of a
  /// proportion against its reference (which the Wilson interval inverts), or of its robust
  /// deviations. 1 where it is on the good side, and where too few cases tell; nil for figures
  /// that chance says nothing about.
  var pValue: Double? {
    guard let measured, measured.sample.map({ $0 >= smallestSample }) ?? true else { return 1 }
    guard rule.comparison.isRelative else { return pValue(measured, Ratio(rule.threshold), nil) }
    if testsChange { return pValueOfShift }
    let baseline = baseline
    guard days.lowerBound > firstDay, let median = baseline.median else { return 1 }
    return pValue(measured, reference(median, rule.threshold), baseline)
  }

  private func pValue(
    _ measured: Measurement, _ reference: Ratio, _ baseline: BaselineFigures?
  ) -> Double? {
    guard rule.comparison.isBeyond(measured.value, reference) else { return 1 }
    if measured.part != nil, let sample = measured.sample {
      return Significance.pValue(measured.value, of: sample, against: reference)
    }
    if let nightsTold { return Significance.pValue(nights: nightsTold) }
    guard let baseline, rule.baseline.deviations.numerator > 0 else { return nil }
    return Significance.pValue(
      measured.value.rate, among: baseline.values, chance: baseline.chance)
  }
}

extension Day {
  fileprivate var is31st: Bool { month.firstDay.distance(to: self) == 30 }
}
