import Foundation
import Simulator
import Store
import Testing
import Values

@testable import Command

/// `check --dry-run`, `ack`, `backtest` and what Prometheus reads.
@Suite struct AlertCommandTests {
  private let bench: CLIFixture

  init() throws {
    bench = try CLIFixture()
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
    bench.runrate(["run", bench.path("logs"), "--as-of", "2026-05-20", "--format", "csv"])
  }

  @Test("A dry run shows what every rule says")
  func dryRun() {
    let answer = bench.runrate("check", "--dry-run", "--as-of", "2026-05-10")
    #expect(answer.code == .allWell)
    #expect(answer.output.contains("ok: freshness: Age of the data is"))
    #expect(answer.output.contains("not enough data: crashes: There were no sessions"))
  }

  /// A log that ends the day before yesterday, and its report.
  private func beforeTheNight() throws -> (bench: CLIFixture, last: Day) {
    let bench = try CLIFixture()
    let last = Zone.utc.day(of: .now).advanced(by: -2)
    let lines = (0..<5).map { back in
      #"{"event_id":"\#(back)","event":"app_session","timestamp":"\#(last.advanced(by: -back))T23:00:00Z","user_id":"a"}"#
    }
    try bench.write(lines.joined(separator: "\n") + "\n", to: "logs/a.ndjson")
    bench.runrate("run", bench.path("logs"), "--as-of", "\(last)", "--format", "csv")
    return (bench, last)
  }

  @Test(
    "Until the night has read yesterday, a probe judges the day before, and leaves nothing behind")
  func probe() throws {
    let (bench, last) = try beforeTheNight()
    let check = bench.runrate("check")
    #expect(check.code == .allWell && check.output.contains("as of \(last)"), "\(check.output)")
    let ahead = bench.runrate("check", "--as-of", "\(last.advanced(by: 1))")
    #expect(ahead.output.contains("as of \(last.advanced(by: 1))"))
    #expect(bench.runrate("status").output.contains("reported up to      \(last)"))
  }

  @Test("While a run goes on, a probe judges what the database held before it")
  func probeDuringRun() throws {
    let (bench, last) = try beforeTheNight()
    let lock = try RunLock(database: bench.database, lockTimeout: .none)
    let check = bench.runrate("check")
    _ = consume lock
    #expect(check.code == .allWell && check.output.contains("as of \(last)"), "\(check.output)")
    #expect(check.errors.contains("a run is going on"))
  }

  @Test("Figures under another configuration than that of the newest report are told as such")
  func otherConfiguration() throws {
    let bench = try CLIFixture()
    let config = try bench.write(onePlan + "}", to: "c.json5")
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
    bench.runrate("run", bench.path("logs"), "--as-of", "2026-05-20", "--config", config)
    let words = "the report of 2026-05-20 was made with another configuration"
    let question = ["explain", "daily.mrr", "--as-of", "2026-05-20"]
    #expect(!bench.runrate(question + ["--config", config]).errors.contains(words))
    #expect(bench.runrate(question).errors.contains(words))
    #expect(bench.runrate("check", "--as-of", "2026-05-20").errors.contains(words))
  }

  @Test("An acknowledged trouble is shown as such, and counts again when its day is over")
  func ack() throws {
    let rules = ["freshness"]
    let answer = bench.runrate(
      ["ack"] + rules + ["--until", "2026-05-22", "--why", "the exporter is being moved"])
    #expect(answer.code == .allWell)
    func check(_ day: String) -> String {
      bench.runrate("check", "--dry-run", "--as-of", day).output
    }
    #expect(check("2026-05-22").contains("acknowledged: freshness"))
    #expect(check("2026-05-22").contains("1 firing (acknowledged)"), "\(check("2026-05-22"))")
    #expect(check("2026-05-23").contains("firing: freshness"))
    bench.runrate(["report", "--as-of", "2026-05-21"])
    let text = try bench.read("reports/2026-05-21/alerts.md")
    #expect(text.contains("until 2026-05-22: the exporter is being moved"))
  }

  @Test("A rule without trouble cannot be acknowledged: what comes later would never be told")
  func noTrouble() throws {
    let bench = try CLIFixture()
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
    bench.runrate("run", bench.path("logs"), "--as-of", "2026-05-10", "--format", "csv")
    let answer = bench.runrate("ack", "freshness", "--until", "2026-12-30", "--why", "oops")
    #expect(answer.code == .usage)
    #expect(answer.errors.contains("freshness was ok on 2026-05-10"), "\(answer.errors)")
    bench.runrate("run", "--as-of", "2026-05-20", "--format", "csv")
    #expect(!bench.runrate("check", "--dry-run").output.contains("acknowledged"))
  }

  @Test("An acknowledgement needs a rule that exists, an end and a reason")
  func demands() {
    #expect(bench.runrate("ack").errors.contains("missing argument: RULE…"))
    #expect(
      bench.runrate("ack", "freshness", "--why", "x").errors.contains("--until DAY is missing"))
    #expect(
      bench.runrate("ack", "freshness", "--until", "2026-05-22").errors.contains(
        "--why TEXT is missing")
    )
    let unknown = bench.runrate("ack", "freshnes", "--until", "2026-05-22", "--why", "x")
    #expect(unknown.code == .usage)
    #expect(unknown.errors.contains("did you mean freshness?"))
  }

  @Test("A backtest says when a rule would have fired, as each night knew it, and changes nothing")
  func backtest() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: bench.database))
    let answer = bench.runrate(
      "backtest", "freshness", "--from", "2026-05-01", "--to", "2026-05-20")
    #expect(answer.code == .allWell)
    #expect(answer.output.contains("2026-05-01 to 2026-05-20, 20 days"))
    #expect(answer.output.contains("  2026-05-11 to 2026-05-20, 10 days: Age of the data is 38"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.database)) == before)
  }

  @Test("Another threshold can be tried")
  func threshold() {
    let answer = bench.runrate(
      "backtest", "freshness", "--from", "2026-05-01", "--to", "2026-05-20", "--threshold", "100")
    #expect(answer.output.contains("  2026-05-14 to 2026-05-20, 7 days"))
  }

  @Test("Days in the wrong order are refused")
  func reversed() {
    let answer = bench.runrate("backtest", "--from", "2026-05-20", "--to", "2026-05-01")
    #expect(answer.code == .usage)
  }
}

/// `alerts.prom` as promtool reads it.
@Suite struct PromtoolTests {
  private static let tool = ["/usr/bin/promtool", "/usr/local/bin/promtool"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private func metrics() throws -> String {
    let bench = try CLIFixture()
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
    bench.runrate(["run", bench.path("logs"), "--as-of", "newest"])
    return try bench.read("reports/2026-05-10/alerts.prom")
  }

  @Test("The report of a night tells of its run; that of a day asked for by its date does not")
  func run() throws {
    let text = try metrics()
    for name in ["last_success_timestamp_seconds", "run_duration_seconds", "messages_undelivered"] {
      #expect(text.contains("# TYPE runrate_\(name) gauge\n"))
    }
    let bench = try CLIFixture()
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
    bench.runrate(["run", bench.path("logs"), "--as-of", "2026-05-10"])
    let past = try bench.read("reports/2026-05-10/alerts.prom")
    #expect(!past.contains("run_duration"))
    #expect(past.contains("runrate_lines_total{result=\"accepted\"} 10\n"))
  }

  @Test(
    "promtool finds nothing to complain of (skipped where it is not installed)",
    .enabled(if: tool != nil))
  func promtool() throws {
    let text = try metrics()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.tool))
    process.arguments = ["check", "metrics"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(words)")
    #expect(words.isEmpty)
  }
}

/// Simulated incidents, from the log to the page, found by the default rules.
@Suite struct IncidentAlertTests {
  @Test("A paywall that breaks in one country is noticed the day after, and named")
  func paywall() throws {
    let bench = try CLIFixture()
    let first = try #require(Day("2026-03-02"))
    let simulation = Simulation(
      SimulationOptions(
        seed: 7, firstDay: first, days: 20, customers: 14_000, incident: .paywall,
        incidentDay: first.advanced(by: 17)))
    var bytes: [UInt8] = []
    _ = simulation.run { _, more in bytes.append(contentsOf: more) }
    try bench.write(bytes, to: "logs/all.ndjson")
    let rule = "{ name: 'paywall-start', runbook: 'https://wiki.example/paywall' }"
    let config = try bench.write("{ alerts: [\(rule)] }", to: "c.json5")
    func alerts(_ days: Int) throws -> String {
      let day = first.advanced(by: days)
      bench.runrate([
        "run", bench.path("logs"), "--config", config, "--as-of", "\(day)", "--format", "csv",
      ])
      return try bench.read("reports/\(day)/alerts.md")
    }
    #expect(try !alerts(17).contains("**paywall-start** (critical, new)"))
    let caught = try alerts(18)
    #expect(
      caught.contains("**paywall-start** (critical, new): Same-day start rate for country US"))
    #expect(caught.contains("Stands out: country US"))
    #expect(caught.contains("variant benefits"))
    #expect(caught.contains("What to do: <https://wiki.example/paywall>"))
    let command = "runrate explain alert paywall-start --as-of 2026-03-20"
    #expect(caught.contains("`\(command)`"))
    let words = command.split(separator: " ").dropFirst().map(String.init)
    let shown = bench.runrate(words + ["--config", config])
    #expect(shown.code == .allWell)
    let table = try bench.read("reports/2026-03-20/csv/alerts.csv")
    let message = try #require(figure(table))
    #expect(shown.output.contains("Same-day start rate for country US was \(message) ("))
    #expect(shown.output.contains("Segment     country US\n"))
    #expect(shown.output.contains("Compared with:"))
    let days = bench.runrate(words + ["--config", config, "--format", "csv"]).output
    #expect(days.contains("\nwindow,2026-03-19,2026-03-19,"))
  }

  /// The figure that the table of alerts has of `paywall-start`, as its message writes it.
  private func figure(_ table: String) -> Substring? {
    table.split(separator: "\n").first { $0.contains("paywall-start") }.flatMap {
      $0.firstMatch(of: /country US was ([0-9.]+%)/)?.output.1
    }
  }

  @Test("Segments are kept by day as far back as a rule on a slow funnel looks")
  func slowFunnel() throws {
    let bench = try CLIFixture()
    let log = bench.path("log")
    bench.runrate("simulate", "--seed", "5", "--days", "120", "--events", "9000", "--output", log)
    let rule =
      "{ name: 'slow', metric: 'funnel.from_previous', where: { funnel: 'acquisition', step: 2 },"
      + " by: 'country', window: 7, compare: 'drop', threshold: 0.5, minSample: 4 }"
    let config = try bench.write("{ alerts: [\(rule)] }", to: "c.json5")
    bench.runrate(
      "run", log, "--config", config, "--as-of", "2025-04-30", "--format", "csv")
    let days = try bench.read("reports/2025-04-30/csv/funnel.csv").split(separator: "\n")
      .filter { $0.hasPrefix("acquisition,day,") && $0.contains(",country,") }
      .compactMap { Day(String($0.split(separator: ",")[2])) }
    let oldest = try #require(days.min())
    let asOf = try #require(Day("2025-04-30"))
    #expect(oldest <= asOf.advanced(by: -60), "30 days of the funnel, a week, and weeks before it")
    let shown = bench.runrate("explain", "alert", "slow", "--config", config, "--format", "csv")
    let lines = shown.output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("window,") } >= 7)
    #expect(lines.count { $0.hasPrefix("baseline,") } == 4)
    let text = bench.runrate("explain", "alert", "slow", "--config", config).output
    #expect(text.contains("Judged on their own:"))
    #expect(text.contains("country "))
  }

  @Test("explain alert names the nearest rule, and wants one")
  func misspelt() throws {
    let bench = try CLIFixture()
    bench.runrate("ingest", try bench.write(purchases(1...3), to: "a.ndjson"))
    let answer = bench.runrate("explain", "alert", "freshnes", "--as-of", "2026-05-03")
    #expect(answer.code == .usage)
    #expect(answer.errors.contains("did you mean freshness?"))
    #expect(bench.runrate("explain", "alert").errors.contains("missing argument: RULE"))
    #expect(bench.runrate("explain", "mrr", "x").errors.contains("\"x\" is one too many"))
    let shown = bench.runrate("explain", "alert", "revenue-drop", "--as-of", "2026-05-03", "--json")
    #expect(shown.output.contains("\"rule\": \"revenue-drop\""))
  }

  @Test(
    "The other incidents are noticed within two days of their beginning, and not before",
    arguments: [
      (Incident.renewals, "payment-failure", 1), (.validation, "validation-failures", 0),
      (.delivery, "freshness", 1),
    ])
  func noticed(_ incident: Incident, by rule: String, after days: Int) throws {
    let bench = try CLIFixture()
    let first = try #require(Day("2026-03-02"))
    let begin = first.advanced(by: 15)
    let simulation = Simulation(
      SimulationOptions(
        seed: 9, firstDay: first, days: 18, customers: 9000, incident: incident,
        incidentDay: begin))
    /// What fires as of a day, known by what was delivered until then.
    func firing(_ day: Day) throws -> [Substring] {
      var bytes: [UInt8] = []
      _ = simulation.run { if $0 <= day { bytes.append(contentsOf: $1) } }
      bench.runrate("ingest", try bench.write(bytes, to: "\(day).ndjson"))
      return bench.runrate("check", "--dry-run", "--as-of", "\(day)").output
        .split(separator: "\n").filter { $0.hasPrefix("firing: ") || $0.hasPrefix("stale: ") }
        // The world pays in many currencies, and this database knows no rate.
        .filter { !$0.hasPrefix("firing: missing-rates: ") }
    }
    #expect(try firing(begin.advanced(by: -1)).isEmpty)
    let found = try firing(begin.advanced(by: days))
    #expect(found.contains { $0.hasPrefix("firing: \(rule): ") }, "\(found)")
  }
}
