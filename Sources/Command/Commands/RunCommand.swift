import Alerts
import Metrics
import SQLite
import Settings
import Store
import Values

/// `runrate run`: READ → STORE → FOLD → SUM → WRITE → JUDGE. Without logs it begins at FOLD.
///
/// What is read and what it changes in the derived tables is one transaction: a run that is
/// stopped anywhere leaves the database as it was.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "run", abstract: "Read new log lines, write the report and judge the alerts",
    arguments: .logs(isRequired: false), options: [.dialect] + OptionDeclaration.reporting,
    examples: [
      Example(line: "runrate run /var/log/app", purpose: "the nightly job"),
      Example(
        line: "zcat app.ndjson.gz | runrate run --as-of newest -",
        purpose: "a log from standard input, reported up to its newest day"),
      Example(line: "runrate run --as-of 2026-06-30", purpose: "the report of a past day"),
      Example(
        line: "runrate run /var/log/app --json",
        purpose: "for another program: what was read, where the report is, and what fires"),
    ],
    watcher: .watchdog)

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    try requireInput(options)
    let session = try Session(options, console)
    guard !options.logs.isEmpty else { return try session.report() }
    try session.store.requireEvents(of: options.database)
    let outcome = try during("reading and folding in one transaction") {
      try session.store.database.transaction {
        let outcome = try session.ingest()
        if !outcome.run.hasFailed { try session.foldIfDue() }
        return outcome
      }
    }
    session.tell(outcome)
    MetricsFile.current?.add(outcome.run)
    try outcome.requireFewRejects()
    let code = try session.reportFolded(outcome.run)
    return outcome.hasRefusals ? .badData : code
  }
}

extension Session {
  /// FOLD → SUM → WRITE → JUDGE on what the database holds.
  func report() throws -> ExitCode {
    let (asOf, _) = try reportDay()
    try store.database.transaction { try fold(to: asOf) }
    return try reportFolded()
  }

  /// FOLD, unless there is nothing that a report could be about: that is told later.
  fileprivate func foldIfDue() throws {
    do {
      try fold(to: reportDay().asOf)
    } catch let failure as Failure where failure.kind == .noReport {
      return
    }
  }

  /// SUM → WRITE → JUDGE on what was folded.
  fileprivate func reportFolded(_ run: RunRecord? = nil) throws -> ExitCode {
    let (asOf, extent) = try reportDay()
    try rewind(to: asOf)
    tellRates(until: asOf)
    var figures = try figures(asOf: asOf, extent: extent)
    tellAppStoreDifferences(in: figures)
    DataQuality.warnings(figures).forEach(console.warn)
    let judged = try judge(&figures)
    figures.run = try runFacts()
    let publication = try publication(&figures)
    var shown = figures
    let folder = try publish(&shown)
    try remember(judged, figures)
    if options.writesDigest { try queueDigest(.daily, figures, in: folder) }
    try remember(publication)
    try tellIncompleteMoney(in: shown)
    console.note("wrote \(folder)")
    MetricsFile.current?.add(shown, try currentRunFacts())
    NagiosLine.firing(shown).forEach(console.note)
    try answer(RunResult(run: run, report: RunResult.Report(folder: folder, figures: shown)))
    try deliverMessages()
    return ExitCode(figures).following(options.exit ?? settings.exit)
  }
}

extension Ingest.Outcome {
  /// Throws when so many lines were rejected that nothing was accepted.
  func requireFewRejects() throws {
    guard run.hasFailed else { return }
    throw Failure(
      (suspectedFormat.map { $0.text + "; " } ?? "")
        + "\(grouped(Int64(run.rejected))) of \(grouped(Int64(run.linesRead))) lines were rejected, "
        + "more than ingest.maxRejectedShare allows: nothing was accepted",
      hint: "\"runrate rejected\" shows them with file, line and reason", exit: .badData)
  }
}
