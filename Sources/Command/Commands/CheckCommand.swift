import Alerts
import Metrics
import SQLite
import Settings
import Store
import Values

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
    try requireDatabase(options)
    let session = try session(try dayBeforeTheNight(options, console), console)
    let (asOf, extent) = try session.reportDay()
    try session.foldToAnswer(to: asOf)
    var figures = try session.figures(asOf: asOf, extent: extent)
    _ = try session.judge(&figures, causesOf: .nothing)
    try console.write(answer(figures, options))
    return ExitCode(figures)
  }

  /// The day before, while yesterday's report is to come: no night has read it yet.
  private func dayBeforeTheNight(_ options: Options, _ console: Console) throws -> Options {
    guard options.asOf == .yesterday else { return options }
    let settings = try during("reading the configuration") { try Settings.load(options) }
    let yesterday = settings.timezone.day(of: options.now ?? .now).advanced(by: -1)
    guard let reported = try options.openForReading(console).reportedDay(),
      reported.advanced(by: 1) == yesterday
    else { return options }
    var options = options
    options.asOf = .day(reported)
    return options
  }

  /// On a copy, where a run is going on or a later day is asked for than that of the newest report:
  /// a probe waits for no night, and leaves nothing behind that the next one would take for a
  /// report.
  private func session(_ options: Options, _ console: Console) throws -> Session {
    do {
      let session = try Session(options, console, for: .brief("check"))
      try session.requireRightClock()
      let asOf = try session.reportDay().asOf
      if try session.store.reportedDay().map({ asOf <= $0 }) ?? true { return session }
    } catch let failure as Failure where failure.exit == .locked {
      console.note("a run is going on: what the database held before it is judged")
    }
    let (copy, options) = try options.copyingDatabase(console)
    return try Session(options, console, on: copy)
  }

  private func answer(_ figures: Figures, _ options: Options) -> String {
    if options.writesJSON { return AlertsJSON.text(figures) }
    return isDryRun
      ? NagiosLine.text(figures) + NagiosLine.every(figures) : NagiosLine.text(figures)
  }
}
