import Foundation
import Testing
import Values

@testable import Command

/// Commands that find nothing to work on say what they want, and leave nothing behind.
@Suite struct NothingThereTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: bench.folder) }
  }

  @Test("run without logs and without a database says what to give, and makes nothing")
  func run() throws {
    let answer = bench.runrate("run")
    #expect(answer.code == .noInput)
    #expect(answer.errors.contains("no logs are given"))
    #expect(answer.errors.contains("runrate run LOGS…"))
    #expect(try files.isEmpty)
  }

  @Test("run with logs that are not there makes nothing either")
  func noLogs() throws {
    let answer = bench.runrate("run", bench.path("nowhere"))
    #expect(answer.code == .noInput)
    #expect(answer.errors.contains("nowhere does not exist"))
    #expect(try files.isEmpty)
  }

  @Test(
    "Commands about a database say that there is none, and make none",
    arguments: [
      ["report"], ["explain", "mrr"], ["explain", "alert", "freshness"], ["backtest"],
      ["ack", "freshness", "--until", "2026-05-22", "--why", "x"],
      ["purge", "--customer", "ann"], ["purge", "--before", "2026-01-01"],
    ])
  func noDatabase(arguments: [String]) throws {
    let answer = bench.runrate(arguments)
    #expect(answer.code == .noInput)
    #expect(answer.errors.contains("there is no database"))
    #expect(try files.isEmpty)
  }

  @Test("check says on standard output why it knows nothing: Nagios shows only that")
  func check() throws {
    let answer = bench.runrate("check")
    #expect(answer.code == .unjudged)
    #expect(answer.output == "RUNRATE UNKNOWN - there is no database \(bench.database)\n")
    #expect(try files.isEmpty)
    let json = Data(bench.runrate("check", "--json").output.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: String])
    #expect(object["state"] == "UNKNOWN")
  }

  @Test("A wrong configuration is an UNKNOWN line, too, on one line and without bars")
  func wrongConfiguration() throws {
    let config = try bench.write("{ a|b: 1 }", to: "c.json5")
    try bench.write("", to: "runrate.db")
    let answer = bench.runrate("check", "--config", config)
    #expect(answer.code == .unjudged)
    #expect(answer.output.hasPrefix("RUNRATE UNKNOWN - while reading the configuration: "))
    #expect(answer.output.split(separator: "\n").count == 1)
    #expect(!answer.output.contains("|"))
    #expect(bench.runrate("check", "--as-of", "soon").output.hasPrefix("RUNRATE UNKNOWN - --as-of"))
  }
}
