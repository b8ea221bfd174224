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
    var blocks = [header(digest.title)]
    blocks += digest.notices.map { section("⚠️ \(SlackText.plain($0))") }
    blocks.append(section(table(digest)))
    blocks += list("What happened", digest.changes) + list("Decide", digest.decisions)
    blocks += list(
      "Alerts", [digest.alertSentence] + digest.alerts.map { "\($0.title): \($0.text)" })
    blocks += digest.link.map { [button($0)] } ?? []
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

  /// A header has 150 characters at most, a section 3,000.
  private static func header(_ content: String) -> JSONValue {
    .members([
      "type": .string("header"),
      "text": text("plain_text", SlackText.plain(String(content.prefix(150)))),
    ])
  }

  private static func section(_ content: String) -> JSONValue {
    .members([
      "type": .string("section"), "text": text("mrkdwn", String(content.prefix(3_000))),
    ])
  }

  private static func list(_ heading: String, _ items: [String]) -> [JSONValue] {
    guard !items.isEmpty else { return [] }
    let lines = ["*\(heading)*"] + items.map { "• \(SlackText.plain($0))" }
    return [section(lines.joined(separator: "\n"))]
  }

  private static func button(_ link: String) -> JSONValue {
    let button = JSONValue.members([
      "type": .string("button"), "text": text("plain_text", "The whole report"),
      "url": .string(link),
    ])
    return .members(["type": .string("actions"), "elements": .array([button])])
  }

  private static func text(_ type: String, _ content: String) -> JSONValue {
    .members(["type": .string(type), "text": .string(content)])
  }
}
