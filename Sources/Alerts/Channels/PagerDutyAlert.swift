import Metrics
import Reports
import Values

/// Events for PagerDuty, one a trouble: `trigger` when it begins, spreads or lasts, `resolve` when it
/// is over, under one `dedup_key`.
/// <https://developer.pagerduty.com/docs/events-api-v2/trigger-events/>
package enum PagerDutyAlert {
  package static let address = "https://events.pagerduty.com/v2/enqueue"

  /// Without the key, which is a secret and is not kept.
  static func bodies(_ news: AlertNews) -> [String] {
    news.troubles.map { body($0, news).line }
  }

  /// The event with its key; nil for a key that is none.
  package static func keyed(_ body: String, with key: String) -> String? {
    let isKey =
      key.utf8.count == 32 && key.utf8.allSatisfy { ($0 | 32) &- 97 < 26 || $0 &- 48 < 10 }
    return isKey ? "{\"routing_key\":\"\(key)\"," + body.dropFirst() : nil
  }

  private static func body(_ trouble: AlertNews.Trouble, _ news: AlertNews) -> JSONValue {
    .members([
      "event_action": .string(trouble.item.isOver ? "resolve" : "trigger"),
      "dedup_key": .string(String(trouble.key.prefix(255))),
      "client": .string("Runrate"),
      "client_url": news.link.map(JSONValue.string),
      "payload": .members([
        "summary": .string(UntrustedText.cleaned(trouble.title, limit: 1_024)),
        "source": .string("runrate"),
        "severity": .string(trouble.severity.rawValue),
        "component": .string(trouble.item.line.metric),
        "class": .string(UntrustedText.cleaned(trouble.item.line.name, limit: 200)),
        "custom_details": trouble.details(
          [("as_of", news.asOf.description)], [("message", trouble.item.line.message)]),
      ]),
      "links": news.link.map { link in
        .array([.members(["href": .string(link), "text": .string("The report")])])
      },
    ])
  }
}
