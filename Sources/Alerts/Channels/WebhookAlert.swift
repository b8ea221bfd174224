import Metrics
import Reports
import Values

/// For programs: one object a rule, with every column of `alerts.csv`.
enum WebhookAlert {
  static func body(_ news: AlertNews) -> String {
    JSONValue.members([
      "source": .string("runrate"),
      "as_of": .string(news.asOf.description),
      "state": .string(news.status),
      "link": news.link.map(JSONValue.string),
      "news": .array(
        news.troubles.flatMap { trouble in trouble.names.map { object($0, trouble, news.figures) } }
      ),
    ]).line
  }

  private static func object(
    _ name: String, _ trouble: AlertNews.Trouble, _ figures: Figures
  ) -> JSONValue {
    let row = figures.rows(of: AlertStates.self).first { $0[AlertStates.rule] == name }
    let columns = zip(AlertStates.schema.columns, row?.cells ?? []).map {
      JSONValue.Member($0.name, AlertsJSON.value($1))
    }
    return .object(
      [
        .init("change", .string(trouble.item.change.rawValue)),
        .init("trouble", .string(trouble.key)), .init("cost", .text(trouble.cost)),
        .init("headline", .string(trouble.title)),
      ] + columns)
  }
}
