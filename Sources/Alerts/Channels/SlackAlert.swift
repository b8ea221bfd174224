import Metrics
import Reports
import Values

/// For a Slack-compatible webhook: blocks, and one text with all news for notifications and for
/// services that know no blocks. <https://docs.slack.dev/reference/block-kit/blocks>
enum SlackAlert {
  /// A message has 50 blocks at most.
  private static let mostTroubles = 40

  static func body(_ news: AlertNews) -> String {
    let shown = news.troubles.prefix(mostTroubles).map { SlackBlock.section(trouble($0)) }
    let rest = news.troubles.count - shown.count
    let more = rest > 0 ? [SlackBlock.section("and \(rest) more")] : []
    let blocks =
      [SlackBlock.header("Runrate \(news.status)")]
      + [SlackBlock.section(SlackText.plain("As of \(news.asOf): \(news.tally)"))] + shown + more
      + (news.link.map { [SlackBlock.button("The report", $0)] } ?? [])
    return JSONValue.members(["text": .string(text(news)), "blocks": .array(blocks)]).line
  }

  private static func text(_ news: AlertNews) -> String {
    let head = "*Runrate \(news.status)*, as of \(news.asOf): \(news.tally)"
    return ([head] + news.troubles.map(trouble)).joined(separator: "\n")
  }

  /// What happened, how bad it is, and the facts.
  private static func trouble(_ trouble: AlertNews.Trouble) -> String {
    let title = SlackText.plain(trouble.title)
    let facts = trouble.facts.map { name, text in
      let shown =
        name == AlertNews.Trouble.runbook ? SlackText.escaped(text) : SlackText.plain(text)
      return "    \(name): \(shown)"
    }
    return (["\(trouble.mark) \(trouble.heading): *\(title)*"] + facts).joined(separator: "\n")
  }
}

/// Blocks of Slack's Block Kit, within its limits.
enum SlackBlock {
  static func header(_ content: String) -> JSONValue {
    .members([
      "type": .string("header"),
      "text": text("plain_text", SlackText.plain(String(content.prefix(150)))),
    ])
  }

  static func section(_ content: String) -> JSONValue {
    .members([
      "type": .string("section"), "text": text("mrkdwn", String(content.prefix(3_000))),
    ])
  }

  static func button(_ title: String, _ link: String) -> JSONValue {
    let button = JSONValue.members([
      "type": .string("button"), "text": text("plain_text", title), "url": .string(link),
    ])
    return .members(["type": .string("actions"), "elements": .array([button])])
  }

  private static func text(_ type: String, _ content: String) -> JSONValue {
    .members(["type": .string(type), "text": .string(content)])
  }
}

/// Text in a Slack message, where three characters begin links and mentions, others change the
/// look, and an address becomes a link by itself.
enum SlackText {
  /// Text that may come from a log: look-alikes stand for what would be more than text.
  static func plain(_ text: String) -> String {
    escaped(text).replacing("*", with: "∗").replacing("`", with: "ˋ").replacing("~", with: "∼")
      .replacing("://", with: ":∕∕")
  }

  /// Text of the configuration, whose addresses are meant to be links.
  static func escaped(_ text: String) -> String {
    UntrustedText.cleaned(text, limit: 1500).replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
