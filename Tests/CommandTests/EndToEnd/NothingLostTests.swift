import Foundation
import SQLite
import Testing
import Values

@testable import Command

/// Lines, files and reports that a night must not lose.
@Suite struct NothingLostTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  /// Puts the clock of the last run an hour count ahead of the machine's.
  private func lastRunWasAhead(hours: Int) throws {
    try writer(bench.database).execute(
      "UPDATE run SET started_ms = started_ms + \(hours * 3_600_000)")
  }

  @Test("A clock before the last run's is an error that says so, in every command that asks it")
  func slowClock() throws {
    let log = try bench.write(purchases(1...10), to: "a.ndjson")
    #expect(bench.runrate("ingest", log).code == .allWell)
    try lastRunWasAhead(hours: 240)
    for command in [["ingest", log], ["run", log], ["report"]] {
      let answer = bench.runrate(command)
      #expect(answer.code == .badData, "\(command): \(answer.errors)")
      #expect(answer.errors.contains("this machine's clock says"), "\(answer.errors)")
      #expect(answer.errors.contains("--trust-clock"))
    }
    #expect(bench.runrate("check").code == .unjudged)
    #expect(bench.runrate("report", "--as-of", "2026-05-08").isReported)
    #expect(bench.runrate("ingest", log, "--trust-clock").code == .allWell)
    #expect(bench.runrate("ingest", log).code == .allWell)
  }

  @Test("A file that is refused night after night counts nowhere, and its lines are kept once")
  func refusedTwice() throws {
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
    #expect(bench.runrate("run", bench.path("logs"), "--as-of", "2026-05-20").isReported)
    let bad = String(repeating: "{\"bad\":1}\n", count: 40) + purchases(11...15)
    try bench.write(bad, to: "logs/b.ndjson")
    for _ in 1...3 {
      #expect(bench.runrate("run", bench.path("logs"), "--as-of", "2026-05-20").code == .badData)
      let kept = bench.runrate("rejected").output.split(separator: "\n")
      #expect(kept.count == 40)
      #expect(bench.runrate("status").output.contains(" 40: missing-field 40"))
    }
    try FileManager.default.removeItem(atPath: bench.path("logs/b.ndjson"))
    try bench.write(purchases(12...13), to: "logs/c.ndjson")
    #expect(bench.runrate("run", bench.path("logs"), "--as-of", "2026-05-20").isReported)
    let quality = try bench.read("reports/2026-05-20/csv/data_quality.csv")
    #expect(quality.contains("lines,accepted,12,"), "\(quality)")
    #expect(quality.contains("lines,rejected,0,"))
    #expect(!quality.contains("b.ndjson"))
  }

  @Test("A clock that is set by less than an hour between two runs is none")
  func clockAdjusted() throws {
    let log = try bench.write(purchases(1...10), to: "a.ndjson")
    bench.runrate("ingest", log)
    try writer(bench.database).execute(
      "UPDATE run SET started_ms = started_ms + 3000000")
    #expect(bench.runrate("ingest", log).code == .allWell)
  }

  @Test("Lines of the future are told, and taken in by a night on which they are none")
  func linesOfTheFuture() throws {
    let ahead = Instant.now + .hours(49)
    let future = """
      {"event":"purchased","timestamp":\(ahead.milliseconds),"event_id":"f","user_id":"f",\
      "product_id":"pro.monthly"}

      """
    let log = try bench.write(purchases(1...10) + future, to: "a.ndjson")
    let early = bench.runrate("ingest", log)
    #expect(early.code == .allWell)
    #expect(early.errors.contains("1 line was rejected because it is more than 48 hours ahead"))
    #expect(bench.runrate("ingest", log).errors.contains("read 0 lines"))
    // An hour and more later, to the file's record.
    try writer(bench.database).execute(
      "UPDATE input_state SET earliest_future_ms = earliest_future_ms - 7200000")
    #expect(bench.runrate("ingest", log).errors.contains("read 11 lines"))
  }

  @Test("A torn last line is told of as a rejected one when nobody has gone on with it")
  func tornTail() throws {
    let log = try bench.write(purchases(1...3) + #"{"event":"purchased","ti"#, to: "a.ndjson")
    #expect(bench.runrate("ingest", log).errors.contains("read 3 lines: 3 accepted"))
    let second = bench.runrate("ingest", log).errors
    #expect(second.contains("read 1 lines: 0 accepted, 0 duplicate, 0 ignored, 1 rejected"))
    #expect(bench.runrate("ingest", log).errors.contains("read 0 lines"))
    #expect(bench.runrate("rejected").output.contains("incomplete-line"))
    let other = try bench.write(purchases(1...3) + #"{"event""#, to: "b.ndjson")
    _ = try Tool.run("gzip", [other])
    let packed = bench.runrate("ingest", other + ".gz").errors
    #expect(packed.contains("read 4 lines: 0 accepted, 3 duplicate"))
  }

  @Test("A log without line ends is not passed over without a word", arguments: ["\r", ""])
  func noLineEnds(end: String) throws {
    let lines = purchases(1...20).replacing("\n", with: end)
    let log = try bench.write(lines, to: "a.ndjson")
    let errors = bench.runrate("ingest", log).errors
    #expect(errors.contains("bytes and no line end (LF)"), "\(errors)")
    #expect(errors.contains("tr '\\r' '\\n'") && errors.contains("jq -c ."))
    #expect(bench.runrate("ingest", log).errors.contains("1 rejected"))
  }

  @Test("A second file of the same size with the same ends brings its purchases")
  func sameEnds() throws {
    func log(_ name: String) -> String {
      let edge = purchases(1...30)
      let filling = String(repeating: edge, count: 12)
      let middle = (0..<200).map { number in
        """
        {"event":"purchased","timestamp":"2026-05-20T10:00:00Z","event_id":"\(name)\(padded(number, 3))",\
        "user_id":"\(name)\(padded(number, 3))","product_id":"pro.monthly","price":9.99,"currency":"USD"}

        """
      }
      return filling + middle.joined() + filling
    }
    try bench.write(log("a"), to: "logs/a.ndjson")
    #expect(bench.runrate("ingest", bench.path("logs")).code == .allWell)
    try bench.write(log("b"), to: "logs/b.ndjson")
    #expect(bench.runrate("ingest", bench.path("logs")).errors.contains(" 200 accepted"))
  }

  @Test("A log that was renamed, touched or packed is remembered so, and is one file in the report")
  func remembered() throws {
    let text = String(repeating: purchases(1...30), count: 20)
    let log = try bench.write(text, to: "logs/a.ndjson")
    bench.runrate("ingest", log)
    let moved = bench.path("logs/b.ndjson")
    try FileManager.default.moveItem(atPath: log, toPath: moved)
    for _ in 0..<2 { #expect(bench.runrate("ingest", moved).errors.contains("read 0 lines")) }
    _ = try Tool.run("gzip", [moved])
    for _ in 0..<2 {
      #expect(bench.runrate("ingest", moved + ".gz").errors.contains("read 0 lines"))
    }
    let rows = try Database(path: bench.database).first("SELECT count(*) FROM input") {
      $0.integer(0)
    }
    #expect(rows == 3)
    #expect(bench.runrate("report", "--as-of", "2026-05-30").isReported)
    let quality = try bench.read("reports/latest/csv/data_quality.csv")
    #expect(quality.contains("a.ndjson") && !quality.contains("b.ndjson"))
  }

  @Test("The report of a past day leaves latest alone, and says so")
  func latestStays() throws {
    bench.runrate("ingest", try bench.write(purchases(1...20), to: "a.ndjson"))
    #expect(bench.runrate("report", "--as-of", "2026-05-19").isReported)
    let past = bench.runrate("report", "--as-of", "2026-05-10")
    #expect(past.isReported)
    #expect(past.errors.contains("latest stays at the later report of 2026-05-19"))
    #expect(try bench.read("reports/latest/alerts.prom").isEmpty == false)
    let target = {
      try FileManager.default.destinationOfSymbolicLink(atPath: bench.path("reports/latest"))
    }
    #expect(try target() == "2026-05-19")
    bench.runrate("report", "--as-of", "2026-05-10", "--latest")
    #expect(try target() == "2026-05-10")
  }

  @Test("Somebody's notes in a day's folder survive the next report of that day, which says so")
  func notes() throws {
    bench.runrate("ingest", try bench.write(purchases(1...20), to: "a.ndjson"))
    bench.runrate("report", "--as-of", "2026-05-19")
    try bench.write("mine", to: "reports/2026-05-19/notes.txt")
    let again = bench.runrate("report", "--as-of", "2026-05-19")
    #expect(again.isReported && again.errors.contains("keeps what no run has written: notes.txt"))
    #expect(try bench.read("reports/2026-05-19/notes.txt") == "mine")
  }
}
