import Alerts
import Metrics
import SQLite
import Store

/// `runrate run`: READ → STORE → FOLD → SUM → WRITE → JUDGE. Without logs it begins at FOLD.
func run(_ options: Options, _ console: Console) throws -> ExitCode {
  let session = try Session(options, console)
  guard !options.logs.isEmpty else { return try session.report() }
  let outcome = try session.store.database.transaction { try session.ingest() }
  session.tell(outcome)
  try outcome.demandFewRejects()
  let code = try session.report()
  return outcome.hasRefusals ? .badData : code
}

extension Session {
  /// FOLD → SUM → WRITE → JUDGE on what the database holds.
  func report() throws -> ExitCode {
    let (asOf, extent) = try reportDay()
    tellGaps(until: asOf)
    try store.database.transaction { try fold(to: asOf) }
    var figures = try figures(asOf: asOf, extent: extent)
    let judged = try judge(&figures)
    let folder = try publish(figures)
    try remember(judged, asOf: asOf)
    console.note("wrote \(folder)")
    return ExitCode(Standing(figures.alerts))
  }
}

extension Ingest.Outcome {
  /// Throws when so many lines were rejected that nothing was accepted.
  func demandFewRejects() throws {
    guard run.hasFailed else { return }
    throw StoreError.tooManyRejected(rejected: run.rejected, read: run.linesRead)
  }
}
