import Foundation
import Testing
import Values

@testable import Command

/// The text of a rejected line goes after 30 days; its place and reason stay.
struct RejectedTextTests {
  private let bench: CLIFixture

  init() throws {
    bench = try CLIFixture()
    let log = try bench.write(
      #"{"event":"purchased","timestamp":"whenever","user_id":"old-\#(String(repeating: "x", count: 3000))"}"#
        + "\n", to: "a.ndjson")
    try #require(bench.runrate("ingest", log, "--now", "2026-03-01T10:00:00Z").code == .allWell)
  }

  /// The texts that are left when another line is read at a time, by file.
  private func texts(_ now: String) throws -> [String: String] {
    let log = try bench.write(#"{"event":"purchased","user_id":"new"}"# + "\n", to: "b.ndjson")
    try #require(bench.runrate("ingest", log, "--now", now).code == .allWell)
    let lines = bench.runrate("rejected").output.split(separator: "\n")
    let rows = try lines.compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    #expect(rows.compactMap { $0["reason"] as? String } == ["bad-time", "missing-field"])
    return Dictionary(
      uniqueKeysWithValues: rows.map {
        (($0["file"] as? String ?? "").suffix(8).description, $0["raw"] as? String ?? "none")
      })
  }

  private func databaseHas(_ text: String) throws -> Bool {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: bench.database))
    return bytes.range(of: Data(text.utf8)) != nil
  }

  @Test("It is there for 30 days")
  func kept() throws {
    let texts = try texts("2026-03-31T10:00:00Z")
    #expect(texts["a.ndjson"]?.contains("old-xxx") == true)
    #expect(texts["b.ndjson"]?.contains("new") == true)
  }

  @Test("A run after that leaves no byte of it, and keeps its own")
  func removed() throws {
    #expect(try databaseHas("old-xxx"))
    let texts = try texts("2026-03-31T10:00:01Z")
    #expect(texts["a.ndjson"] == "")
    #expect(texts["b.ndjson"]?.contains("new") == true)
    #expect(try !databaseHas("old-xxx") && !databaseHas("xxxxxxxx"))
  }

  @Test("Once somebody was purged, later lines are kept without it")
  func purged() throws {
    let log = try bench.write(
      #"{"event":"app_session","timestamp":"2026-03-01T09:00:00Z","user_id":"ann"}"# + "\n",
      to: "c.ndjson")
    #expect(bench.runrate("ingest", log, "--now", "2026-03-02T10:00:00Z").code == .allWell)
    #expect(bench.runrate("purge", "--customer", "ann").code == .allWell)
    #expect(try texts("2026-03-03T10:00:00Z") == ["a.ndjson": "", "b.ndjson": ""])
  }
}
