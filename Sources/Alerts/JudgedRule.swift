package import Metrics
import Settings
package import Values

/// A verdict in the light of the days before: what every output is made of.
package struct JudgedRule: Sendable, Hashable {
  package let verdict: Verdict
  package let state: AlertLine.State
  package let since: Day?
  /// The first day of a trouble that was over with this one.
  package let resolved: Day?

  /// - Parameter before: what is remembered of the rule, nil when it was never judged.
  package init(_ verdict: Verdict, after before: RememberedState?, on asOf: Day) {
    let now = RememberedState.after(verdict, before, on: asOf)
    self.verdict = verdict
    state = now.state
    since = now.since
    resolved = before?.state == .recovering && now.since == nil ? before?.since : nil
  }

  package var remembered: RememberedState { RememberedState(state: state, since: since) }

  package var severity: AlertLine.Severity {
    verdict.rule.severity == .critical || state == .stale ? .critical : .warning
  }
}

extension Figures {
  /// Puts what was judged among the figures: the lines that reports show, and the table `alerts`.
  package mutating func take(_ judged: [JudgedRule]) {
    let sentences = judged.map { Sentence($0, currency: currency, newest: newestEvent).text }
    alerts = zip(judged, sentences).map { rule, sentence in
      AlertLine(
        name: rule.verdict.rule.name, severity: rule.severity, state: rule.state,
        message: sentence, since: rule.since, runbook: rule.verdict.rule.runbook)
    }
    tables.removeAll { $0.name == Contract.alerts.name }
    tables.append(Contract.alerts.table(zip(judged, sentences).map { $0.row($1) }))
  }
}

extension JudgedRule {
  fileprivate func row(_ sentence: String) -> [Cell] {
    let rule = verdict.rule
    func number(_ rate: Rate?) -> Cell { rate.map(Cell.rate) ?? .missing }
    func text(_ text: String) -> Cell { text.isEmpty ? .missing : .text(text) }
    return [
      .text(rule.name), .text(severity.rawValue), .text(state.rawValue),
      .text(rule.metric.rawValue), text(rule.segmentText), .text(verdict.daysText ?? "now"),
      number(verdict.value), number(verdict.threshold), number(verdict.low),
      number(verdict.high), verdict.sample.map(Cell.count) ?? .missing,
      since.map(Cell.day) ?? .missing, .text(sentence), text(rule.runbook ?? ""),
    ]
  }
}
