import Foundation
import Metrics
import Reports
import SQLite
import Settings
import Store
import Values

/// `runrate merge`: adds parts up into the database.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "merge", abstract: "Combine parts that were folded separately",
    arguments: ArgumentsDeclaration(
      name: "PARTS", usage: "PARTS…", count: 1...Int.max,
      help: "Folders that read and fold have written, or databases", takesPath: true),
    options: [.now, .clock, .timings],
    examples: [
      Example(
        line: "runrate merge read facts/*",
        purpose: "all parts, and what read has counted; \"runrate report\" makes the report"),
      Example(
        line: "runrate merge europe.db asia.db --database all.db",
        purpose: "databases of customers that are nobody else's"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let session = try Session(options, console)
    let outcome = try during("adding up the parts") {
      try session.requireRightClock()
      try requireOthers(than: options.database, among: options.arguments)
      return try session.store.database.transaction {
        try Merge(
          session.store, strings: session.strings, memory: options.memoryBytes
        ).run(
          options.arguments, started: session.now, program: Program.version,
          allowed: session.settings.ingest.maxRejectedShare)
      }
    }
    let day = outcome.asOf.map { " up to \($0)" } ?? ""
    console.note(
      "merged \(counted(Int64(outcome.parts), "part")) of \(grouped(outcome.customers)) customers\(day)"
    )
    if let missing = outcome.incompleteness { console.warn(missing.message) }
    return .allWell
  }

  /// What is written anew cannot be read as a part of itself.
  private func requireOthers(than database: String, among sources: [String]) throws {
    let own = place(database)
    if sources.contains(where: { place($0) == own }) {
      throw Failure(
        "\(database) is to be written, and cannot be one of its own parts",
        hint: "name another file with --database", exit: .usage)
    }
  }

  /// A path without links, and from the root on.
  private func place(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}
