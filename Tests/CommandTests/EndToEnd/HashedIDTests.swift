import Foundation
import Testing
import Values

@testable import Command

/// User ids as keyed hashes.
@Suite struct HashedIDTests {
  private let bench: CLIFixture
  private let log: String
  private static let key = "correct horse battery staple"

  private static let lines = [
    #"{"event":"app_installed","timestamp":"2026-03-01T10:00:00Z","event_id":"1","user_id":"device-ann"}"#,
    #"{"event":"user_aliased","timestamp":"2026-03-01T11:00:00Z","event_id":"2","user_id":"ann@example.com","previous_id":"device-ann"}"#,
    #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","event_id":"3","user_id":"ann@example.com","product_id":"pro.monthly","original_transaction_id":"o1","price":9.99,"currency":"USD"}"#,
    #"{"event":"renewed","timestamp":"2026-04-02T10:00:00Z","event_id":"4","original_transaction_id":"o1","product_id":"pro.monthly","price":9.99,"currency":"USD"}"#,
    #"{"event":"referral_recorded","timestamp":"2026-03-03T10:01:00Z","event_id":"5","user_id":"bob","referrer_id":"ann@example.com"}"#,
    #"{"event":"purchased","timestamp":"whenever","user_id":"ann@example.com"}"#,
  ]

  init() throws {
    bench = try CLIFixture()
    log = try bench.write(Self.lines.joined(separator: "\n") + "\n", to: "a.ndjson")
    try bench.write(onePlan + "}", to: "plain.json5")
    try bench.write(
      onePlan + "privacy: { userIDs: \"hashed\", keyFile: \"key\" } }", to: "hashed.json5")
    try bench.write(Self.key + "\n", to: "key")
  }

  private func runrate(_ arguments: String..., config: String = "hashed.json5") -> CLIFixture.Answer
  {
    bench.runrate(arguments + ["--config", bench.path(config)])
  }

  private func everything() throws -> String {
    let names = try #require(FileManager.default.subpaths(atPath: bench.folder))
    return names.filter { $0.hasPrefix("runrate.db") || $0.hasPrefix("reports/") }
      .compactMap { FileManager.default.contents(atPath: bench.path($0)) }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  @Test("Neither an id nor the key is in the database or the reports, and the figures are the same")
  func hidden() throws {
    let answer = runrate("run", log, "--as-of", "2026-05-31")
    #expect(answer.isReported)
    let daily = try bench.read("reports/2026-05-31/csv/daily.csv")
    let everything = try everything()
    for secret in ["ann@example.com", "device-ann", "bob", Self.key] {
      #expect(!everything.contains(secret), "\(secret)")
      #expect(!(answer.output + answer.errors).contains(secret), "\(secret)")
    }
    let plain = try CLIFixture()
    let config = bench.path("plain.json5")
    #expect(plain.runrate("run", log, "--as-of", "2026-05-31", "--config", config).isReported)
    #expect(try plain.read("reports/2026-05-31/csv/daily.csv") == daily)
  }

  @Test("With the key a person is found by the id, and can be purged")
  func found() throws {
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    let events = runrate("events", "--customer", "device-ann").output
    #expect(events.split(separator: "\n").count == 4)
    #expect(runrate("events", "--customer", "ann", config: "plain.json5").code == .noInput)
    #expect(runrate("purge", "--customer", "ann@example.com").errors.contains("purged 1 person"))
    #expect(runrate("ingest", log, "--again").errors.contains("4 ignored"))
  }

  @Test("Another key, no key, or other ids than the database keeps are refused")
  func mixed() throws {
    #expect(runrate("ingest", log).code == .allWell)
    #expect(runrate("ingest", log, "--again", config: "plain.json5").code == .badData)
    try bench.write("another key that is long enough", to: "key")
    #expect(runrate("ingest", log, "--again").errors.contains("another key"))
    try bench.write("short", to: "key")
    #expect(runrate("ingest", log, "--again").errors.contains("too short"))
    try FileManager.default.removeItem(atPath: bench.path("key"))
    #expect(runrate("ingest", log, "--again").code == .noInput)
    let plain = try CLIFixture()
    #expect(plain.runrate("ingest", log, "--config", bench.path("plain.json5")).code == .allWell)
    try bench.write(Self.key, to: "key")
    let answer = plain.runrate("ingest", log, "--config", bench.path("hashed.json5"))
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("keeps user ids as they are"))
  }

  @Test("A key file that others can read is warned of")
  func wideKey() throws {
    let name = bench.path("key")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: name)
    #expect(runrate("ingest", log).errors.contains("key has mode 0644"))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: name)
    #expect(!runrate("ingest", log).errors.contains("key has mode"))
  }
}
