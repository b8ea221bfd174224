import Foundation
import SQLite

@testable import Command

/// A log of twenty people, read and folded in three parts.
struct PartBench {
  let bench: CLIFixture
  /// What counts as now.
  var now = "2026-05-21T02:00:00Z"

  init(_ log: String = purchases(1...20), config: String = onePlan + "}") throws {
    bench = try CLIFixture()
    try bench.write(log, to: "logs/a.ndjson")
    try bench.write(config, to: "c.json5")
  }

  /// Runs a command, on a database where one is named.
  @discardableResult
  func run(_ arguments: [String], on database: String? = nil) -> CLIFixture.Answer {
    let places = database.map {
      ["--database", bench.path("\($0).db"), "--reports", bench.path("reports-\($0)")]
    }
    let isDated = arguments.contains("--as-of")
    return bench.run(
      arguments + ["--config", bench.path("c.json5"), "--now", now]
        + (isDated ? [] : ["--as-of", "2026-05-20"]) + (places ?? []))
  }

  /// A command that takes no time.
  @discardableResult
  func ask(_ arguments: [String], on database: String) -> CLIFixture.Answer {
    bench.run(
      arguments + [
        "--config", bench.path("c.json5"), "--as-of", "2026-05-20", "--database",
        bench.path("\(database).db"), "--reports", bench.path("reports-\(database)"),
      ])
  }

  @discardableResult
  func read(_ parts: Int = 3, into output: String = "read") -> CLIFixture.Answer {
    run(["read", bench.path("logs"), "--parts", "\(parts)", "--output", bench.path(output)])
  }

  /// Folds the lines of a part, as another one where that is said.
  @discardableResult
  func fold(_ number: Int, as place: String? = nil, into name: String? = nil) -> CLIFixture.Answer {
    run([
      "fold", bench.path("read/lines/\(number)"), "--read", bench.path("read"), "--part",
      place ?? "\(number)/3", "--facts", bench.path(name ?? "facts/\(number)"),
    ])
  }

  /// Folds a log by itself.
  @discardableResult
  func fold(log: String, into name: String, _ more: String...) throws -> CLIFixture.Answer {
    try bench.write(log, to: "\(name)-log/a.ndjson")
    return run(["fold", bench.path("\(name)-log"), "--facts", bench.path(name)] + more)
  }

  @discardableResult
  func merge(_ parts: String..., into database: String = "all") -> CLIFixture.Answer {
    run(["merge"] + parts.map(bench.path), on: database)
  }

  /// Reads, folds and merges everything.
  func all() throws {
    read()
    for number in 1...3 { fold(number) }
    merge("read", "facts/1", "facts/2", "facts/3")
  }

  func report(_ database: String = "all", _ more: String...) -> CLIFixture.Answer {
    run(["report"] + more, on: database)
  }

  /// Changes a file of a part.
  func change(_ name: String, _ change: (inout [UInt8]) -> Void) throws {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: bench.path(name))))
    change(&bytes)
    try bench.write(bytes, to: name)
  }

  /// Changes the database of a part as this program would: its pages are whole.
  func execute(_ sql: String, in folder: String) throws {
    try Database(path: bench.path("\(folder)/part.db")).execute(sql)
  }
}
