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
  /// That of this trouble, on this day.
  package let acknowledgement: Acknowledgement?

  /// - Parameters:
  ///   - before: what is remembered of the rule, nil when it was never judged.
  ///   - acknowledgement: the newest of the rule, whatever trouble it is about.
  package init(
    _ verdict: Verdict, after before: RememberedState?, on asOf: Day,
    acknowledgement: Acknowledgement? = nil
  ) {
    let now = RememberedState.after(verdict, before, on: asOf)
    self.verdict = verdict
    state = now.state
    since = now.since
    resolved = before?.state == .recovering && now.since == nil ? before?.since : nil
    let covers = now.since.flatMap { acknowledgement?.covers(since: $0, on: asOf) } ?? false
    self.acknowledgement = covers ? acknowledgement : nil
  }

  package var remembered: RememberedState { RememberedState(state: state, since: since) }

  package var severity: AlertLine.Severity {
    verdict.rule.severity == .critical || state == .stale ? .critical : .warning
  }

  /// The command that shows the rows behind the figure.
  package var command: String {
    let rule = verdict.rule
    guard let (file, column) = rule.figure.column, state != .stale else { return "runrate status" }
    let day = verdict.days.map { " --on \($0.upperBound)" } ?? ""
    let segment = verdict.breaches.first.flatMap { breach in
      verdict.segment == nil ? nil : [breach.dimension: breach.value]
    }
    let filter = (segment ?? rule.filter).sorted { $0.key < $1.key }
    return "runrate explain \(file).\(column)\(day)"
      + filter.map { " --where \(ShellText.quoted("\($0.key)=\($0.value)"))" }.joined()
  }
}

/// Text for a command line.
enum ShellText {
  /// As one word of a POSIX shell: in single quotes unless it is plain.
  static func quoted(_ text: String) -> String {
    let plain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "=._-".contains($0))
    }
    return plain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

extension Figures {
  /// Puts what was judged among the figures: the lines that reports show, and the table `alerts`.
  package mutating func take(_ judged: [JudgedRule]) {
    let sentences = judged.map { Sentence($0, currency: currency, newest: newestEvent) }
    alerts = zip(judged, sentences).map { AlertLine($0, $1) }
    tables.removeAll { $0.name == Contract.alerts.name }
    tables.append(Contract.alerts.table(zip(judged, alerts).map { $0.row($1) }))
  }
}

extension AlertLine {
  fileprivate init(_ judged: JudgedRule, _ sentence: Sentence) {
    self.init(
      name: judged.verdict.rule.name, severity: judged.severity, state: judged.state,
      message: sentence.text, since: judged.since, runbook: judged.verdict.rule.runbook)
    moved = sentence.moves
    command = judged.command
    acknowledged = judged.acknowledgement.map { "until \($0.until): \($0.why)" }
  }
}

extension JudgedRule {
  fileprivate func row(_ line: AlertLine) -> [Cell] {
    let rule = verdict.rule
    func number(_ rate: Rate?) -> Cell { rate.map(Cell.rate) ?? .missing }
    func text(_ text: String?) -> Cell { text?.isEmpty == false ? .text(text ?? "") : .missing }
    return [
      .text(rule.name), .text(severity.rawValue), .text(state.rawValue),
      .text(rule.figure.name), text(rule.segmentText), .text(verdict.daysText ?? "now"),
      number(verdict.value), number(verdict.threshold), number(verdict.low),
      number(verdict.high), verdict.sample.map(Cell.count) ?? .missing,
      since.map(Cell.day) ?? .missing, .text(line.message), text(rule.runbook),
      number(verdict.baseline), text(verdict.breaches.map(\.name).joined(separator: ", ")),
      text(line.moved), text(line.acknowledged), text(line.command),
    ]
  }
}
