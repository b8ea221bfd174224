import Alerts
import Metrics
import SQLite
import Store

/// `runrate check`: JUDGE on what the database holds; nothing is read, published or remembered.
struct CheckCommand: ParsableCommand {
  var isDryRun = false

  static let configuration = CommandConfiguration(
    name: "check",
    abstract: "Judge the alerts; exits with 0, 1, 2 or 3 as monitoring systems expect",
    options: [
      OptionDeclaration(
        "--dry-run", help: "Show every rule, not only those with a problem",
        into: \Self.isDryRun)
    ],
    examples: [
      Example(line: "runrate check || echo \"exit $?\"", purpose: "the worst state, in one line"),
      Example(
        line: "runrate check --dry-run --as-of 2026-06-30",
        purpose: "what every rule would have said of a past day"),
    ],
    watcher: .monitoring)

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    try demandDatabase(options)
    let session = try Session(options, console, for: .brief("check"))
    let (asOf, extent) = try session.reportDay()
    try session.foldAlone(to: asOf)
    var figures = try session.figures(asOf: asOf, extent: extent)
    _ = try session.judge(&figures)
    try console.write(answer(figures, options))
    return ExitCode(OverallStatus(figures.alerts))
  }

  private func answer(_ figures: Figures, _ options: Options) -> String {
    if options.writesJSON { return AlertsJSON.text(figures) }
    return isDryRun
      ? NagiosLine.text(figures) + NagiosLine.every(figures) : NagiosLine.text(figures)
  }
}
