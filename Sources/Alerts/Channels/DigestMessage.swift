package import Metrics
import Reports
package import Settings
import Values

/// A digest for a Slack webhook, in Block Kit: a title, the first figures, what happened, alerts, and
/// a button that leads to the report. <https://docs.slack.dev/reference/block-kit/blocks>
package enum DigestMessage {
  /// Of the key figures; the others stand in the mail.
  private static let figures = 5

  /// - Parameter link: the address of the whole report, with `{day}` for its as-of day.
  package static func body(
    _ figures: Figures, of period: DigestPeriod, link: String?
  ) -> String {
    let digest = Digest(figures, of: period, link: link)
    var blocks = [SlackBlock.header(digest.title)]
    blocks += digest.notices.map { SlackBlock.section("⚠️ \(SlackText.plain($0))") }
    blocks.append(SlackBlock.section(table(digest)))
    blocks += list("What happened", digest.changes) + list("Decide", digest.decisions)
    blocks += list(
      "Alerts", [digest.alertSentence] + digest.alerts.map { "\($0.title): \($0.text)" })
    blocks += digest.link.map { [SlackBlock.button("The whole report", $0)] } ?? []
    return JSONValue.members([
      // What notifications show, and services that know no blocks.
      "text": .string(
        ([SlackText.plain(digest.title), table(digest)] + digest.changes.map(SlackText.plain))
          .joined(separator: "\n")),
      "blocks": .array(blocks),
    ]).line
  }

  private static func table(_ digest: Digest) -> String {
    let lines = digest.keyFigures.prefix(figures).map { figure in
      "\(figure.name): *\(SlackText.plain(figure.now))* (\(SlackText.plain(figure.change)))"
    }
    return (lines + ["_compared with \(SlackText.plain(digest.comparison))_"]).joined(
      separator: "\n")
  }

  private static func list(_ heading: String, _ items: [String]) -> [JSONValue] {
    guard !items.isEmpty else { return [] }
    let lines = ["*\(heading)*"] + items.map { "• \(SlackText.plain($0))" }
    return [SlackBlock.section(lines.joined(separator: "\n"))]
  }
}
