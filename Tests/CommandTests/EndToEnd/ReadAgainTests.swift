import Foundation
import Support
import Testing
import Values

@testable import Command

/// `ingest --again` reads everything anew: nothing is left of what lines were under the
/// configurations before.
@Suite struct ReadAgainTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  private static let line = """
    {"event":"purchased","timestamp":"2026-05-01T00:00:00Z","user_id":"u1","event_id":"e1",\
    "product_id":"pro","amount_paid":9.99,"currency":"USD","period":"P1M","account":"a1"}

    """
  private static let priced = "{ fieldNames: { amount_paid: 'price' } }"

  /// All tables of a day.
  private func tables(of bench: CLIFixture, _ config: String) throws -> [String: String] {
    let report = bench.runrate("report", "--as-of", "2026-05-20", "--config", config)
    #expect(report.isReported, "\(report.errors)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: bench.path("reports/2026-05-20/csv"))
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try bench.read("reports/2026-05-20/csv/\($0)")) })
  }

  @Test(
    "Any sequence of configurations and of files read again is a new database under the last one",
    arguments: 0..<8)
  func sequences(seed: UInt64) throws {
    var world = MappingWorld(seed: seed)
    var files: [String] = []
    var config = try bench.write(world.configuration, to: "0.json5")
    for step in 1...8 {
      if world.random.chance(50) {
        config = try bench.write(world.configuration, to: "\(step).json5")
      }
      switch files.isEmpty ? 0 : world.random.one(of: [0, 1, 2, 3]) {
      case 0:
        files.append(try bench.write(world.lines, to: "log/\(step).ndjson"))
        #expect(bench.runrate("ingest", files[files.count - 1], "--config", config).isReported)
      case 1:
        let file = world.random.one(of: files)
        let text = try String(contentsOfFile: file, encoding: .utf8) + world.lines
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        #expect(bench.runrate("ingest", file, "--config", config).isReported)
      case 2:
        let moved = bench.path("log/moved-\(step).ndjson")
        let place = world.random.one(of: Array(files.indices))
        try FileManager.default.moveItem(atPath: files[place], toPath: moved)
        files[place] = moved
        #expect(bench.runrate(["ingest", "--again", "--config", config] + files).isReported)
      default:
        let file = world.random.one(of: files)
        #expect(bench.runrate("ingest", "--again", file, "--config", config).isReported)
      }
    }
    #expect(bench.runrate(["ingest", "--again", "--config", config] + files).isReported)
    let new = try CLIFixture()
    #expect(new.runrate(["ingest", "--config", config] + files).isReported)
    let (found, right) = (try tables(of: bench, config), try tables(of: new, config))
    #expect(found.keys == right.keys)
    for name in right.keys.sorted() { #expect(found[name] == right[name], "\(name)") }
  }

  @Test("What is read under two configurations asks for it until all is read under one")
  func asks() throws {
    let log = try bench.write(Self.line, to: "a.ndjson")
    let more = try bench.write(Self.line.replacing("1\"", with: "2\""), to: "b.ndjson")
    let plain = try bench.write("{}", to: "plain.json5")
    let priced = try bench.write(Self.priced, to: "priced.json5")
    #expect(bench.runrate("ingest", log, "--config", plain).code == .allWell)
    #expect(bench.runrate("ingest", more, "--config", priced).errors.contains("ingest --again"))
    // Under the first one half of the lines would be missing, too.
    #expect(bench.runrate("ingest", more, "--config", plain).errors.contains("ingest --again"))
    let again = bench.runrate("ingest", "--again", log, "--config", priced).errors
    #expect(again.contains("2 accepted") && again.contains("also what was not named: \(more)"))
    #expect(!bench.runrate("ingest", more, "--config", priced).errors.contains("--again"))
    let daily = try #require(try tables(of: bench, priced)["daily.csv"])
    #expect(daily.split(separator: "\n").last?.hasPrefix("2026-05-20,19.98,") == true)
  }

  @Test("Where a file is gone nothing is read again, and it says what is missing")
  func gone() throws {
    let log = try bench.write(Self.line, to: "a.ndjson")
    let other = try bench.write(Self.line.replacing("1\"", with: "2\""), to: "b.ndjson")
    #expect(bench.runrate("ingest", log, other).code == .allWell)
    try FileManager.default.removeItem(atPath: other)
    let refused = bench.runrate("ingest", "--again", log)
    #expect(refused.code == .noInput)
    #expect(refused.errors.contains("what earlier runs have read of \(other) is in none"))
    #expect(bench.runrate("status").output.contains("events              2, "))
    let renamed = try bench.write(Self.line.replacing("1\"", with: "2\""), to: "old/b.ndjson")
    #expect(bench.runrate("ingest", "--again", log, renamed).code == .allWell)
  }

  @Test("What somebody who was purged has paid stays, whatever lines are now")
  func purged() throws {
    let log = try bench.write(Self.line + Self.line.replacing("1\"", with: "2\""), to: "a.ndjson")
    let priced = try bench.write(Self.priced, to: "priced.json5")
    let unpriced = try bench.write("{}", to: "plain.json5")
    #expect(bench.runrate("ingest", log, "--config", priced).code == .allWell)
    #expect(try tables(of: bench, priced)["daily.csv"]?.contains("2026-05-20,19.98,") == true)
    #expect(bench.runrate("purge", "--customer", "u1", "--config", priced).code == .allWell)
    let again = bench.runrate("ingest", "--again", log, "--config", unpriced)
    #expect(again.errors.contains("read 2 lines: 1 accepted, 0 duplicate, 1 ignored"))
    let found = try tables(of: bench, unpriced)
    #expect(found["daily.csv"]?.contains("2026-05-20,9.99,") == true)
    #expect(found["data_quality.csv"]?.contains("accepted lines = stored events,0,,passed") == true)
  }
}

/// Lines that mean something else under each of some configurations.
private struct MappingWorld {
  var random: SplitMix
  private var number = 0

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// What `bought` is, which field is the price, and which is the user.
  var configuration: String {
    mutating get {
      let name = random.one(of: ["purchased", "trial_started", "renewed", "ignore"])
      let names = name == "ignore" ? "" : "bought: '\(name)'"
      var fields: [String] = []
      if random.chance(50) { fields.append("amount_paid: 'price'") }
      if random.chance(30) { fields.append("account: 'user_id'") }
      return "{ eventNames: { \(names) }, fieldNames: { \(fields.joined(separator: ", ")) } }"
    }
  }

  var lines: String {
    mutating get { (0..<random.one(of: [1, 4, 12])).map { _ in line() }.joined() }
  }

  private mutating func line() -> String {
    number += 1
    let identity = random.chance(50) ? #""event_id":"e\#(random.one(of: [number, 3]))","# : ""
    let user = random.chance(70) ? #""user_id":"u\#(random.one(of: [1, 2, 3, 4]))","# : ""
    let event = random.one(of: ["bought", "purchased", "refunded", "paywall_shown"])
    let day = 1 + random.one(of: Array(0..<15))
    return #"{"event":"\#(event)","timestamp":"2026-05-\#(padded(day, 2))T10:00:00Z",\#(identity)"#
      + #"\#(user)"product_id":"pro","amount_paid":\#(number),"currency":"USD","period":"P1M","#
      + #""account":"a\#(random.one(of: [1, 2, 3]))","transaction_id":"t\#(number)"}"# + "\n"
  }
}
