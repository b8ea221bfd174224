import Metrics
import Settings
import Values

/// What an alert says: the figure, its interval and sample, when, and compared with what.
///
///     Matured trial conversion was 8.1% (161 of 1,990 trials, 95% interval 7.0% to 9.4%) on
///     2026-04-07 to 2026-05-10; threshold: the whole interval below 10%, given at least 100 trials.
///
/// Every condition of the rule stands there with the value that it was held against.
struct AlertMessage {
  private let judged: JudgedRule
  private let units: Units
  private let newest: Instant?
  private let detail: String?
  private let unproven: String?
  private var verdict: Verdict { judged.verdict }
  private var rule: AlertRule { judged.verdict.rule }
  private let source: MetricSource

  /// `detail`, `unproven`: what a firing rule's table says besides its figure, and which figures are
  /// not shown because a check failed, in whole sentences.
  init(
    _ judged: JudgedRule, currency: String, newest: Instant?, detail: String? = nil,
    unproven: String? = nil
  ) {
    self.judged = judged
    self.newest = newest
    self.detail = detail
    self.unproven = unproven
    source = MetricSource(judged.verdict.rule)
    units = Units(source.unit, currency: currency)
  }

  var text: String {
    if rule.isOfProof { return unproven ?? "All checks passed" + ending }
    if judged.resolved != nil, verdict.finding == .ok { return figure + ending }
    return body + ending + breakdown + (detail.map { " \($0)" } ?? "")
  }

  /// What stands out; nil where nothing fires or nothing stands out.
  var moves: String? {
    let parts = [segments, cause].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private var cause: String? { verdict.cause.map(\.text) }

  private var segments: String? {
    if let cause = verdict.smallest {
      return CauseText(cause: cause, units: units, source: source, comparison: rule.comparison).text
    }
    guard let first = verdict.moves.first else { return surest }
    let others = verdict.moves.dropFirst().map { "\($0.name) (\(explained($0)))" }
    let rest = others.isEmpty ? "" : "; then \(others.joined(separator: ", "))"
    return "\(first.name)\(change(first)), \(explained(first))\(rest)"
  }

  /// `product plus, 48% on its own`: of what cannot be taken apart, the segment that fires, if chance
  /// brings that so much more seldom than what any other segment and everybody did.
  private var surest: String? {
    guard verdict.isOfSingleFigures, let first = verdict.breaches.first,
      let value = first.verdict.value
    else { return nil }
    let everybody = verdict.segment == nil ? [verdict] : []
    let rivals = verdict.breaches.dropFirst().map(\.verdict) + everybody
    let limit = (first.verdict.nights ?? 0) / Significance.muchRarer
    guard rivals.allSatisfy({ $0.nights ?? 0 <= limit }) else { return nil }
    return "\(first.name), \(units.text(value)) on its own"
  }

  private var body: String {
    switch verdict.finding {
    case .ok, .firing: "\(figure); \(condition)"
    case .notEnoughData(let enough): notEnough(enough)
    case .outdated: "\(age): too old to judge anything later"
    case .missing(let events): missing(events)
    case .noCases(let usual):
      "There were no \(source.cases)\(place)\(when), after up to \(grouped(usual)) in as many "
        + "days before: \(source.name) cannot be judged"
    case .noFigure(let gap): missing(gap)
    }
  }

  private func missing(_ found: MissingEvents) -> String {
    let before = "each of the \(MissingEvents.regularDays) days before"
    guard !found.isTotal else {
      return "\(age): there was none on the as-of day, and some on \(before)"
    }
    let events = counted(found.events, "event")
    return "The as-of day has only \(events), and \(before) at least "
      + "\(grouped(found.fewest)): most of its log seems to be missing"
  }

  private var ending: String {
    if let resolved = judged.resolved { return ". Resolved; it began on \(resolved)." }
    if let over { return ". \(over)." }
    if let lapse = judged.lapse { return ". \(lapse)." }
    return judged.state == .recovering
      ? ". Recovering: back to normal, but only since today." : "."
  }

  /// `Recovering: it was beyond the threshold from 2026-06-20 to 2026-06-26, and 0% (0 of 337) from
  /// 2026-06-27 on`.
  private var over: String? {
    guard judged.state == .recovering, let incident = verdict.incident, let after = incident.after
    else { return nil }
    let first = "from \(incident.days.lowerBound) to \(incident.days.upperBound)"
    return "Recovering: it was beyond the threshold \(first), and"
      + "\(share(after)) from \(after.days.lowerBound) on"
  }

  /// ` 8.1% (5 of 62)`.
  private func share(_ line: RuleEvidence.Line) -> String {
    guard let value = line.value, let part = line.part, let sample = line.sample else { return "" }
    return " \(units.text(value)) (\(grouped(part)) of \(grouped(sample)))"
  }

  /// `, from 31.2% to 10.1%`.
  private func change(_ move: Move) -> String {
    let before = move.before.map { " from \(units.text($0))" } ?? ""
    return move.now.map { ",\(before) to \(units.text($0))" } ?? before
  }

  /// `96% of the change with 35% of the viewers`.
  private func explained(_ move: Move) -> String {
    let cases = source.isShare ? "the \(source.cases)" : "the total before"
    let change = move.before == nil ? "what is beyond the threshold" : "the change"
    return "\(percent(move.part)) of \(change) with \(percent(move.weight)) of \(cases)"
  }

  /// `Of 11 judged by country (Holm's correction), firing on its own: country US (10.1%, usually
  /// 38%).`
  private var breakdown: String {
    guard !rule.breakdown.isEmpty, judged.state != .stale else { return "" }
    let by = ListText.joined(rule.breakdown)
    guard !verdict.breaches.isEmpty else {
      if verdict.tested == 0, judged.state == .notEnoughData { return "" }
      return verdict.tested == 0
        ? " No \(by) has enough cases to be judged separately."
        : verdict.tested == 1
          ? " The only segment judged by \(by) does not fire on its own."
          : " None of the \(verdict.tested) segments judged by \(by) fires on its own."
    }
    let names = verdict.breaches.map { $0.text(units) }.joined(separator: ", ")
    let its = verdict.breaches.count == 1 ? "its" : "their"
    let isTested = verdict.breaches.contains {
      $0.verdict.low != nil || $0.verdict.nights != nil || $0.verdict.deviations != nil
    }
    return
      " Of \(verdict.tested) judged by \(by)\(isTested ? " (Holm's correction)" : ""), firing on "
      + "\(its) own: \(names)."
  }

  /// `Refund rate for country DE was 6.0% (…) on 2026-05-10`.
  private var figure: String {
    guard let value = verdict.value else { return "\(source.name)\(place) is unknown" }
    let verb = verdict.days == nil ? "is" : "was"
    return "\(source.name)\(place) \(verb) \(units.text(value))\(basis)\(when)\(lastDay)"
  }

  /// `, 8.1% (5 of 62) on the last day`.
  private var lastDay: String {
    guard let last = verdict.lastDay, over == nil, last.value != nil else { return "" }
    return ",\(share(last)) on the last day"
  }

  private var basis: String {
    guard let sample = verdict.sample else { return "" }
    let usual = verdict.usualSample.map { ", usually \(grouped($0))" } ?? ""
    guard let part = verdict.part else { return " (\(source.counted(sample))\(usual))" }
    return " (\(grouped(part)) of \(source.counted(sample))\(interval))"
  }

  private var interval: String {
    guard let low = verdict.low, let high = verdict.high else { return "" }
    let confidence = Units.percent(Ratio(verdict.confidence).rate)
    return ", \(confidence) interval \(units.text(low)) to \(units.text(high))"
  }

  private func notEnough(_ enough: Int64?) -> String {
    let known =
      verdict.value == nil
      ? "There were no \(source.cases)\(place)\(when)" : figure
    guard let enough else { return "\(known); \(condition)" }
    return "\(known); \(condition); \(source.counted(enough)) would be enough to tell"
  }

  private func missing(_ gap: Verdict.Gap) -> String {
    switch gap {
    case .segment: "\(source.name) is not kept\(place)"
    case .proof: "\(source.name) is not shown: a check of it failed"
    case .baseline:
      "\(figure); too few earlier \(periods) to compare with so far (half of the "
        + "rule's \(rule.baseline.weeks) would be enough)"
    }
  }

  private var age: String {
    newest.map { "The newest event is from \($0.minuteText)" } ?? "There is no event"
  }

  private var when: String {
    (verdict.days.map { " \($0.count == 1 ? "on" : "from") \(Verdict.text($0))" } ?? "") + widening
  }

  /// ` (over 7 days, because one day has only 40 viewers)`.
  private var widening: String {
    guard let widening = verdict.widening, let days = verdict.days?.count else { return "" }
    let own = widening.days == 1 ? "one day has" : "\(widening.days) days have"
    let cases = widening.sample == 0 ? "none" : "only \(source.counted(widening.sample))"
    return " (over \(days) days, because \(own) \(cases))"
  }
  private var place: String {
    if let segment = verdict.segment { return " for \(segment)" }
    return rule.filter.isEmpty || rule.title != nil ? "" : " for \(rule.segmentText)"
  }
}

// MARK: - When it fires

extension AlertMessage {
  private var condition: String {
    rule.comparison.isRelative ? relativeCondition : absoluteCondition
  }

  /// `threshold: the whole interval above 2% (critical above 10%), given at least 200 payments`.
  private var absoluteCondition: String {
    let side = rule.comparison.rawValue
    let critical = rule.critical.map {
      " (critical \(side) \(units.text(Ratio($0).rate)))"
    }
    let what = verdict.high == nil ? side : "the whole interval \(side)"
    let threshold = verdict.threshold ?? Ratio(rule.threshold).rate
    return
      "threshold: \(what) \(units.text(threshold))\(usualGap)\(critical ?? "")\(chance)\(smallest)\(orChange)"
  }

  /// That it also fires without being beyond its bound.
  private var orChange: String {
    guard let relative = rule.relative else { return "" }
    return "; or a \(relative.comparison) of more than "
      + "\(Units.percent(Ratio(relative.threshold).rate)) against \(before)"
  }

  /// Why data may be older than the rule says.
  private var usualGap: String {
    guard rule.isOfFreshness, let threshold = verdict.threshold,
      threshold > Ratio(rule.threshold).rate
    else { return "" }
    return ", 1.5 times the longest gap between events in the 56 days before"
  }

  /// `baseline 38.1%, the median of …: a drop of 58.0%; threshold: a drop of more than 30% …`.
  private var relativeCondition: String {
    let critical = rule.critical.map { " (critical: \(Units.percent(Ratio($0).rate)))" } ?? ""
    let one = "a \(rule.comparison)"
    return usual + "threshold: \(one) of more than " + Units.percent(Ratio(rule.threshold).rate)
      + critical + bound + chance + deviations + lastDays + sameDays + fourWeeks + smallest
  }

  private var usual: String {
    guard let baseline = verdict.baseline else { return "" }
    let isRate = verdict.nights != nil && verdict.finding == .firing
    let what = isRate ? "the rate of \(weeksBefore)" : "the median of \(before)"
    return "baseline \(units.text(baseline)), \(what)\(change); "
  }

  private var weeksBefore: String {
    let isWeeks = rule.window.days <= 7
    return "the \(rule.baseline.weeks) \(isWeeks ? "weeks" : "windows of the same length") before"
  }

  /// `: a drop of 58.0%`.
  private var change: String {
    guard let change = verdict.change else { return "" }
    let size = Units.percent(Rate(millionths: abs(change.millionths)))
    let isDrop = rule.comparison.isDownward == (change.millionths >= 0)
    return ": a \(isDrop ? "drop" : "rise") of \(size)"
  }

  /// What a baseline counts.
  private var periods: String { rule.window.span == .days ? "weeks" : "months" }

  /// `the same weekdays in the 4 weeks before`.
  private var before: String {
    let count = rule.baseline.weeks
    func earlier(_ period: String, _ rest: String = "") -> String {
      (count == 1 ? "the \(period)" : "the \(count) \(period)s") + rest + " before"
    }
    switch rule.window.span {
    case .days where verdict.days?.count ?? 0 <= 7: return "the same weekdays in " + earlier("week")
    case .days: return earlier("window", " of the same length")
    case .month: return earlier("month")
    case .monthToDate: return "the same days of " + earlier("month")
    }
  }

  /// ` with the whole interval below 26.7%`.
  private var bound: String {
    guard verdict.high != nil, verdict.nights == nil, let threshold = verdict.threshold else {
      return ""
    }
    let side = rule.comparison.isDownward ? "below" : "above"
    return " with the whole interval \(side) \(units.text(threshold))"
  }

  /// ` that chance brings at most once in 180 nights (actual: once in 620; critical from 1,800 on)`.
  private var chance: String {
    guard let nights = verdict.nights else { return "" }
    let limit = Significance.nights(verdict.confidence)
    let critical =
      rule.severity == .critical && !verdict.isFarBeyondChance
      ? "; critical from \(grouped(limit * Significance.farBeyond)) on" : ""
    return " that chance brings at most \(Units.once(in: limit)) "
      + "(actual: \(Units.once(in: nights))\(critical))"
  }

  /// ` and 3 robust deviations (actual 1.4)`.
  private var deviations: String {
    let limit = verdict.deviationLimit
    guard limit.numerator > 0 else { return "" }
    let found = verdict.deviationsText.map { " (actual \($0))" }
    let gone = verdict.isAlmostGone ? " or 90%" : ""
    return " and \(Units.limit(limit)) robust deviations\(found ?? "")\(gone)"
  }

  /// `, also from the 31sts before (baseline $112)`.
  private var lastDays: String {
    guard verdict.isOf31st else { return "" }
    let usual = verdict.usualOn31sts.map { " (baseline \(units.text($0)))" } ?? ""
    return ", also from the 31sts before\(usual)"
  }

  /// `, also from the same days of the three months before (highest: $400.00)`.
  private var sameDays: String {
    verdict.highestOnSameDays.map {
      ", also from the same days of the three months before (highest: \(units.text($0)))"
    } ?? ""
  }

  /// `, also from 4, 8 and 12 weeks before (highest: $400.00)`; only where that is why it does not
  /// fire.
  private var fourWeeks: String {
    guard let highest = verdict.highestByFourWeeks, let value = verdict.value,
      value >= Ratio(highest).reduced(by: rule.threshold).rate
    else { return "" }
    return ", also from 4, 8 and 12 weeks before (highest: \(units.text(highest)))"
  }

  /// `, given at least 200 payments`.
  private var smallest: String {
    guard verdict.smallestSample > 1, source.hasSample else { return "" }
    let few =
      verdict.isTentative && verdict.isOfFewCases && verdict.nights == nil
      ? " (not the rule's \(grouped(Int64(rule.minSample))): a warning)" : ""
    return ", given at least \(source.counted(verdict.smallestSample))\(few)"
  }
}

private enum ListText {
  /// `country, platform and variant`.
  static func joined(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension LeadingCause {
  /// `above all card_declined: 86 failures in 7 days, 12 in the 7 days before; all failures 137, 60
  /// before`; of one that has not grown, that it is the most frequent.
  var text: String {
    "\(hasGrown ? "above all" : "most often") \(cause): \(grouped(failures)) failures in \(days) "
      + "days, \(grouped(before)) in the \(days) days before; all failures \(grouped(all)), "
      + "\(grouped(allBefore)) before"
  }
}

extension Verdict {
  /// `2026-05-10` or `2026-05-04 to 2026-05-10`.
  var daysText: String? { days.map(Verdict.text) }

  static func text(_ days: ClosedRange<Day>) -> String {
    days.count == 1 ? "\(days.lowerBound)" : "\(days.lowerBound) to \(days.upperBound)"
  }
}

extension AlertRule {
  /// `country DE`; empty for everybody.
  var segmentText: String {
    filter.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      .joined(separator: ", ")
  }
}
