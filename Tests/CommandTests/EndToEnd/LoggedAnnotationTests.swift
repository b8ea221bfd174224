import Foundation
import Testing
import Values

@testable import Command

/// Annotations of the log, from its lines to the report.
@Suite struct LoggedAnnotationTests {
  private let bench: CLIFixture

  private static let lines = [
    #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","event_id":"e1","user_id":"carol-1971","product_id":"pro","period":"P1M","transaction_id":"t1","price":9.99,"currency":"USD"}"#,
    #"{"event":"annotation","timestamp":"2026-03-05T23:30:00Z","text":"Version 3.2","kind":"release"}"#,
    #"{"event":"annotation","timestamp":"2026-03-05T23:30:00Z","text":"Version 3.2","kind":"release"}"#,
    #"{"event":"annotation","timestamp":"2026-03-06T10:00:00Z","text":"carol-1971 called","kind":"gossip"}"#,
    #"{"event":"annotation","timestamp":"2026-03-07T10:00:00Z","kind":"release"}"#,
    #"{"event":"annotation","timestamp":"2026-05-07T10:00:00Z","text":"Later"}"#,
  ]

  init() throws {
    bench = try CLIFixture()
    try bench.write(Self.lines.joined(separator: "\n") + "\n", to: "log/a.ndjson")
    try bench.write(
      #"{ timezone: "Europe/Berlin", annotations: [{ date: "2026-03-04", text: "Spring sale" }] }"#,
      to: "runrate.json5")
  }

  @discardableResult
  private func runrate(_ arguments: String...) -> CLIFixture.Answer {
    bench.runrate(arguments + ["--config", bench.path("runrate.json5")])
  }

  private func details() throws -> String {
    #expect(runrate("report", "--as-of", "2026-03-31", "--details", "all").isReported)
    return try bench.read("reports/2026-03-31/details.md")
  }

  @Test("They stand with those of the configuration, on the day of the configured time zone")
  func report() throws {
    #expect(runrate("ingest", bench.path("log")).code == .allWell)
    let details = try details()
    #expect(details.contains("**3 · Wed 4 Mar 2026, Note:** Spring sale"))
    #expect(details.contains("**2 · Fri 6 Mar 2026, Release:** Version 3.2"))
    #expect(details.contains("**1 · Fri 6 Mar 2026, Note:** carol-1971 called"))
    #expect(!details.contains("Later"))
  }

  @Test("A second time is a duplicate, in the same file and in another")
  func duplicates() throws {
    runrate("ingest", bench.path("log"))
    let lines = try bench.read("log/a.ndjson").split(separator: "\n").reversed()
    let other = try bench.write(lines.joined(separator: "\n") + "\n", to: "other.ndjson")
    let again = runrate("ingest", other)
    #expect(again.errors.contains("0 accepted"), "\(again.errors)")
    let status = runrate("status", "--json").output
    let json = try JSONSerialization.jsonObject(with: Data(status.utf8)) as? [String: Any]
    let runs = try #require(json?["runs"] as? [[String: Any]])
    #expect(runs.compactMap { $0["accepted"] as? Int }.sorted() == [0, 4])
    #expect(runs.compactMap { $0["duplicate"] as? Int }.sorted() == [1, 5])
    #expect(runs.compactMap { $0["rejected"] as? Int } == [1, 1])
    _ = try details()
  }

  @Test("Who is purged is gone from what was noted, and from what is noted again")
  func purge() throws {
    runrate("ingest", bench.path("log"))
    #expect(runrate("purge", "--customer", "carol-1971").code == .allWell)
    runrate("ingest", bench.path("log"), "--again")
    let database = try Data(contentsOf: URL(filePath: bench.database))
    #expect(database.range(of: Data("carol".utf8)) == nil)
    #expect(database.range(of: Data("Version 3.2".utf8)) != nil)
  }
}
