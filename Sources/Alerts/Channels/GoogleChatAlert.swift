import Metrics
import Reports
import Values

/// A card for an incoming webhook of Google Chat.
/// <https://developers.google.com/workspace/chat/api/reference/rest/v1/cards>
enum GoogleChatAlert {
  /// A message has 32,000 bytes at most, a card 100 widgets.
  private static let mostBytes = 30_000
  private static let mostTroubles = 90

  static func body(_ news: AlertNews) -> String {
    var shown = min(news.troubles.count, mostTroubles)
    while shown > 1, message(news, shown).line.utf8.count > mostBytes { shown -= 1 }
    return message(news, shown).line
  }

  private static func message(_ news: AlertNews, _ shown: Int) -> JSONValue {
    let rest = news.troubles.count - shown
    let sections =
      news.troubles.prefix(shown).map { section([paragraph(trouble($0))]) }
      + (rest > 0 ? [section([paragraph("and \(rest) more")])] : [])
      + (news.link.map { [section([button($0)])] } ?? [])
    let card = JSONValue.members([
      "header": .members([
        "title": .string("Runrate \(news.status)"),
        "subtitle": .string("As of \(news.asOf): \(news.tally)"),
      ]),
      "sections": .array(sections),
    ])
    return .members([
      "text": .string(plain(news.title)),
      "cardsV2": .array([.members(["cardId": .string("runrate-\(news.asOf)"), "card": card])]),
    ])
  }

  private static func trouble(_ trouble: AlertNews.Trouble) -> String {
    let lines = trouble.facts.map { "<b>\($0.name)</b>: \(html($0.text))" }
    return
      ([
        "\(trouble.mark) \(trouble.heading): <b>\(html(trouble.title))</b>"
      ] + lines).joined(separator: "<br>")
  }

  private static func section(_ widgets: [JSONValue]) -> JSONValue {
    .members(["widgets": .array(widgets)])
  }

  private static func paragraph(_ text: String) -> JSONValue {
    .members(["textParagraph": .members(["text": .string(text)])])
  }

  private static func button(_ link: String) -> JSONValue {
    let button = JSONValue.members([
      "text": .string("The report"),
      "onClick": .members(["openLink": .members(["url": .string(link)])]),
    ])
    return .members(["buttonList": .members(["buttons": .array([button])])])
  }

  /// In a card, where text is a subset of HTML.
  private static func html(_ text: String) -> String {
    UntrustedText.html(text, limit: 1_500).replacing("://", with: ":∕∕")
  }

  /// Outside of it, where `<users/all>` calls everybody.
  private static func plain(_ text: String) -> String {
    UntrustedText.cleaned(text, limit: 1_500).replacing("<", with: "‹").replacing("*", with: "∗")
  }
}
