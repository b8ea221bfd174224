import Metrics
import Reports
import Values

/// An Adaptive Card for a workflow of Microsoft Teams ("when a webhook request is received").
/// <https://adaptivecards.io/explorer/AdaptiveCard.html>
enum TeamsAlert {
  /// A message has 28 KB at most.
  private static let mostBytes = 26_000

  static func body(_ news: AlertNews) -> String {
    var shown = news.troubles.count
    while shown > 1, card(news, shown).line.utf8.count > mostBytes { shown -= 1 }
    return card(news, shown).line
  }

  private static func card(_ news: AlertNews, _ shown: Int) -> JSONValue {
    let rest = news.troubles.count - shown
    let blocks =
      [text(plain(news.title), [("weight", "Bolder"), ("size", "Medium")])]
      + news.troubles.prefix(shown).flatMap(blocks)
      + (rest > 0 ? [text("and \(rest) more", [])] : [])
    let content = JSONValue.members([
      "$schema": .string("http://adaptivecards.io/schemas/adaptive-card.json"),
      "type": .string("AdaptiveCard"), "version": .string("1.4"), "body": .array(blocks),
      "actions": news.link.map { link in
        .array([
          .members([
            "type": .string("Action.OpenUrl"), "title": .string("The report"), "url": .string(link),
          ])
        ])
      },
    ])
    return .members([
      "type": .string("message"),
      "attachments": .array([
        .members([
          "contentType": .string("application/vnd.microsoft.card.adaptive"), "contentUrl": .null,
          "content": content,
        ])
      ]),
    ])
  }

  private static func blocks(_ trouble: AlertNews.Trouble) -> [JSONValue] {
    let color = trouble.item.isOver ? "Good" : trouble.item.isCritical ? "Attention" : "Warning"
    let facts = trouble.drawnFacts.map { name, text in
      JSONValue.members(["title": .string(name), "value": .string(plain(text))])
    }
    return [
      text(
        "\(trouble.mark) \(trouble.heading): \(plain(trouble.title))",
        [("weight", "Bolder"), ("color", color), ("spacing", "Medium")])
    ]
      + (facts.isEmpty
        ? [] : [.members(["type": .string("FactSet"), "facts": .array(facts)])])
      + (trouble.chart.map { [bars($0, color.lowercased())] } ?? [])
  }

  /// <https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/charts-in-adaptive-cards>
  private static func bars(_ chart: AlertChart, _ color: String) -> JSONValue {
    let data = chart.bars.compactMap { bar in
      bar.value.map {
        JSONValue.members([
          "x": .string(String(bar.first.description.dropFirst(5))), "y": AlertsJSON.value($0.cell),
          "color": .string(bar.isJudged ? color : "neutral"),
        ])
      }
    }
    return .members([
      "type": .string("Chart.VerticalBar"),
      "title": .string("\(chart.title) \(chart.caption)"), "data": .array(data),
      "fallback": text("\(chart.title): \(chart.text)", []),
    ])
  }

  private static func text(_ content: String, _ look: [(String, String)]) -> JSONValue {
    .object(
      [
        .init("type", .string("TextBlock")), .init("text", .string(content)),
        .init("wrap", .bool(true)),
      ] + look.map { JSONValue.Member($0, .string($1)) })
  }

  /// Nothing of a subset of Markdown: no emphasis, no link.
  private static func plain(_ text: String) -> String {
    UntrustedText.cleaned(text, limit: 1_500).replacing("*", with: "∗").replacing("`", with: "ˋ")
      .replacing("](", with: "] (").replacing("://", with: ":∕∕").replacing("<", with: "‹")
  }
}
