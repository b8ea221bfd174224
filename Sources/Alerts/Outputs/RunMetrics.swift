package import Metrics
import Reports
package import Values

/// What `--metrics` writes for the textfile collector of Prometheus' node_exporter: everything of
/// `alerts.prom`, the headlines, and what tells of the run itself.
package struct RunMetrics: Sendable {
  /// Of the report, as it was published; nil where there is none.
  package var figures: Figures?
  package var lines: [Lines] = []
  package var stages: [Timings.Stage] = []
  /// What was answered to the shell.
  package var exit = ExitCode.allWell
  package var ended: Instant

  /// How many lines had this result.
  package struct Lines: Sendable {
    let result: String
    let count: Int

    package init(_ result: String, _ count: Int) { (self.result, self.count) = (result, count) }
  }

  package init(ended: Instant) { self.ended = ended }

  /// The content of the file, which held `before`. A run without a report leaves the figures of the
  /// last one: an alert that fires goes on while runs fail.
  package func text(after before: String) -> String {
    let run = runFamilies
    let report = figures.map { Self.reportFamilies($0).map(\.text).joined() }
    return run.map(\.text).joined()
      + (report ?? Self.families(of: before, without: Set(run.map(\.name))))
  }

  /// What `text` has of other metrics than `names`.
  private static func families(of text: String, without names: Set<String>) -> String {
    ("\n" + text).split(separator: "\n# HELP ")
      .filter { family in
        family.hasPrefix("runrate_") && !names.contains { family.hasPrefix($0 + " ") }
      }
      .map { "# HELP \($0)" + ($0.hasSuffix("\n") ? "" : "\n") }.joined()
  }
}

// MARK: - The run

extension RunMetrics {
  private var runFamilies: [PromFamily] {
    [
      .gauge(
        "runrate_last_run_exit_code", "Exit code of the newest run; above 63 it failed.",
        "\(exit.rawValue)"),
      .gauge(
        "runrate_last_run_timestamp_seconds", "When the newest run ended.",
        PromSample.seconds(ended)),
      PromFamily(
        "runrate_stage_duration_seconds",
        "How long a stage of the newest run took, without the stages within it.",
        Timings.ownSeconds(of: stages).map {
          PromSample([("stage", $0.name)], Decimal6.text(Int64($0.seconds * 1_000_000)))
        }),
      PromFamily(
        "runrate_run_lines", "Log lines that the newest run read, by result.",
        lines.map { PromSample([("result", $0.result)], "\($0.count)") }),
    ]
  }
}

// MARK: - The report

extension RunMetrics {
  private static func reportFamilies(_ figures: Figures) -> [PromFamily] {
    let known = AlertsProm.families(figures)
    return known
      + figures.headlines.filter { headline in
        !known.contains { $0.name == name(of: headline) }
      }.map { family(of: $0, in: figures.currency) }
  }

  private static func name(of headline: Headline) -> String { "runrate_\(headline.metric)" }

  private static func family(of headline: Headline, in currency: String) -> PromFamily {
    let samples: [PromSample] =
      switch headline.value {
      case .count(let count): [PromSample([], "\(count)")]
      case .rate(let rate): [PromSample([], Decimal6.text(rate.millionths))]
      case .money(let amount):
        [PromSample([("currency", currency)], Decimal6.text(amount.micros))]
      default: []
      }
    return PromFamily(name(of: headline), "\(headline.name).", samples)
  }
}
