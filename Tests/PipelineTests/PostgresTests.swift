import Foundation
import SQLite
import Store
import Support
import Testing
import Values

@testable import Command
@testable import Metrics

/// The SQL models speak no dialect: PostgreSQL gives the same rows of the same tables.
struct PostgresTests {
  @Test(
    "Every model gives the same rows on PostgreSQL as on SQLite",
    .enabled(if: Postgres.isInstalled, "PostgreSQL is not installed: see the Makefile"))
  func sameRows() throws {
    let postgres = try Postgres()
    defer { postgres.stop() }
    for seed in 1...(isThorough ? cases : 3) {
      var log = RandomLog(seed: seed, [])
      let ledger = try Ledger(.random(seed: seed))
      try ledger.ingest([log.lines()])
      var options = ledger.options
      options.asOf = .day(log.lastDay)
      let session = try Session(options, .silent)
      let (asOf, extent) = try session.reportDay()
      try session.store.database.transaction { try session.fold(to: asOf) }
      _ = try session.figures(asOf: asOf, extent: extent)
      try compare(session.store.database, postgres, seed)
    }
  }

  /// Copies the tables that the models read, then runs the models one after the other.
  private func compare(_ database: Database, _ postgres: Postgres, _ seed: UInt64) throws {
    var script = "\\set ON_ERROR_STOP on\nDROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"
    let models = Model.all.map { ($0, String(decoding: $0.sql, as: UTF8.self)) }
    let steps = Set(models.filter { $0.0.table == nil }.map(\.0.name))
    let names = try database.rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table'
      UNION SELECT name FROM sqlite_temp_schema WHERE type = 'table'
      """
    ) { $0.text(0) }
    for name in names where !steps.contains(name) && models.contains(where: { $0.1.contains(name) })
    {
      script += try copy(name, database)
    }
    for (model, sql) in models {
      script += model.table == nil ? "CREATE TABLE \(model.name) AS\n\(sql);\n" : ""
      script += "\\echo == \(model.name)\n" + (model.table == nil ? "" : "\(sql);\n")
    }
    let answers = try postgres.run(script).components(separatedBy: "== ").dropFirst()
    for (answer, (model, sql)) in zip(answers, models) where model.table != nil {
      let rows = answer.split(separator: "\n").dropFirst().map(String.init)
      let expected = try database.rows(sql, \.cells)
      #expect(rows == expected, "\(model.name) of seed \(seed)")
    }
    #expect(answers.count == models.count)
  }

  /// A table with its rows, as psql takes them.
  private func copy(_ name: String, _ database: Database) throws -> String {
    let columns = try database.rows("SELECT name, type FROM pragma_table_info('\(name)')") {
      "\"\($0.text(0))\" \(["TEXT": "text", "BLOB": "text"][$0.text(1)] ?? "bigint")"
    }
    let rows = try database.rows("SELECT * FROM \(name)", \.cells)
    return "CREATE TABLE \"\(name)\" (\(columns.joined(separator: ", ")));\n"
      + "COPY \"\(name)\" FROM STDIN WITH (DELIMITER '|', NULL '');\n"
      + rows.map { $0 + "\n" }.joined() + "\\.\n"
  }
}

extension Statement {
  /// The row as psql prints it without alignment.
  fileprivate var cells: String {
    columnNames.indices.map { text(Int32($0)) }.joined(separator: "|")
  }
}

/// A server of its own in a temporary folder, on a socket there; as the user postgres where the
/// tests run as root, whom the server refuses.
private final class Postgres {
  private static let programs = "/usr/lib/postgresql/15/bin"
  static let isInstalled = FileManager.default.isExecutableFile(atPath: programs + "/initdb")

  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "runrate-postgres-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 { try Self.launch("/bin/chown", ["postgres", folder]) }
    try launch("initdb", ["-D", "\(folder)/data", "--no-locale", "-E", "UTF8", "--no-sync"])
    try launch(
      "pg_ctl",
      [
        "-D", "\(folder)/data", "-w", "-l", "\(folder)/log", "-o",
        "-k \(folder) -c listen_addresses= -c fsync=off", "start",
      ])
  }

  func stop() {
    _ = try? launch("pg_ctl", ["-D", "\(folder)/data", "-m", "immediate", "stop"])
    _ = try? FileManager.default.removeItem(atPath: folder)
  }

  /// What psql prints for a script.
  func run(_ script: String) throws -> String {
    let file = "\(folder)/script.sql"
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    return try launch("psql", ["-h", folder, "-d", "postgres", "-qAtX", "-f", file])
  }

  @discardableResult
  private func launch(_ program: String, _ arguments: [String]) throws -> String {
    let path = "\(Self.programs)/\(program)"
    guard getuid() == 0 else { return try Self.launch(path, arguments) }
    return try Self.launch("/usr/sbin/runuser", ["-u", "postgres", "--", path] + arguments)
  }

  /// Runs a program to its end. Foundation's `Process` would wait for the server, too, which goes
  /// on with all files that it was given.
  @discardableResult
  private static func launch(_ path: String, _ arguments: [String]) throws -> String {
    let said = "\(NSTemporaryDirectory())runrate-\(UUID().uuidString)"
    defer { unlink(said) }
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 1, said, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&files, 1, 2)
    let shell = ["/bin/sh", "-c", "cd / && exec \"$@\"", "sh"]
    var words = (shell + [path] + arguments).map { strdup($0) } + [nil]
    var environment = [strdup("PATH=/usr/bin:/bin"), nil]
    defer { (words + environment).forEach { free($0) } }
    var (process, status): (pid_t, Int32) = (0, 0)
    let code = posix_spawn(&process, shell[0], &files, nil, &words, &environment)
    try #require(code == 0, "\(path): \(String(cString: strerror(code)))")
    waitpid(process, &status, 0)
    let text = try String(contentsOfFile: said, encoding: .utf8)
    try #require(status == 0, "\(path): \(text)")
    return text
  }
}
