import Foundation
import SQLite
import Testing
import Values

@testable import Command

@Suite struct BackupTests {
  private let bench: CLIFixture

  init() throws {
    bench = try CLIFixture()
    let log = try bench.write(purchases(1...5), to: "a.ndjson")
    let config = try bench.write(onePlan + "}", to: "c.json5")
    #expect(bench.runrate("run", log, "--config", config, "--as-of", "2026-05-20").isReported)
  }

  @Test("A copy put in the database's place gives the same report, and goes on")
  func restore() throws {
    let before = try bench.read("reports/2026-05-20/csv/daily.csv")
    let copy = bench.path("copy.db")
    #expect(bench.runrate("backup", copy).code == .allWell)
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let more = try bench.write(purchases(6...9), to: "b.ndjson")
    #expect(bench.runrate("ingest", more).code == .allWell)
    #expect(bench.runrate("restore", copy).code == .allWell)
    bench.runrate("report", "--config", bench.path("c.json5"), "--as-of", "2026-05-20")
    #expect(try bench.read("reports/2026-05-20/csv/daily.csv") == before)
    #expect(bench.runrate("ingest", more).errors.contains("4 accepted"))
  }

  @Test("A copy made within a run holds what was there before it, and hinders it not")
  func duringRun() throws {
    let writer = try Database(path: bench.database)
    try writer.execute("BEGIN IMMEDIATE; DELETE FROM event_page")
    let copy = bench.path("copy.db")
    #expect(bench.runrate("backup", copy).code == .allWell)
    try writer.execute("COMMIT")
    let events = try Database(path: copy, mode: .readOnly).first(
      "SELECT count(*) FROM event_page"
    ) { $0.integer(0) }
    #expect(events == 1)
  }

  @Test("Nothing is written over, and nothing unfinished stays")
  func noHarm() throws {
    try bench.write("precious", to: "copy.db")
    let answer = bench.runrate("backup", bench.path("copy.db"))
    #expect(answer.code == .cannotWrite)
    #expect(answer.errors.contains("copy.db is there already"))
    #expect(try bench.read("copy.db") == "precious")
    #expect(bench.runrate("backup", bench.path("no/where.db")).code == .cannotWrite)
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder)
    #expect(!names.contains { $0.hasSuffix(".unfinished") })
  }
}
