import Foundation

/// A server of its own in a temporary folder, on a socket there; as the user postgres where the
/// tests run as root, whom the server refuses.
final class Postgres {
  private static let programs = "/usr/lib/postgresql/15/bin"
  static let isInstalled = FileManager.default.isExecutableFile(atPath: programs + "/initdb")

  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "runrate-postgres-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 { try launch("/bin/chown", ["postgres", folder]) }
    try run("initdb", ["-D", "\(folder)/data", "--no-locale", "-E", "UTF8", "--no-sync"])
    try run(
      "pg_ctl",
      [
        "-D", "\(folder)/data", "-w", "-l", "\(folder)/log", "-o",
        "-k \(folder) -c listen_addresses= -c fsync=off", "start",
      ])
  }

  func stop() {
    _ = try? run("pg_ctl", ["-D", "\(folder)/data", "-m", "immediate", "stop"])
    _ = try? FileManager.default.removeItem(atPath: folder)
  }

  /// The rows of each model.
  func answers(to inputs: ModelInputs) throws -> [[[String?]]] {
    let file = "\(folder)/script.sql"
    try inputs.script.write(toFile: file, atomically: true, encoding: .utf8)
    let said = try run("psql", ["-h", folder, "-d", "postgres", "-qAtX", "-f", file])
    return said.components(separatedBy: ModelInputs.mark).dropFirst().map { answer in
      answer.split(separator: "\n").map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).uncopied }
      }
    }
  }

  @discardableResult
  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let path = "\(Self.programs)/\(program)"
    guard getuid() == 0 else { return try launch(path, arguments) }
    return try launch("/usr/sbin/runuser", ["-u", "postgres", "--", path] + arguments)
  }
}

extension ModelInputs {
  /// Stands before the rows of each model.
  fileprivate static let mark = "== model\n"

  /// What psql runs.
  fileprivate var script: String {
    "\\set ON_ERROR_STOP on\nSET client_min_messages = warning;\n"
      + "DROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"
      + tables.map(\.script).joined() + models.map(\.script).joined()
  }
}

extension ModelInputs.Query {
  fileprivate var script: String {
    "\\echo == model\n"
      + (isStep ? "CREATE TABLE \(name) AS\n\(sql);\n" : "COPY (\n\(sql)\n) TO STDOUT;\n")
  }
}

extension ModelInputs.Table {
  /// The table with its rows, one a line.
  fileprivate var script: String {
    let types = columns.map { "\"\($0.name)\" \($0.type == .text ? "text" : "bigint")" }
    let lines = rows.map { row in row.map { $0?.copied ?? "\\N" }.joined(separator: "\t") + "\n" }
    return "CREATE TABLE \"\(name)\" (\(types.joined(separator: ", ")));\n"
      + "COPY \"\(name)\" FROM STDIN;\n\(lines.joined())\\.\n"
  }
}

extension String {
  private static let escapes = [("\\", "\\\\"), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")]

  /// The cell as COPY reads and writes it.
  fileprivate var copied: String {
    Self.escapes.reduce(self) { $0.replacing($1.0, with: $1.1) }
  }

  /// The cell that COPY has written; nil for NULL. A backslash twice ends pieces that hold none.
  fileprivate var uncopied: String? {
    guard self != "\\N" else { return nil }
    return components(separatedBy: "\\\\").map { piece in
      Self.escapes.dropFirst().reduce(piece) { $0.replacing($1.1, with: $1.0) }
    }.joined(separator: "\\")
  }
}
