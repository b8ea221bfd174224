import Feed
import Foundation
import SQLite
import Store
import Values

/// `runrate fold`: READ → STORE → FOLD of some customers, a part for `runrate merge`.
struct FoldCommand: ParsableCommand {
  var facts: String?
  /// The folder of `runrate read`, which has dealt the lines out.
  var read: String?
  var place: PartPlace?

  static let configuration = CommandConfiguration(
    name: "fold", abstract: "Fold some of the customers, as a part for merge",
    arguments: .logs(isRequired: false),
    options: [
      .path("--facts", "DIR", help: "Where the part is written", into: \Self.facts),
      .path(
        "--read", "DIR", help: "What \"runrate read\" has written about all logs", into: \Self.read),
      OptionDeclaration(
        "--part", "N/OF", help: "Which of how many parts it is, so that a missing one is noticed",
        expected: "two numbers such as 3/8", into: \Self.place),
      .dialect, .clock, .now, .timings,
    ],
    examples: [
      Example(
        line: "runrate fold read/lines/3 --read read --part 3/8 --facts facts/3",
        purpose: "the third of eight parts that \"runrate read\" has dealt out"),
      Example(
        line: "runrate fold --database europe.db --facts facts/europe",
        purpose: "what a database has folded, as a part"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    guard let facts else { throw Failure.missing(oneOf: ["--facts DIR"]) }
    if read != nil, place == nil {
      throw Failure.missing(oneOf: ["--part N/OF"], why: "which part of what was read this is")
    }
    let part = try during("writing the part") { try PartFile(in: facts) }
    let counted = try during("reading what was read") {
      try read.map { try PartSource(at: $0, lockTimeout: options.lockTimeout(console)) }
    }
    let session = try session(options, console, facts)
    session.dealt = try read.flatMap { folder in
      try place.map { DealtCustomers(try Partitioning(dealtIn: folder, parts: $0.count), at: $0) }
    }
    try fold(session, counted)
    try during("writing the part") { try part.write { try write(session, counted, to: $0) } }
    console.note("wrote \(facts)")
    return .allWell
  }

  private func write(_ session: Session, _ read: PartSource?, to part: Store) throws {
    try session.folded.database.atOnce {
      let source = PartSource(session.folded, at: place, of: read)
      _ = try Merge(part, strings: StringTable(), memory: session.options.memoryBytes).run(
        [{ source }], started: session.now, program: Program.version)
    }
  }

  /// On a database of its own that nobody else needs, unless one is named.
  private func session(_ options: Options, _ console: Console, _ facts: String) throws -> Session {
    guard !options.logs.isEmpty, !options.isDatabaseGiven else {
      if options.logs.isEmpty { try requireDatabase(options) }
      return try Session(options, console)
    }
    let copy = try DatabaseCopy(emptyIn: facts)
    var options = options
    options.database = copy.path
    return try Session(options, console, on: copy)
  }

  private func fold(_ session: Session, _ read: PartSource?) throws {
    if try session.store.isMerged() { return }
    try session.store.database.transaction {
      let outcome = session.options.logs.isEmpty ? nil : try session.ingest()
      if read == nil { try outcome?.requireFewRejects() }
      if let read { try session.store.note(read, session.strings) }
      try session.fold(to: session.reportDay().asOf)
      outcome.map(session.tell)
      guard outcome?.hasRefusals != true else {
        throw Failure(
          "a file could not be read to its end: no part was written",
          hint: "the warnings above say which", exit: .badData)
      }
    }
    try session.rewind(to: session.reportDay().asOf)
  }
}
