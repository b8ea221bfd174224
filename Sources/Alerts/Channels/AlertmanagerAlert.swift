import Metrics
import Reports
import Values

/// For Alertmanager, all troubles together.
/// <https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml>
///
/// Alertmanager forgets what is not sent again, and a trouble is told again after a week: it ends a
/// day later by itself. Severity is a label, by which it is routed, so a warning that became critical
/// ends as a warning.
enum AlertmanagerAlert {
  /// Behind the address of Alertmanager.
  static let path = "api/v2/alerts"
  private static let lasts = 9

  static func body(_ news: AlertNews) -> String {
    JSONValue.array(news.troubles.flatMap { alerts($0, news) }).line
  }

  private static func alerts(_ trouble: AlertNews.Trouble, _ news: AlertNews) -> [JSONValue] {
    let over = news.asOf.advanced(by: 1)
    func alert(_ severity: AlertLine.Severity, until end: Day) -> JSONValue {
      .members([
        "labels": labels(trouble, severity),
        "annotations": trouble.details([
          ("summary", trouble.title), ("description", trouble.item.line.message),
        ]),
        "startsAt": .string("\(trouble.item.since)T00:00:00Z"),
        "endsAt": .string("\(end)T00:00:00Z"),
        "generatorURL": news.link.map(JSONValue.string),
      ])
    }
    if trouble.item.isOver {
      return AlertLine.Severity.allCases.map { alert($0, until: over) }
    }
    let now = alert(trouble.severity, until: news.asOf.advanced(by: lasts))
    return trouble.item.change == .worse ? [now, alert(.warning, until: over)] : [now]
  }

  private static func labels(_ trouble: AlertNews.Trouble, _ severity: AlertLine.Severity)
    -> JSONValue
  {
    .members([
      "alertname": .string(UntrustedText.cleaned(trouble.item.line.name, limit: 200)),
      "severity": .string(severity.rawValue), "job": .string("runrate"),
    ])
  }
}
