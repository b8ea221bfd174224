package import Metrics
import Settings
package import Values

/// A verdict in the light of the days before: what every output is made of.
package struct JudgedRule: Sendable, Hashable {
  package let verdict: Verdict
  package let state: AlertState
  package let since: Day?
  private let asOf: Day
  /// The first day of a trouble that was over with this one.
  package let resolved: Day?
  /// How far the trouble has reached since it began; nil where there is none.
  package let extent: AlertScope?
  /// That of this trouble, on this day, or of another rule's that fires for the same cause.
  package private(set) var acknowledgement: Acknowledgement?
  /// Why one of this trouble no longer holds.
  let lapse: String?

  /// - Parameters:
  ///   - before: what is remembered of the rule, nil when it was never judged.
  ///   - acknowledgement: the newest of the rule, whatever trouble it is about.
  package init(
    _ verdict: Verdict, after before: RememberedState?, on asOf: Day,
    acknowledgement: Acknowledgement? = nil
  ) {
    let now = RememberedState.after(verdict, before, on: asOf)
    self.verdict = verdict
    self.asOf = asOf
    state = now.state
    since = now.since
    extent = now.extent
    resolved = before?.state == .recovering && now.since == nil ? before?.since : nil
    let news = acknowledgement?.news(in: now, on: asOf)
    self.acknowledgement = news?.isEmpty == true ? acknowledgement : nil
    lapse = acknowledgement.flatMap { known in
      news.flatMap { news in
        news.isEmpty
          ? nil
          : "Acknowledged until \(known.until), but since then \(news.joined(separator: ", "))"
      }
    }
  }

  /// With the acknowledgement of another rule that fires for the same cause, at least as bad.
  package func acknowledged(with others: [JudgedRule]) -> JudgedRule {
    guard acknowledgement == nil, lapse == nil, state == .firing, let extent else { return self }
    let known = others.first { other in
      other.acknowledgement != nil && other.extent.map(extent.isOne) == true
        && (other.severity == .critical || severity != .critical)
    }
    var one = self
    one.acknowledgement = known?.acknowledgement
    return one
  }

  package var remembered: RememberedState {
    RememberedState(state: state, since: since, extent: extent)
  }

  /// That of the rule; critical, too, when a warning's figure is beyond its critical threshold, and
  /// a warning only where a segment was judged on fewer cases than the rule asks for.
  package var severity: AlertLine.Severity {
    switch verdict.finding {
    case .firing, .missing: verdict.firesCritically ? .critical : .warning
    default: wasCritical || state == .stale ? .critical : .warning
    }
  }

  /// Of what is over, whether it was critical while it fired.
  private var wasCritical: Bool {
    state == .recovering ? extent?.isCritical ?? false : verdict.rule.severity == .critical
  }

  /// The command that shows what was judged: window, segment, baseline and all conditions. Data
  /// that is too old is no matter of the rule.
  package var command: String {
    guard verdict.rule.figure.column != nil, verdict.finding != .outdated else {
      return "runrate status"
    }
    return "runrate explain alert \(ShellText.quoted(verdict.rule.name)) --as-of \(asOf)"
  }
}

extension AlertRule {
  /// Its critical threshold in the figure's unit; that of a drop or rise hangs on the baseline.
  fileprivate var absoluteCritical: Rate? {
    comparison.isRelative ? nil : critical.map { Ratio($0).rate }
  }
}

extension Figures {
  /// Puts what was judged among the figures: the lines that reports show, and the table `alerts`.
  package mutating func take(_ judged: [JudgedRule]) {
    let unproven = unprovenSentences?.joined(separator: " ")
    let sentences = judged.map {
      AlertMessage(
        $0, currency: currency, newest: newestEvent, detail: detail(of: $0),
        unproven: unproven)
    }
    alerts = zip(judged, sentences).map { rule, sentence in
      let headline = headline(of: rule)
      var line = AlertLine(rule, sentence)
      line.brief = headline.text ?? ""
      line.noted = noted(about: rule, began: headline.began)
      return line
    }
    let found = judged.compactMap(\.verdict.staleness)
    staleness = found.contains(.outdated) ? .outdated : found.first
    tables.removeAll { $0.name == AlertStates.schema.name }
    tables.append(AlertStates.table(zip(judged, alerts).map { $0.row($1) }))
  }

  /// What the table of a firing rule says besides its figure: which charges have no exchange rate; how
  /// many trials come to pay that go as since the fall.
  fileprivate func detail(of judged: JudgedRule) -> String? {
    guard judged.verdict.finding == .firing else { return nil }
    if judged.verdict.rule.isOfMissingRates {
      return MissingRatesNotice(self)?.sentences.joined(separator: " ")
    }
    guard let row = nights(of: judged), let change = row.expectedChange,
      let since = row[TrialNowcasts.fallSince]
    else { return nil }
    return "Of trials that go as since \(since) \(Units.percent(change.now)) pay, usually "
      + "\(Units.percent(change.before))."
  }

  /// The row that a firing nowcast tells of; nil of any other rule.
  private func nights(of judged: JudgedRule) -> Row<TrialNowcasts>? {
    guard judged.verdict.finding == .firing,
      judged.verdict.rule.figure == .metric(.trialNowcastFall)
    else { return nil }
    return newestNights(of: judged.verdict.place)
  }

  /// What is said of a rule's trouble first.
  func headline(of judged: JudgedRule) -> AlertHeadline {
    AlertHeadline(
      judged, currency: currency, newest: newestEvent, nights: nights(of: judged))
  }

  /// Days before a trouble in which what was released or changed may have led to it.
  private static let daysBefore = 3

  /// What the annotations say of the days of a trouble: `2026-04-01 Release: paywall 2`.
  fileprivate func noted(about rule: JudgedRule, began: Day?) -> String? {
    guard rule.state == .firing, let since = rule.since else { return nil }
    let began = min(since, began ?? since)
    let days = began.advanced(by: -Self.daysBefore)...asOf
    let notes = annotations(of: [.release, .price, .campaign, .holiday])
      .filter { days.contains($0.day) }
    return notes.isEmpty
      ? nil : notes.map { "\($0.day) \($0.kind.title): \($0.text)" }.joined(separator: "; ")
  }
}

extension AlertLine {
  fileprivate init(_ judged: JudgedRule, _ sentence: AlertMessage) {
    self.init(
      name: judged.verdict.rule.name, severity: judged.severity, state: judged.state,
      message: sentence.text, since: judged.since, runbook: judged.verdict.rule.runbook)
    metric = judged.verdict.rule.figure.name
    incident = judged.verdict.incident?.days
    moved = sentence.moves
    command = judged.command
    isStale = judged.verdict.finding == .outdated && !judged.verdict.rule.isOfFreshness
    isResolved = judged.resolved != nil && judged.state == .ok
    acknowledged = judged.acknowledgement.map { "until \($0.until): \($0.why)" }
  }
}

extension JudgedRule {
  fileprivate func row(_ line: AlertLine) -> RowBuilder<AlertStates> {
    let rule = verdict.rule
    var row = RowBuilder<AlertStates>()
    row[AlertStates.rule] = rule.name
    row[AlertStates.severity] = severity.rawValue
    row[AlertStates.state] = state.rawValue
    row[AlertStates.metric] = rule.figure.name
    row[AlertStates.where] = rule.segmentText.unlessEmpty
    row[AlertStates.since] = since
    row[AlertStates.incidentFrom] = verdict.incident?.days.lowerBound
    row[AlertStates.incidentTo] = verdict.incident?.days.upperBound
    row[AlertStates.message] = line.message
    row[AlertStates.runbook] = rule.runbook?.unlessEmpty
    row[AlertStates.moved] = line.moved?.unlessEmpty
    row[AlertStates.acknowledged] = line.acknowledged?.unlessEmpty
    row[AlertStates.command] = line.command?.unlessEmpty
    verdict.write(into: &row)
    return row
  }
}

extension Verdict {
  fileprivate func write(into row: inout RowBuilder<AlertStates>) {
    row[AlertStates.window] = daysText ?? "now"
    row[AlertStates.value] = value
    row[AlertStates.threshold] = threshold
    row[AlertStates.low] = low
    row[AlertStates.high] = high
    row[AlertStates.sample] = sample
    row[AlertStates.baseline] = baseline
    row[AlertStates.breaches] = breaches.map(\.name).joined(separator: ", ").unlessEmpty
    row[AlertStates.critical] = critical ?? rule.absoluteCritical
    row[AlertStates.deviations] = deviations
    row[AlertStates.smallestSample] = smallestSample
  }
}

extension String {
  fileprivate var unlessEmpty: String? { isEmpty ? nil : self }
}

extension Row<TrialNowcasts> {
  /// Which share of trials usually pays, and of trials that go as since the fall of the newest nights:
  /// `expected` is of all seven, most of which may be as usual.
  var expectedChange: (before: Rate, now: Rate)? {
    guard let usual = self[TrialNowcasts.usual], let fall = self[TrialNowcasts.fall] else {
      return nil
    }
    return (usual, Ratio(usual).reduced(by: Fraction(fall.millionths, over: 1_000_000)).rate)
  }
}
