package import Metrics
import Reports
package import Settings
import Values

/// A digest for a Slack-compatible webhook: one text.
package enum DigestMessage {
  /// - Parameter link: the address of the whole report, with `{day}` for its as-of day.
  package static func body(
    _ figures: Figures, of period: DigestPeriod, link: String?
  ) -> String {
    let digest = Digest(figures, of: period, link: link)
    let table = digest.keyFigures.map { figure in
      "\(figure.name): *\(SlackText.plain(figure.now))* (\(SlackText.plain(figure.change)))"
    }
    let head =
      "*\(SlackText.plain(digest.title))*, compared with \(SlackText.plain(digest.comparison))"
    let alerts = digest.alerts.map { "\($0.severity.rawValue): \($0.text)" }
    var parts = [head]
    parts += digest.notices.map { "⚠️ \(SlackText.plain($0))" }
    parts += list("What changed in 30 days", digest.changes)
    parts += list("Alerts", [digest.alertSentence] + alerts)
    parts.append(table.joined(separator: "\n"))
    parts += list("What to do", digest.todo.isEmpty ? [] : [digest.todo])
    parts += digest.link.map { ["<\(SlackText.escaped($0))|The whole report>"] } ?? []
    return JSONValue.members(["text": .string(parts.joined(separator: "\n\n"))]).line
  }

  private static func list(_ heading: String, _ items: [String]) -> [String] {
    guard !items.isEmpty else { return [] }
    return [(["*\(heading)*"] + items.map { "• \(SlackText.plain($0))" }).joined(separator: "\n")]
  }
}
