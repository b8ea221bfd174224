import Foundation
import SQLite
import Testing
import Values

@testable import Command

/// `report --where`: the report of one segment by itself.
@Suite struct SegmentReportTests {
  private let bench: CLIFixture
  private let asOf = "2026-05-20"

  init() throws {
    bench = try CLIFixture()
    try bench.write(onePlan + "}", to: "c.json5")
    let log = (1...20).map { day in
      """
      {"event":"purchased","timestamp":"2026-05-\(padded(day, 2))T10:00:00Z","event_id":"e\(day)",\
      "user_id":"user-\(day % 12)","app":"\(day % 3 == 0 ? "com.fit" : "com.food")",\
      "country":"\(day % 2 == 0 ? "DE" : "US")","product_id":"pro.monthly",\
      "transaction_id":"t\(day)","price":9.99,"currency":"USD"}

      """
    }.joined()
    try bench.write(log, to: "log.ndjson")
    run("run", bench.path("log.ndjson"), "--details", "all")
  }

  @discardableResult
  private func run(_ arguments: String...) -> CLIFixture.Answer {
    bench.runrate(arguments + ["--config", bench.path("c.json5"), "--as-of", asOf])
  }

  private func rows(_ name: String) throws -> [[String: String]] {
    let lines = try bench.read(name).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  @Test(
    "Its days are the segment's days in the report of everything",
    arguments: ["app=com.fit", "app=com.food", "country=DE", "platform=(none)"])
  func sameFigures(segment: String) throws {
    #expect(run("report", "--where", segment).code == .allWell)
    let folder = segment.replacing("(", with: "%28").replacing(")", with: "%29")
    let parts = segment.split(separator: "=").map(String.init)
    let days = try rows("reports/\(folder)/latest/csv/daily.csv")
    let expected = try rows("reports/\(asOf)/csv/daily_segments.csv").filter {
      $0["dimension"] == parts[0] && $0["value"] == parts[1]
    }
    #expect(expected.count == 20)
    for row in expected {
      let day = try #require(days.first { $0["date"] == row["date"] })
      for column in ["mrr", "subscribers", "charges", "net_revenue"] {
        #expect(day[column] == row[column], "\(column) of \(row["date"] ?? "")")
      }
    }
    let summary = try bench.read("reports/\(folder)/latest/summary.md")
    #expect(summary.contains("Only \(segment); lines, files and freshness"))
    #expect(summary.contains(" checks passed"))
  }

  @Test("It leaves the report of everything, its alerts and what was published as they were")
  func leavesTheRest() throws {
    let state = { [bench] in
      try Database(path: bench.database, mode: .readOnly).rows(
        "SELECT group_concat(rule || state) FROM alert_state UNION ALL "
          + "SELECT group_concat(figure || value) FROM published_figure UNION ALL "
          + "SELECT rules || as_of_day FROM fold_state UNION ALL SELECT count(*) FROM charge"
      ) { $0.text(0) }
    }
    let (before, summary) = (try state(), try bench.read("reports/latest/summary.md"))
    #expect(run("report", "--where", "country=DE").code == .allWell)
    #expect(try state() == before)
    #expect(try bench.read("reports/latest/summary.md") == summary)
    #expect(bench.exists("reports/country=DE/latest/index.html"))
    #expect(!bench.exists("reports/country=DE/latest/alerts.md"))
  }

  @Test("Apps are compared where there are several, and only there")
  func comparison() throws {
    let details = try bench.read("reports/latest/details.md")
    #expect(details.contains("| App "))
    #expect(details.contains("| com.food |"))
    #expect(try bench.read("reports/latest/index.html").contains("<summary>Apps</summary>"))
    run("report", "--where", "app=com.fit")
    let one = try bench.read("reports/app=com.fit/latest/details.md")
    #expect(!one.contains("| App "))
    #expect(
      try rows("reports/app=com.fit/latest/csv/revenue.csv").allSatisfy { $0["dimension"] != "app" }
    )
  }

  @Test("One app in the log changes nothing: only where there are two is app a dimension")
  func oneApp() throws {
    let other = try CLIFixture()
    try other.write(onePlan + "}", to: "c.json5")
    let named = purchases(1...20).replacing("{\"event\"", with: "{\"app\":\"com.fit\",\"event\"")
    for (name, log) in [("with", named), ("without", purchases(1...20))] {
      try other.write(log, to: "\(name).ndjson")
      let answer = Program.run(
        [
          "run", other.path("\(name).ndjson"), "--config", other.path("c.json5"), "--as-of", asOf,
          "--database", other.path("\(name).db"), "--reports", other.path(name), "--format", "csv",
        ], on: Recording().console(environment: [:]))
      #expect(answer.rawValue <= ExitCode.unjudged.rawValue)
    }
    for file in ["daily", "daily_segments", "mrr_movements", "funnel", "ltv", "churn", "revenue"] {
      let path = "\(asOf)/csv/\(file).csv"
      #expect(try other.read("with/\(path)") == other.read("without/\(path)"))
    }
  }

  @Test("A value that is nobody's first is not suggested, but explained; nor is one of a later day")
  func nobodysFirst() throws {
    let second = { (name: String, value: String) in
      """
      {"event":"app_session","timestamp":"2026-05-20T12:00:00Z","user_id":"user-\(name)",\
      "\(name)":"first"}
      {"event":"app_session","timestamp":"2026-05-20T13:00:00Z","user_id":"user-\(name)",\
      "\(name)":"\(value)"}

      """
    }
    let names = ["country", "channel", "campaign", "platform"]
    try bench.write(names.map { second($0, "second") }.joined(), to: "second.ndjson")
    #expect(run("run", bench.path("second.ndjson")).isReported)
    for name in names {
      let answer = run("report", "--where", "\(name)=second")
      #expect(answer.code == .noInput)
      let expected = "the log has \(name)=second, but it is nobody's first \(name)"
      #expect(answer.errors.contains(expected), "\(answer.errors)")
      #expect(answer.errors.contains("there are "), "\(answer.errors)")
      #expect(answer.errors.contains("first") && !answer.errors.contains("did you mean"))
      let early = bench.runrate(
        "report", "--where", "\(name)=first", "--config", bench.path("c.json5"), "--as-of",
        "2026-05-10")
      #expect(early.code == .noInput)
      #expect(early.errors.contains("there is nobody with \(name)=first yet on this day"))
      #expect(early.errors.contains("--as-of") && !early.errors.contains("did you mean"))
    }
  }

  @Test("What cannot be a report says why")
  func mistakes() {
    let unknown = run("report", "--where", "app=com.fitt")
    #expect(unknown.code == .noInput)
    #expect(unknown.errors.contains("there is nobody with app=com.fitt"))
    #expect(unknown.errors.contains("did you mean com.fit?"))
    let product = run("report", "--where", "product=pro.monthly")
    #expect(product.code == .usage)
    #expect(product.errors.contains("NAME one of app, country, channel, campaign, platform"))
    #expect(run("report", "--where", "country").code == .usage)
  }
}
