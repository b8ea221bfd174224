import Foundation
import SQLite
import Testing
import Values

@testable import Command

/// A database as a run leaves it that was killed in the middle of its commit: pages that are half
/// the new ones, and beside them the journal with the old ones.
@Suite struct HotJournalTests {
  private let bench: CLIFixture
  private let killed: String

  init() throws {
    bench = try CLIFixture()
    killed = bench.path("killed.db")
    bench.runrate("ingest", try bench.write(purchases(1...10), to: "a.ndjson"))
    bench.runrate("report", "--as-of", "2026-05-20", "--format", "csv")
    let writer = try Database(path: bench.database)
    try writer.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA cache_size = 1;
      BEGIN IMMEDIATE;
      CREATE TABLE filler (text TEXT);
      DELETE FROM event_page;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO filler SELECT hex(randomblob(200)) FROM n;
      """)
    for ending in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: bench.database + ending, toPath: killed + ending)
    }
    try writer.execute("ROLLBACK")
  }

  private func backtest(_ database: String) -> CLIFixture.Answer {
    let recording = Recording()
    let code = Program.run(
      [
        "backtest", "freshness", "--from", "2026-05-01", "--to", "2026-05-20", "--database",
        database,
      ], on: recording.console())
    return CLIFixture.Answer(code: code, output: recording.output, errors: recording.errors)
  }

  @Test("The bytes of the file alone are another database: this is a hot journal")
  func isHot() throws {
    let alone = bench.path("alone.db")
    try FileManager.default.copyItem(atPath: killed, toPath: alone)
    let blocks = try? Database(path: alone).first("SELECT count(*) FROM event_page") {
      $0.integer(0)
    }
    #expect(blocks != 1)
  }

  @Test("A backtest judges what was committed")
  func backtest() {
    let answer = backtest(killed)
    #expect(answer.code == .allWell, "\(answer.errors)")
    #expect(answer.output == backtest(bench.database).output)
    #expect(answer.output.contains("  2026-05-11 to 2026-05-20, 10 days: Age of the data is 38"))
  }

  @Test("A backup and the status are of what was committed, too")
  func backup() throws {
    let copy = bench.path("copy.db")
    let recording = Recording()
    let code = Program.run(["backup", copy, "--database", killed], on: recording.console())
    #expect(code == .allWell, "\(recording.errors)")
    let blocks = try Database(path: copy, mode: .readOnly).first(
      "SELECT count(*) FROM event_page"
    ) { $0.integer(0) }
    #expect(blocks == 1)
  }
}
