import SQLite
import Store

/// `runrate ingest`: READ → STORE.
func ingest(_ options: Options, _ console: Console) throws -> ExitCode {
  let session = try Session(options, console)
  let outcome = try session.store.database.transaction { try session.ingest() }
  session.tell(outcome)
  try outcome.demandFewRejects()
  return outcome.hasRefusals ? .badData : .allWell
}
