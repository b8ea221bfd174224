import Foundation
import Store
import Values

/// `runrate backup`: a copy of the database that can take its place.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "backup", abstract: "Copy the database, consistent even while a run is going on",
    arguments: ArgumentsDeclaration(
      name: "FILE", usage: "FILE", count: 1...1, help: "Where the copy goes; not there yet",
      takesPath: true),
    examples: [
      Example(
        line: "runrate backup /backup/runrate-2026-06-30.db",
        purpose: "\"runrate restore\" puts it back"
      )
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let store = try options.openForReading(console)
    let file = options.arguments[0]
    try during("copying the database") { try store.backUp(to: file) }
    console.note("wrote \(file)")
    return .allWell
  }
}
