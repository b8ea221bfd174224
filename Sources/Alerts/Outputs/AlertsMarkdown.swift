package import Metrics
package import Reports
package import Values

/// `alerts.md`: what fires, since when and what to do; then every rule in a line.
struct AlertsMarkdown: Report {
  let name = "alerts.md"

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.write(Array(AlertsMarkdown.text(figures).utf8), to: name)
  }

  static func text(_ figures: Figures) -> String {
    let lines = figures.alerts.worstFirst
    let parts = [
      "# Alerts as of \(figures.asOf)\n", headline(lines),
      section("Firing", lines.filter { $0.needsAttention && $0.state == .firing }, figures.asOf),
      section(
        "Stale", lines.filter { $0.state == .stale && $0.acknowledged == nil }, figures.asOf),
      section(
        "Acknowledged",
        lines.filter { $0.acknowledged != nil && $0.state != .recovering }, figures.asOf),
      section("Recovering", lines.filter { $0.state == .recovering }, figures.asOf),
      section("Resolved", lines.filter(\.isResolved), figures.asOf),
      section("Ok", lines.filter { $0.state == .ok && !$0.isResolved }, figures.asOf),
      section("Not enough data", lines.filter { $0.state == .notEnoughData }, figures.asOf),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func headline(_ lines: [AlertLine]) -> String {
    let status = OverallStatus(lines)
    return "**\(status.word)**: \(Tally(lines).text).\n"
  }

  private static func section(_ title: String, _ lines: [AlertLine], _ asOf: Day) -> String {
    guard !lines.isEmpty else { return "" }
    let items = lines.joined.map { item($0, $1, asOf) }
    return "## \(title)\n\n" + items.joined(separator: "\n") + "\n"
  }

  private static func item(_ names: [String], _ line: AlertLine, _ asOf: Day) -> String {
    let name = names.map { UntrustedText.markdown($0) }.joined(separator: ", ")
    let message = UntrustedText.markdown(line.message, limit: 1200)
    var text = "- **\(name)** (\(line.severity.rawValue)\(since(line, asOf))): \(message)"
    let more = [
      ("Acknowledged", line.acknowledged), ("Stands out", line.moved),
      ("Noted", line.noted), ("What to do", line.runbook),
    ]
    for case (let title, let words?) in more {
      text +=
        "\n  - \(title): "
        + (WebAddress(words).map { "<\($0.text)>" } ?? UntrustedText.markdown(words, limit: 400))
    }
    return text + rows(line)
  }

  /// The command for the rows of what is in trouble; code needs no escapes but for its own mark.
  private static func rows(_ line: AlertLine) -> String {
    guard let command = line.command, line.since != nil else { return "" }
    let code = UntrustedText.cleaned(command, limit: 300).replacing("`", with: "'")
    return "\n  - Details: `\(code)`"
  }

  private static func since(_ line: AlertLine, _ asOf: Day) -> String {
    line.since.map { $0 == asOf ? ", new" : ", since \($0)" } ?? ""
  }
}

/// How many rules are in which state.
package struct Tally {
  private let lines: [AlertLine]

  package init(_ lines: [AlertLine]) { self.lines = lines }

  package func count(_ state: AlertState) -> Int { lines.count { $0.state == state } }

  /// `2 firing (1 acknowledged), 12 ok, 1 not enough data`; states without a rule are left out.
  package var text: String {
    let states: [AlertState] = [.firing, .stale, .recovering, .ok, .notEnoughData]
    let counts = states.filter { count($0) > 0 }.map {
      "\(count($0)) \($0.rawValue)\(acknowledgement(of: $0))"
    }
    return counts.isEmpty ? "no rules" : counts.joined(separator: ", ")
  }

  /// ` (acknowledged)`, or of how many of them.
  private func acknowledgement(of state: AlertState) -> String {
    let known = lines.count { $0.state == state && $0.acknowledged != nil }
    guard known > 0 else { return "" }
    return known == count(state) ? " (acknowledged)" : " (\(known) acknowledged)"
  }
}

/// `alerts.csv`: one row a rule, as in the CSV contract.
struct AlertsCSV: Report {
  let name = "alerts.csv"

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let writer = CSVWriter(dialect: options.csvDialect)
    try folder.write(writer.bytes(of: figures.table(AlertStates.self)), to: name)
  }
}

/// What is written of the alerts, beside the other reports of a day.
package let alertReports: [any Report] = [
  AlertsMarkdown(),  // alerts.md: for people
  AlertsCSV(),  // alerts.csv: the same table as csv/alerts.csv
  AlertsJSON(),  // alerts.json: for programs
  AlertsProm(),  // alerts.prom: for Prometheus' node_exporter
]
