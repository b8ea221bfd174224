import Foundation
import Testing
import Values

@testable import Command

/// The file of `--metrics`, as monitoring reads it.
@Suite struct MetricsFileTests {
  private let bench: CLIFixture
  private let path: String
  private let config: String

  init() throws {
    bench = try CLIFixture()
    path = bench.path("node/runrate.prom")
    config = try bench.write(onePlan + "}", to: "c.json5")
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
    try bench.write("another program's\n", to: "node/other.prom")
  }

  @discardableResult
  private func night() -> CLIFixture.Answer {
    bench.runrate(
      "run", bench.path("logs"), "--config", config, "--now", "2026-05-11T04:15:00Z", "--metrics",
      path)
  }

  private func metrics() throws -> PrometheusText {
    try PrometheusText(bench.read("node/runrate.prom"))
  }

  @Test("A night tells of its figures, its alerts, its lines and its stages")
  func figures() throws {
    let code = night().code
    let metrics = try metrics()
    #expect(metrics["runrate_last_run_exit_code"] == Double(code.rawValue))
    #expect(metrics["runrate_alert_worst"] == Double(code.rawValue))
    #expect(metrics["runrate_mrr", #"{currency="USD"}"#] == 99.9)
    #expect(metrics["runrate_paying_subscribers"] == 10)
    #expect(metrics["runrate_run_lines", #"{result="accepted"}"#] == 10)
    #expect(metrics["runrate_lines_total", #"{result="accepted"}"#] == 10)
    #expect(metrics["runrate_newest_event_timestamp_seconds"] == 1_778_407_200)
    let stages = metrics.samples.filter { $0.metric == "runrate_stage_duration_seconds" }
    #expect(stages.contains { $0.labels == #"{stage="writing the reports"}"# })
    #expect(stages.allSatisfy { $0.value >= 0 })
    let report = try PrometheusText(bench.read("reports/latest/alerts.prom"))
    #expect(Set(report.types.keys).isSubset(of: metrics.types.keys))
  }

  @Test("The second night counts its own lines, and all of them; a report counts none of its own")
  func secondNight() throws {
    night()
    try bench.write(purchases(11...12), to: "logs/b.ndjson")
    night()
    var metrics = try metrics()
    #expect(metrics["runrate_run_lines", #"{result="accepted"}"#] == 2)
    #expect(metrics["runrate_lines_total", #"{result="accepted"}"#] == 12)
    let report = bench.runrate(
      "report", "--config", config, "--as-of", "2026-05-11", "--metrics", path)
    #expect(report.isReported)
    metrics = try self.metrics()
    #expect(metrics["runrate_run_lines", #"{result="accepted"}"#] == nil)
    #expect(metrics["runrate_last_success_timestamp_seconds"] != nil)
    #expect(metrics["runrate_paying_subscribers"] == 11)
  }

  @Test("A run that fails says so, and leaves the figures and alerts of the last report")
  func failure() throws {
    night()
    let before = try metrics()
    try bench.write(String(repeating: "oops\n", count: 100), to: "logs/b.ndjson")
    #expect(night().code == .badData)
    let after = try metrics()
    #expect(after["runrate_last_run_exit_code"] == 65)
    #expect(after["runrate_run_lines", #"{result="rejected"}"#] == 100)
    for name in ["runrate_last_success_timestamp_seconds", "runrate_alert_worst"] {
      #expect(after[name] != nil && after[name] == before[name])
    }
    #expect(
      before.samples.count { $0.metric == "runrate_alert_state" }
        == after.samples.count { $0.metric == "runrate_alert_state" })
  }

  @Test("A first run that fails leaves a file that says so and no more")
  func firstFailure() throws {
    #expect(bench.runrate("run", bench.path("none"), "--metrics", path).code == .noInput)
    let metrics = try metrics()
    #expect(metrics["runrate_last_run_exit_code"] == 66)
    #expect(metrics["runrate_alert_worst"] == nil)
  }

  @Test("The file is replaced in one step, readable for node_exporter, and nothing stays beside it")
  func replaced() throws {
    let mask = umask(0o077)
    defer { umask(mask) }
    for _ in 1...2 { night() }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.path("node"))
    #expect(names.sorted() == ["other.prom", "runrate.prom"])
  }

  @Test("Without its folder, or with another ending, nothing is begun")
  func refused() throws {
    let missing = bench.runrate(
      "run", bench.path("logs"), "--metrics", bench.path("no/runrate.prom"))
    #expect(missing.code == .cannotWrite)
    #expect(missing.errors.contains("no/, the folder of --metrics, does not exist"))
    #expect(missing.errors.contains("--collector.textfile.directory"))
    let ending = bench.runrate("run", bench.path("logs"), "--metrics", bench.path("node/a.txt"))
    #expect(ending.code == .usage)
    #expect(ending.errors.contains("a.txt does not end with .prom"))
    #expect(!bench.exists("runrate.db"))
  }

  @Test("A file that is there and cannot be read is no first file: nothing is begun")
  func unreadable() throws {
    let folder = bench.path("node/folder.prom")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let answer = bench.runrate("run", bench.path("logs"), "--metrics", folder)
    #expect(answer.code == .noInput)
    #expect(answer.errors.contains("folder.prom cannot be read: Is a directory"))
    #expect(!bench.exists("runrate.db"))
  }

  @Test("A file with bytes that are no text keeps the figures of the last report, too")
  func damaged() throws {
    night()
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    try (content + [0xFF, 10]).write(to: URL(fileURLWithPath: path))
    #expect(bench.runrate("run", bench.path("none"), "--metrics", path).code == .noInput)
    #expect(try bench.read("node/runrate.prom").contains("runrate_paying_subscribers 10"))
  }

  @Test("It tells of a report of everything only")
  func conflicts() {
    night()
    for more in [["--where", "country=DE"], ["--from", "2026-05-02"]] {
      let answer = bench.runrate(["report", "--metrics", path] + more)
      #expect(answer.code == .usage)
      #expect(answer.errors.contains("\(more[0]) and --metrics exclude each other"))
    }
  }

  @Test(
    "promtool finds nothing to complain of (skipped where it is not installed)",
    .enabled(if: Tool.isInstalled("promtool"), "NOT RUN: promtool is not installed"))
  func promtool() throws {
    night()
    let answer = try Tool.run("sh", ["-c", "promtool check metrics < '\(path)'"])
    #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.output)\(answer.errors)")
  }

  @Test("The dashboard shows metrics that a night writes, and all that stand for one figure")
  func dashboard() throws {
    let text = try String(
      contentsOfFile: Binary.home + "/Packaging/grafana-dashboard.json", encoding: .utf8)
    let dashboard = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let panels = try #require(dashboard?["panels"] as? [[String: Any]])
    #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
    let shown = Set(text.matches(of: /runrate_[a-z0-9_]+/).map { String($0.output) })
    let written = try Set(sampleNight().types.keys)
    #expect(shown.isSubset(of: written), "\(shown.subtracting(written))")
    // What several files of the last report say, and what only rules are made of.
    let others = [
      "runrate_alert_acknowledged", "runrate_lines_total", "runrate_run_duration_seconds",
      "runrate_last_run_timestamp_seconds", "runrate_arr",
    ]
    #expect(written.subtracting(shown).sorted() == others.sorted())
  }

  /// A log with trials that have ended, payments and customers who left.
  private func sampleNight() throws -> PrometheusText {
    let log = bench.path("simulated")
    _ = bench.run(["simulate", "--events", "20000", "--seed", "3", "--output", log])
    bench.runrate([
      "run", log, "--config", log + "/runrate.json5", "--as-of", "newest", "--format", "csv",
      "--metrics", path,
    ])
    return try metrics()
  }
}
