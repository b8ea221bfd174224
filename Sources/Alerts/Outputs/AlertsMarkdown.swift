package import Metrics
import Reports
import Values

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
      section("Firing", lines.filter { $0.state == .firing }, figures.asOf),
      section("Stale", lines.filter { $0.state == .stale }, figures.asOf),
      section("Recovering", lines.filter { $0.state == .recovering }, figures.asOf),
      section("Ok", lines.filter { $0.state == .ok }, figures.asOf),
      section("Not enough data", lines.filter { $0.state == .notEnoughData }, figures.asOf),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func headline(_ lines: [AlertLine]) -> String {
    let standing = Standing(lines)
    return "**\(standing.word)**: \(Tally(lines).text).\n"
  }

  private static func section(_ title: String, _ lines: [AlertLine], _ asOf: Day) -> String {
    guard !lines.isEmpty else { return "" }
    let items = lines.joined.map { item($0, $1, asOf) }
    return "## \(title)\n\n" + items.joined(separator: "\n") + "\n"
  }

  private static func item(_ names: [String], _ line: AlertLine, _ asOf: Day) -> String {
    let name = names.map { ForeignText.markdown($0) }.joined(separator: ", ")
    let message = ForeignText.markdown(line.message, limit: 600)
    var text = "- **\(name)** (\(line.severity.rawValue)\(since(line, asOf))): \(message)"
    if let runbook = line.runbook {
      text += "\n  What to do: \(ForeignText.markdown(runbook, limit: 300))"
    }
    return text
  }

  private static func since(_ line: AlertLine, _ asOf: Day) -> String {
    line.since.map { $0 == asOf ? ", new" : ", since \($0)" } ?? ""
  }
}

/// How many rules are in which state.
package struct Tally {
  private let lines: [AlertLine]

  package init(_ lines: [AlertLine]) { self.lines = lines }

  package func count(_ state: AlertLine.State) -> Int { lines.count { $0.state == state } }

  /// `2 firing, 12 ok, 1 not enough data`; states without a rule are left out.
  package var text: String {
    let states: [AlertLine.State] = [.firing, .stale, .recovering, .ok, .notEnoughData]
    let counts = states.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
    return counts.isEmpty ? "no rules" : counts.joined(separator: ", ")
  }
}
