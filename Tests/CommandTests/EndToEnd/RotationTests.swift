import Foundation
import Testing

@testable import Command

/// What `print logrotate` prints, carried out by logrotate.
struct RotationTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

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
