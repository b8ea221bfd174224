import Metrics
import Reports
import Values

/// `alerts.prom`: for the textfile collector of Prometheus' node_exporter.
///
/// The collector drops a whole file for a timestamp, a CRLF, a raw newline in a label or a missing
/// last newline. What tells of the run itself is left out of the report of a day that was asked for
/// by its date.
struct AlertsProm: Report {
  let name = "alerts.prom"

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.write(Array(AlertsProm.text(figures).utf8), to: name)
  }

  static func text(_ figures: Figures) -> String {
    families(figures).map(\.text).joined()
  }

  static func families(_ figures: Figures) -> [PromFamily] {
    let rules = figures.rows(of: AlertStates.self)
    return [
      states(figures.alerts),
      numbers(
        "runrate_alert_value", "Figure that the rule judges, in its own unit.",
        AlertStates.value, rules),
      numbers(
        "runrate_alert_threshold", "What the figure is compared with.",
        AlertStates.threshold, rules),
      PromFamily(
        "runrate_alert_worst", "0 all well, 1 warning, 2 critical, 3 nothing judged.",
        [PromSample([], "\(OverallStatus(figures.alerts).rawValue)")]),
      acknowledged(figures.alerts),
    ] + data(figures) + (figures.run.map(run) ?? [])
  }

  private static func acknowledged(_ lines: [AlertLine]) -> PromFamily {
    PromFamily(
      "runrate_alert_acknowledged", "1 while the rule's alert is acknowledged.",
      lines.map { PromSample([("rule", $0.name)], $0.acknowledged == nil ? "0" : "1") })
  }

  private static func run(_ run: RunFacts) -> [PromFamily] {
    let length = (run.ended - run.started).milliseconds
    return [
      .gauge(
        "runrate_last_success_timestamp_seconds", "When the newest report was about to be written.",
        PromSample.seconds(run.ended)),
      .gauge(
        "runrate_run_duration_seconds", "How long its run took until then.",
        Decimal6.text(length * 1000)),
      .gauge(
        "runrate_messages_undelivered", "Messages of earlier runs that wait to be delivered.",
        "\(run.undelivered)"),
    ]
  }

  private static func states(_ lines: [AlertLine]) -> PromFamily {
    PromFamily(
      "runrate_alert_state", "1 for the state in which the rule is, 0 for the others.",
      lines.flatMap { line in
        AlertState.allCases.map { state in
          PromSample(
            [
              ("rule", line.name), ("severity", line.severity.rawValue), ("state", state.rawValue),
            ], line.state == state ? "1" : "0")
        }
      })
  }

  private static func numbers(
    _ name: String, _ help: String, _ column: Column<AlertStates, Rate>,
    _ rules: Rows<AlertStates>
  ) -> PromFamily {
    PromFamily(
      name, help,
      rules.compactMap { row in
        guard let rule = row[AlertStates.rule], let rate = row[column] else { return nil }
        return PromSample([("rule", rule)], Decimal6.text(rate.millionths))
      })
  }

  private static func data(_ figures: Figures) -> [PromFamily] {
    let lines = figures.rows(of: DataQuality.self).of(.lines)
    let end = Zone(named: figures.zone)?.end(of: figures.asOf)
    return [
      PromFamily(
        "runrate_report_end_timestamp_seconds", "End of the day that the newest report is about.",
        end.map { [PromSample([], PromSample.seconds($0))] } ?? []),
      PromFamily(
        "runrate_newest_event_timestamp_seconds", "Time of the newest event up to that day.",
        figures.newestEvent.map { [PromSample([], PromSample.seconds($0))] } ?? []),
      PromFamily(
        "runrate_lines_total", "Log lines of all runs, by result.", kind: "counter",
        lines.map {
          PromSample([("result", $0.text(DataQuality.item))], "\($0.integer(DataQuality.cases))")
        }),
      PromFamily(
        "runrate_mrr", "Monthly recurring revenue at the end of the day.",
        figures.rows(of: Daily.self).last?[Daily.mrr].map {
          [PromSample([("currency", figures.currency)], Decimal6.text($0.micros))]
        } ?? []),
    ]
  }
}
