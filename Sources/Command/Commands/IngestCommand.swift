import SQLite
import Store
import Values

/// `runrate ingest`: READ → STORE.
struct IngestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "ingest", abstract: "Read log lines into the database, and nothing else",
    arguments: .logs(isRequired: true),
    options: [
      .timings,
      OptionDeclaration(
        "--again",
        help:
          "Forget what was read before, and read all of it again, as after a change of eventNames",
        into: \Options.readsAgain),
      .dialect, .clock, .now,
    ],
    examples: [
      Example(line: "runrate ingest logs/", purpose: "every log in a folder, in order of name"),
      Example(
        line: "runrate ingest --again logs/",
        purpose: "everything anew, after a change of eventNames"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let session = try Session(options, console)
    try session.store.requireEvents(of: options.database)
    let outcome = try session.store.database.transaction { try session.ingest() }
    session.tell(outcome)
    try outcome.requireFewRejects()
    try session.answer(RunResult(run: outcome.run))
    return outcome.hasRefusals ? .badData : .allWell
  }
}
