import Testing
import Values

@testable import Command

/// Times that name no zone, from the first complaint to figures.
@Suite struct TimeFormTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  private static let log = """
    {"event":"purchased","timestamp":"2026-04-03 22:30:00 UTC","user_id":"u1","price":10,"currency":"USD","period":"P1M"}
    {"event":"purchased","timestamp":"2026-04-03T22:30:00","user_id":"u2","price":10,"currency":"USD","period":"P1M"}

    """

  @Test("Run, rejected and doctor say which times are read")
  func complaints() throws {
    let log = try bench.write(Self.log, to: "logs/a.ndjson")
    let run = bench.runrate("run", log, "--as-of", "2026-04-05")
    #expect(run.errors.contains("1 line was rejected for a time that cannot be read"))
    let rejected = bench.runrate("rejected")
    #expect(rejected.output.contains(#""reason":"bad-time""#))
    for text in [run.errors, rejected.errors, bench.runrate("doctor").output] {
      #expect(text.contains("RFC 3339 with an offset (2026-04-03T10:00:00Z"), "\(text)")
      #expect(text.contains("ingest.timesWithoutZone"))
    }
  }

  @Test("Once the configuration names their zone, the logs are asked for again and count")
  func zoneNamed() throws {
    let log = try bench.write(Self.log, to: "logs/a.ndjson")
    bench.runrate("run", log, "--as-of", "2026-04-05")
    let config = try bench.write(
      #"{timezone: "Europe/Berlin", ingest: {timesWithoutZone: "Europe/Berlin"}}"#, to: "c.json5")
    let options = ["--config", config, "--as-of", "2026-04-05"]
    #expect(bench.runrate(["run", log] + options).errors.contains("ingest --again"))
    #expect(bench.runrate(["ingest", log, "--again", "--config", config]).code == .allWell)
    #expect(!bench.runrate(["run", log] + options).errors.contains("ingest --again"))
    let daily = try bench.read("reports/2026-04-05/csv/daily.csv")
    // 22:30 in UTC is the next day in Berlin, 22:30 there is not.
    let rows = daily.split(separator: "\n").map { $0.split(separator: ",")[0...1] }
    #expect(
      rows.map { $0.joined(separator: ",") }.prefix(3) == [
        "date,mrr", "2026-04-03,10.00", "2026-04-04,20.00",
      ])
  }
}
