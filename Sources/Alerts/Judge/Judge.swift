package import Metrics
package import Settings
import Statistics
package import Values

// JUDGE: rules and figures in, verdicts out. A pure function: no clock, no database.
//
//   figures ──Judge──▶ verdicts ──AlertMemory──▶ alert lines ──▶ alerts.md, .csv, .json, .prom
//
// Freshness is measured from E, the end of the as-of day, not from the wall clock: the report of a
// day says the same whenever it is made, and a nightly run of yesterday meets a newest event that
// is nearly E. A log that stops is noticed as the as-of days go on without it.
//
// A worked example: 8.1 % of 1,990 matured trials converted, the rule fires below 10 %. The Wilson
// 95 % interval is 7.0 % to 9.4 %: all of it is below, the rule fires. Of 90 trials with 8.1 % it
// would not: fewer than the smallest sample of 100.

/// Judges rules on the figures of one as-of day.
package struct Judge: Sendable {
  /// What the figures themselves do not say.
  package struct Terms: Sendable {
    /// E: the first instant after the as-of day.
    package var end: Instant
    /// Days after its end that a trial may still convert.
    package var trialGraceDays: Int
    package var renewalTolerance: TimeSpan
    /// Days after which the slowest cohorts have matured: the longest window of a funnel, the
    /// longest trial with its grace.
    package var maturingDays: Int
    /// Whether the as-of day is over: until then nobody knows what is missing of it.
    package var isDayOver: Bool

    /// After so many days a renewal is in time or late.
    package var renewalToleranceDays: Int {
      (renewalTolerance + TimeSpan(milliseconds: 86_399_999)).wholeDays
    }

    package init(
      end: Instant, trialGraceDays: Int, renewalTolerance: TimeSpan, maturingDays: Int = 0,
      isDayOver: Bool = true
    ) {
      self.isDayOver = isDayOver
      self.maturingDays = maturingDays
      self.end = end
      self.trialGraceDays = trialGraceDays
      self.renewalTolerance = renewalTolerance
    }
  }

  private let rules: [AlertRule]
  private let terms: Terms
  private let told: [String: AlertScope]

  /// - Parameter told: how far the troubles of rules have reached: of a segment that was told of and still
  ///   fires the verdict is again.
  package init(_ rules: [AlertRule], _ terms: Terms, told: [String: AlertScope] = [:]) {
    self.rules = rules.filter { $0.severity != .off }
    self.terms = terms
    self.told = told
  }

  /// One verdict a rule that is not off, in the order of the rules.
  package func verdicts(on figures: Figures) -> [Verdict] {
    let age = figures.newestEvent.map { max(0, (terms.end - $0).milliseconds) }
    return rules.map { rule in
      if rule.isOfFreshness { return judgeAge(rule, age, figures) }
      if isUnproven(rule, figures) { return Verdict(rule, .noFigure(.proof)) }
      return isOutdated(age, figures) ? outdated(rule, figures) : judge(rule, figures)
    }
  }

  /// Whether all figures are proven: it fires when a check failed.
  package static func proof(of figures: Figures) -> Verdict {
    var verdict = Verdict(.proof, figures.failedChecks.isEmpty ? .ok : .firing)
    verdict.value = Rate(millionths: Int64(figures.failedChecks.count) * 1_000_000)
    verdict.threshold = Rate(millionths: 0)
    return verdict
  }

  /// Whether a check of what the rule watches failed, so that it is not shown.
  private func isUnproven(_ rule: AlertRule, _ figures: Figures) -> Bool {
    guard !figures.unproven.isEmpty, let (file, column) = rule.figure.column else { return false }
    let tables = [file, MetricSource(rule).segmentTable]
    return tables.contains { figures.unproven.contains("\($0).\(column)") }
  }

  /// Whether the data is older than the freshness rules allow.
  private func isOutdated(_ age: Int64?, _ figures: Figures) -> Bool {
    rules.contains {
      $0.isOfFreshness && judgeAge($0, age, figures).staleness == .outdated
    }
  }

  package static func tables(for rules: [AlertRule]) -> Set<String> {
    Set(
      rules.flatMap { rule in
        let source = MetricSource(rule)
        let causes = source.failingProcesses(rule).isEmpty ? [] : [MetricSource.causes]
        let money = rule.isOfMissingRates ? [MissingRates.schema.name] : []
        return [source.table, source.segmentTable] + causes + money
      })
  }

  /// How many days of segments the rules look back at: a rule on values of a dimension, or on one
  /// of them, reads its window, the windows that it is compared with, and the days that nothing can
  /// change any more lie behind those that have to mature.
  package static func reach(of rules: [AlertRule], _ terms: Terms) -> Int {
    let judge = Judge(rules, terms)
    return judge.rules.map(judge.reach).max() ?? 0
  }

  private func reach(of rule: AlertRule) -> Int {
    let source = MetricSource(rule)
    let dimensions = ReportSchema.watchable.file(source.table)?.dimensions ?? []
    let isOfSegment = rule.filter.keys.contains(where: dimensions.contains)
    guard isOfSegment || !rule.breakdown.isEmpty, rule.window.span == .days,
      source.segmentTable != DailySegments.schema.name
    else { return 0 }
    let longest = isOfSegment ? AlertRule.longestWindow : AlertRule.longestWindowOfSegments
    let length = ([rule.window.days] + rule.widerWindows(upTo: longest)).max() ?? 1
    let isRipening = source.ripens && !source.keepsRipening || rule.window.isMatured
    let ripening = isRipening ? terms.maturingDays : 0
    let before =
      (rule.relative ?? rule).comparison.isRelative
      ? rule.baseline.weeks * ((length + 6) / 7 * 7) : 28
    return max(rule.window.lag, settling(source)) + ripening + length + before
  }

  private func judgeAge(_ rule: AlertRule, _ age: Int64?, _ figures: Figures) -> Verdict {
    guard let age, let hours = Ratio(age, over: 3_600_000) else { return Verdict(rule, .outdated) }
    let threshold =
      [Ratio(rule.threshold), usualAge(figures)].compactMap(\.self)
      .max { $0 < $1 } ?? Ratio(rule.threshold)
    let isBeyond = rule.comparison.isBeyond(hours, threshold)
    let missing = figures.missingEvents.flatMap { terms.isDayOver || $0.isTotal ? $0 : nil }
    var verdict = Verdict(rule, isBeyond ? .firing : missing.map(Verdict.Finding.missing) ?? .ok)
    (verdict.value, verdict.threshold) = (hours.rate, threshold.rate)
    return verdict
  }

  /// Hours without events that nobody wonders at: 1.5 × the longest gap of the weeks before. A small
  /// app is paid every fourth day, or rests on Sundays.
  private func usualAge(_ figures: Figures) -> Ratio? {
    figures.longestGap.flatMap { Ratio($0.milliseconds * 3, over: 2 * 3_600_000) }
  }

  private func outdated(_ rule: AlertRule, _ figures: Figures) -> Verdict {
    Verdict(rule, .outdated, days: days(of: rule, MetricSource(rule), asOf: figures.asOf))
  }

  /// Where the bound of a rule is kept, also whether the figure got too much worse.
  private func judge(_ rule: AlertRule, _ figures: Figures) -> Verdict {
    let verdict = judgeOnce(rule, figures)
    guard verdict.isQuiet, let relative = rule.relative else { return verdict }
    let changed = judgeOnce(relative, figures)
    return changed.finding == .firing ? changed : verdict
  }

  private func judgeOnce(_ rule: AlertRule, _ figures: Figures) -> Verdict {
    let source = MetricSource(rule)
    let figures = rule.breakdown.isEmpty ? figures : figures.narrowed(to: rule, source)
    guard let one = evaluation(rule, source, figures) else {
      return Verdict(
        rule, .noFigure(.segment), days: days(of: rule, source, asOf: figures.asOf))
    }
    return completed(one, figures)
  }

  /// The rule over the window that it names; nil where its rows are not kept.
  func evaluation(_ rule: AlertRule, _ source: MetricSource, _ figures: Figures)
    -> RuleEvaluation?
  {
    let days = days(of: rule, source, asOf: figures.asOf)
    return FigureRows(source, rule, in: figures).map { rows in
      let ripe = source.ripens || rule.window.isMatured
      let last = ripe ? rows.newestMature(upTo: days.upperBound) : days.upperBound
      return RuleEvaluation(
        rule: rule, source: source, days: last.map(rule.window.days) ?? days, rows: rows,
        firstDay: figures.firstDay ?? figures.asOf,
        uncommonDays: Set(figures.annotations(of: [.holiday, .campaign]).map(\.day)))
    }
  }

  /// With what the values of the rule's dimensions say, what moved and how it ended when it fires.
  private func completed(_ one: RuleEvaluation, _ figures: Figures) -> Verdict {
    var verdict = one.fitted.verdict
    if !one.rule.breakdown.isEmpty {
      verdict = verdict.taking(SegmentTests(one, in: figures), told: told[one.rule.name])
    }
    if verdict.isQuiet, let early = one.early { verdict = verdict.taking(early) }
    if verdict.finding == .firing {
      var shown = one
      shown.days = verdict.days ?? one.days
      verdict.moves = Decomposition(shown, in: figures).moves
      verdict.cause = LeadingCause(shown, in: figures)
      let fired = judged(one, verdict, figures)
      verdict.recent = fired.recent
      verdict.incident = verdict.threshold.flatMap { fired.incident(beyond: $0) }
      verdict.isOfHoliday =
        verdict.rule.comparison.isRelative && shown.days.count <= 7
        && figures.annotations(of: [.holiday]).contains { shown.days.contains($0.day) }
      if verdict.segment == nil { verdict.lastDay = shown.lastDay }
    }
    return verdict
  }

  /// The window, moved back to days that nothing can change any more.
  private func days(of rule: AlertRule, _ source: MetricSource, asOf: Day) -> ClosedRange<Day> {
    rule.window.days(upTo: asOf.advanced(by: -max(rule.window.lag, settling(source))))
  }

  private func settling(_ source: MetricSource) -> Int {
    switch source.settling {
    case .atOnce: 0
    case .nextDay: 1
    case .afterTrialGrace: terms.trialGraceDays
    case .afterTolerance: terms.renewalToleranceDays
    }
  }
}

extension Figures {
  /// With those rows alone of the rule's table by segment that have its keys: each value of its
  /// dimensions looks through them.
  fileprivate func narrowed(to rule: AlertRule, _ source: MetricSource) -> Figures {
    let table = table(source.segmentTable)
    let keys = rule.filter.compactMap { name, value in
      table.columns.firstIndex { $0.name == name }.map { ($0, value) }
    }
    guard !keys.isEmpty, source.form.hasOwnRow else { return self }
    var figures = self
    figures.tables.removeAll { $0.name == table.name }
    figures.tables.append(
      Table(
        name: table.name, columns: table.columns,
        rows: table.rows.filter { row in keys.allSatisfy { row[$0.0].label == $0.1 } }))
    return figures
  }
}

extension AlertRule.Comparison {
  /// Whether smaller values are the bad ones.
  var isDownward: Bool { self == .below || self == .drop }

  func isBeyond(_ value: Ratio, _ reference: Ratio) -> Bool {
    isDownward ? value < reference : value > reference
  }

  func isBeyond(_ interval: Interval, _ reference: Ratio) -> Bool {
    isDownward ? interval.high < reference.value : interval.low > reference.value
  }
}
