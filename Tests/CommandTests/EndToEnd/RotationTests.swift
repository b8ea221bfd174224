import Foundation
import Testing
import Values

@testable import Command

/// What `print logrotate` prints, carried out by logrotate.
struct RotationTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  /// Rotates as it would be on `day`: the rotated file bears that day, not today's.
  private func rotate(_ rules: String, on day: String) throws {
    let answer = try Tool.run("logrotate", ["--force", "--state", bench.path("state"), rules])
    #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.errors)")
    let rotated = try names().filter { $0 > "events-2026-06-" && $0.hasSuffix(".ndjson") }
    let new = try #require(rotated.first { $0 != "events.ndjson" })
    try FileManager.default.moveItem(
      atPath: bench.path("log/\(new)"), toPath: bench.path("log/events-\(day).ndjson"))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: bench.path("log")).sorted()
  }

  @Test("A log that was read and then rotated to .1 counts once, beside its successor")
  func numbered() throws {
    try bench.write(purchases(1...10), to: "log/events.ndjson")
    #expect(bench.runrate("ingest", bench.path("log")).errors.contains("10 accepted"))
    for (old, new) in [
      ("events.ndjson.1", "events.ndjson.2"), ("events.ndjson", "events.ndjson.1"),
    ]
    where bench.exists("log/" + old) {
      try FileManager.default.moveItem(
        atPath: bench.path("log/" + old), toPath: bench.path("log/" + new))
    }
    try bench.write(purchases(11...15), to: "log/events.ndjson")
    let answer = bench.runrate("ingest", bench.path("log"))
    #expect(answer.errors.contains(" 5 accepted"), "\(answer.errors)")
    #expect(bench.runrate("status").output.contains("events              15, 15 user ids"))
  }

  @Test("Files that are no logs are named with the endings of logs, those of the program are not")
  func otherFiles() throws {
    try bench.write(purchases(1...10), to: "events.ndjson")
    try bench.write("date,currency,rate\n", to: "rates.csv")
    let config = try bench.write("{exchangeRates: 'rates.csv'}", to: "runrate.json5")
    let arguments = ["ingest", bench.folder, "--config", config]
    #expect(!bench.runrate(arguments).errors.contains("skipped"))
    try bench.write("", to: "events.log")
    for _ in 1...2 {
      let errors = bench.runrate(arguments).errors
      #expect(errors.components(separatedBy: "events.log").count == 2, "\(errors)")
      #expect(errors.contains("Logs end in .ndjson, .jsonl and .json"))
    }
  }

  @Test(
    "Logs that are rotated every night are counted once (skipped where logrotate is not installed)",
    .enabled(if: Tool.isInstalled("logrotate")))
  func rotated() throws {
    let printed = bench.runrate("print", "logrotate").output
    let rules = try bench.write(
      printed.replacing("/var/log/app", with: bench.path("log")), to: "rules")
    for (night, day) in ["2026-05-01", "2026-05-02", "2026-05-03"].enumerated() {
      try bench.write(purchases(night * 10 + 1...night * 10 + 10), to: "log/events.ndjson")
      #expect(bench.runrate("ingest", bench.path("log")).errors.contains("10 accepted"))
      try rotate(rules, on: day)
      let again = bench.runrate("ingest", bench.path("log"))
      #expect(again.code == .allWell && again.errors.contains(" 0 accepted"), "\(again.errors)")
    }
    #expect(
      try names() == [
        "events-2026-05-01.ndjson.gz", "events-2026-05-02.ndjson.gz", "events-2026-05-03.ndjson",
        "events.ndjson",
      ])
    let status = bench.runrate("status").output
    #expect(status.contains("events              30, 30 user ids"), "\(status)")
  }
}
