import Foundation
import Testing
import Values

@testable import Command

/// What a database that was merged answers, and what only one with events can.
@Suite struct MergedDatabaseTests {
  private let parts: PartBench

  init() throws {
    parts = try PartBench()
    try parts.all()
    try #require(parts.report().isReported)
  }

  @Test(
    "Who asks for events is told to ask a database that has them",
    arguments: [
      ["run", "LOGS"], ["ingest", "LOGS"], ["report", "--where", "country=DE"],
    ])
  func refused(line: [String]) throws {
    let answer = parts.run(
      line.map { $0 == "LOGS" ? parts.bench.path("logs") : $0 }, on: "all")
    #expect(answer.code == .badData, "\(answer.errors)")
    #expect(answer.errors.contains("all.db was made by merge"), "\(answer.errors)")
    #expect(parts.report().isReported)
  }

  @Test(
    "Commands about customers say that there are no events",
    arguments: [
      ["customer", "user-1"], ["events", "--customer", "user-1"], ["explain", "mrr"],
      ["purge", "--customer", "user-1"], ["backtest"],
    ])
  func customers(line: [String]) {
    let answer = parts.ask(line, on: "all")
    #expect(answer.code == .badData, "\(answer.errors)")
    #expect(answer.errors.contains("all.db was made by merge"), "\(answer.errors)")
  }

  @Test("A report of another day or configuration is refused with what to do")
  func otherwise() throws {
    let answer = parts.report("all", "--as-of", "2026-05-19")
    #expect(answer.code == .badData)
    #expect(
      answer.errors.contains("folded up to 2026-05-20, and the report is to be of 2026-05-19"))
    #expect(answer.errors.contains("say --as-of 2026-05-20"))
    try parts.bench.write(onePlan.replacing("P1M", with: "P1Y") + "}", to: "c.json5")
    let other = parts.report()
    #expect(other.code == .badData)
    #expect(other.errors.contains("folded under another configuration"))
  }

  @Test(
    "Commands about reports and alerts work",
    arguments: [
      ["status"], ["status", "--json"], ["check"], ["rejected"],
      ["diff", "2026-05-20", "latest"],
    ])
  func works(line: [String]) {
    let answer = parts.ask(line, on: "all")
    #expect(answer.isReported, "\(answer.errors)")
  }

  @Test("A digest is made, and a comparison of two stretches of days")
  func digest() {
    let answer = parts.run(["digest"], on: "all")
    #expect(answer.isReported, "\(answer.errors)")
    let comparison = parts.run(["report", "--from", "2026-05-11", "--to", "2026-05-20"], on: "all")
    #expect(comparison.isReported, "\(comparison.errors)")
  }

  @Test("A copy put in the database's place gives the same report")
  func restore() throws {
    let before = try parts.bench.read("reports-all/2026-05-20/csv/daily.csv")
    let copy = parts.bench.path("copy.db")
    #expect(parts.ask(["backup", copy], on: "all").code == .allWell)
    #expect(parts.merge("read", "facts/1").code == .allWell)
    #expect(parts.report().code == .badData)
    #expect(parts.ask(["restore", copy], on: "all").code == .allWell)
    #expect(parts.report().isReported)
    #expect(try parts.bench.read("reports-all/2026-05-20/csv/daily.csv") == before)
  }
}

/// `--now` stands in the place of the machine's clock.
@Suite struct NowTests {
  @Test("Lines of more than 48 hours ahead are rejected, by what counts as now")
  func future() throws {
    var parts = try PartBench(purchases(1...9))
    parts.now = "2026-05-07T10:00:00Z"
    let answer = parts.run(["ingest", parts.bench.path("logs")], on: "all")
    #expect(answer.errors.contains("9 accepted"), "\(answer.errors)")
    parts.now = "2026-05-07T09:59:59.999Z"
    let early = parts.run(["ingest", parts.bench.path("logs")], on: "early")
    #expect(early.errors.contains("8 accepted"), "\(early.errors)")
    #expect(early.errors.contains("this machine's clock, which says 2026-05-07T09:59:59"))
  }

  @Test("Yesterday is the day before it, in the reporting zone")
  func yesterday() throws {
    var parts = try PartBench(
      purchases(1...9), config: onePlan + "timezone: \"America/New_York\" }")
    parts.now = "2026-05-11T03:59:59Z"
    #expect(
      parts.run(["run", parts.bench.path("logs"), "--as-of", "yesterday"], on: "all").isReported)
    #expect(parts.bench.exists("reports-all/2026-05-09/run.json"))
    parts.now = "2026-05-11T04:00:00Z"
    #expect(parts.run(["report", "--as-of", "yesterday"], on: "all").isReported)
    #expect(parts.bench.exists("reports-all/2026-05-10/run.json"))
  }

  @Test(
    "What is no time in UTC is refused",
    arguments: [
      "", "now", "2026-05-11", "2026-05-11T03:59Z", "2026-05-11T03:59:59", "2026-02-29T00:00:00Z",
      "2026-05-11T24:00:00Z", "2026-05-11T03:60:59Z", "2026-05-11 03:59:59Z", "1778471999",
      "2026-05-11T03:59:59+02:00", "２026-05-11T03:59:59Z",
    ])
  func badTimes(text: String) throws {
    var parts = try PartBench()
    parts.now = text
    let answer = parts.run(["ingest", parts.bench.path("logs")], on: "all")
    #expect(answer.code == .usage, "\(answer.errors)")
    #expect(answer.errors.contains("2026-07-01T02:00:00Z"), "\(answer.errors)")
  }
}
