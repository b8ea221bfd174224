import Store
import Values

/// `runrate restore`: a copy of the database in its place.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "restore",
    abstract: "Replace the database with a backup, or with a copy made by another tool",
    arguments: ArgumentsDeclaration(
      name: "COPY", usage: "COPY", count: 1...1,
      help: "A backup; or the database itself, where somebody has copied one there by hand",
      takesPath: true),
    examples: [
      Example(
        line: "runrate restore /backup/runrate-2026-06-30.db",
        purpose: "the state of that night; what stood there stays as runrate.db.before-restore"),
      Example(
        line: "runrate restore runrate.db",
        purpose: "after cp, sqlite3 .backup or VACUUM INTO: checked and sealed anew"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let lockTimeout = options.lockTimeout(console)
    let lock = try RunLock(
      database: options.database, for: .brief("restore"), lockTimeout: lockTimeout)
    let copy = options.arguments[0]
    let old = try during("restoring the database") {
      try Store.restore(copy, to: options.database, lockTimeout: lockTimeout)
    }
    _ = consume lock
    console.note(
      "restored \(options.database) from \(copy)" + (old.map { "; what it was is \($0)" } ?? ""))
    console.note("The next run reads again what the copy does not know, and folds everything anew.")
    return .allWell
  }
}
