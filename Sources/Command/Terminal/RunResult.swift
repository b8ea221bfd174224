import Alerts
import Metrics
import Store
import Values

/// What `--json` prints of a command that reads lines, writes a report, or does both.
struct RunResult {
  /// What became of the lines; nil where none were to be read.
  var run: RunRecord?
  var report: Report?

  /// The folder that was written, and the figures in it.
  struct Report {
    let folder: String
    let figures: Figures
  }

  var json: JSONValue {
    .members(["run": run?.json ?? .null, "report": report?.json ?? .null])
  }
}

extension RunResult.Report {
  fileprivate var json: JSONValue {
    .members([
      "folder": .string(folder), "as_of": .string(figures.asOf.description),
      "state": figures.alerts.isEmpty
        ? .null : .string(OverallStatus(figures.alerts).word),
      "alerts": .array(
        figures.alerts.worstFirst.filter(\.needsAttention).map { line in
          .members([
            "rule": .string(line.name), "severity": .string(line.severity.rawValue),
            "state": .string(line.state.rawValue), "message": .string(line.message),
          ])
        }),
    ])
  }
}

extension Session {
  func answer(_ result: RunResult) throws {
    if options.writesJSON { try console.write(result.json.page) }
  }
}
