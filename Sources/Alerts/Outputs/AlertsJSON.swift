package import Metrics
package import Reports
import Values

/// `alerts.json`: every rule with its figures, for programs.
package struct AlertsJSON: Report {
  package let name = "alerts.json"

  package func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.write(Array(AlertsJSON.text(figures).utf8), to: name)
  }

  /// The whole file. Members are the columns of `alerts.csv`; what is unknown is null.
  package static func text(_ figures: Figures) -> String {
    let table = figures.table(AlertStates.self)
    let rules = table.rows.map { row in
      JSONValue.object(zip(table.columns, row).map { .init($0.name, value($1)) })
    }
    return JSONValue.members([
      "as_of": .string(figures.asOf.description),
      "state": .string(OverallStatus(figures.alerts).word),
      "newest_event": .text(figures.newestEvent?.iso8601),
      "alerts": .array(rules),
    ]).page
  }

  /// What stands in its place when nothing could be judged, for the reason given.
  package static func unknown(_ reason: String) -> String {
    JSONValue.members(["state": .string(OverallStatus.unjudged.word), "error": .string(reason)])
      .page
  }

  /// A cell as JSON writes it; what is unknown is null.
  static func value(_ cell: Cell) -> JSONValue {
    switch cell {
    case .missing: .null
    case .text(let text): .string(text)
    case .count(let count): .integer(count)
    case .money(let amount): .decimal(Decimal6.text(amount.micros))
    case .rate(let rate): .decimal(Decimal6.text(rate.millionths))
    case .day(let day): .string(day.description)
    case .month(let month): .string(month.description)
    case .flag(let flag): .bool(flag)
    }
  }
}

/// Millionths as a plain decimal number: `0.081000`, `-1.500000`.
enum Decimal6 {
  static func text(_ millionths: Int64) -> String {
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    return (millionths < 0 ? "-" : "") + "\(whole)." + padded(Int(rest), 6)
  }
}
