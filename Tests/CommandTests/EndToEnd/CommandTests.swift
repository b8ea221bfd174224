import Foundation
import SQLite
import Testing
import Values

@testable import Command

@Suite struct CommandTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  @Test("run without logs reports on what is there")
  func runWithoutLogs() throws {
    let log = try bench.write(purchases(1...3), to: "a.ndjson")
    #expect(bench.runrate("ingest", log).code == .allWell)
    #expect(bench.runrate("run", "--as-of", "2026-05-03").isReported)
    #expect(bench.exists("reports/2026-05-03/summary.md"))
  }

  @Test("A changed ingest configuration asks for ingest --again until that has been done")
  func changedConfiguration() throws {
    let log = try bench.write(
      purchases(1...3).replacing("\"purchased\"", with: "\"bought\""), to: "a.ndjson")
    let old = try bench.write("{}", to: "old.json5")
    let new = try bench.write("{ eventNames: { bought: \"purchased\" } }", to: "new.json5")
    let asks = "ingest --again"
    #expect(!bench.runrate("ingest", log, "--config", old).errors.contains(asks))
    #expect(bench.runrate("ingest", log, "--config", new).errors.contains(asks))
    #expect(bench.runrate("ingest", log, "--config", new).errors.contains(asks))
    #expect(!bench.runrate("ingest", log, "--config", old).errors.contains(asks))
    let again = bench.runrate("ingest", log, "--again", "--config", new)
    #expect(!again.errors.contains(asks))
    #expect(again.errors.contains("3 accepted"))
    #expect(!bench.runrate("ingest", log, "--config", new).errors.contains(asks))
  }

  @Test("A product of the configuration is that of the log, in whatever form letters are written")
  func letters() throws {
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
    for (inLog, inConfig) in [(composed, decomposed), (decomposed, composed)] {
      let bench = try CLIFixture()
      let log = try bench.write(
        purchases(1...3).replacing("pro.monthly", with: inLog), to: "a.ndjson")
      let config = try bench.write(
        "{ products: { '\(inConfig)': { tier: '\(inConfig)', period: 'P1M', price: '9.99' } } }",
        to: "c.json5")
      let answer = bench.runrate("run", log, "--config", config, "--as-of", "2026-05-20")
      #expect(answer.isReported, "\(answer.errors)")
      let movements = try bench.read("reports/2026-05-20/csv/mrr_movements.csv")
      #expect(movements.utf8.contains("2026-05,product,\(composed),0.00,29.97,".utf8))
    }
  }

  @Test("status says what is there, for people and for programs")
  func status() throws {
    let log = try bench.write(
      purchases(1...3) + purchases(6...6) + "oops\n{\"event\":\"\\u001b[31m\",\"timestamp\":1}\n",
      to: "a.ndjson")
    bench.runrate("run", log, "--as-of", "2026-05-20")
    let text = bench.runrate("status").output
    #expect(text.contains("events              4, 4 user ids, 4 customers\n"))
    #expect(text.contains("newest event        2026-05-06T10:00:00.000Z ("))
    #expect(text.contains("reported up to      2026-05-20\n"))
    #expect(text.contains("days without events 2, the newest is 2026-05-05\n"))
    #expect(text.contains("rejected lines      1: not-json 1\n"))
    #expect(text.contains("ignored lines       1: \\u001b[31m 1\n"))
    #expect(text.contains("6 lines: 4 accepted, 0 duplicate, 1 ignored, 1 rejected\n"))
    let json = try object(bench.runrate("status", "--json").output)
    #expect(json["events"] as? Int == 4)
    #expect(json["days_without_events"] as? Int == 2)
    #expect((json["rejected"] as? [String: Int]) == ["not-json": 1])
  }

  @Test("A renewal in the last hour of thirty days, one of which has 25 hours, is due in them")
  func longDay() throws {
    // Paid for 30 days twice over, from ten minutes after midnight; clocks go back on 1 November.
    let log = try bench.write(
      purchases(10...10).replacing("2026-05-10T10:00:00Z", with: "2026-09-10T04:10:00Z")
        .replacing("\"price\"", with: "\"period\":\"P30D\",\"price\""), to: "a.ndjson")
    let config = try bench.write("{ timezone: \"America/New_York\" }", to: "c.json5")
    let answer = bench.runrate("run", log, "--config", config, "--as-of", "2026-10-09")
    #expect(answer.isReported, "\(answer.errors)")
    let rows = try bench.read("reports/2026-10-09/csv/upcoming.csv").split(separator: "\n")
    #expect(rows.last?.contains(",2,10.14,19.98,") == true, "\(rows)")
  }

  @Test("With --json a run says what became of the lines, where the report is and what fires")
  func resultAsJSON() throws {
    let log = try bench.write(purchases(1...3) + "oops\n", to: "a.ndjson")
    let read = try object(bench.runrate("ingest", log, "--json").output)
    #expect((read["run"] as? [String: Any])?["accepted"] as? Int == 3)
    #expect(read["report"] is NSNull)
    let ran = try object(bench.runrate("run", log, "--as-of", "2026-05-20", "--json").output)
    #expect((ran["run"] as? [String: Any])?["lines"] as? Int == 0)
    let report = try #require(ran["report"] as? [String: Any])
    #expect(report["folder"] as? String == bench.path("reports/2026-05-20"))
    #expect(report["state"] as? String == "CRITICAL")
    let alerts = try #require(report["alerts"] as? [[String: String]])
    #expect(alerts.map { $0["rule"] } == ["freshness"])
    let again = try object(bench.runrate("report", "--as-of", "2026-05-20", "--json").output)
    #expect(again["run"] is NSNull)
    #expect((again["report"] as? [String: Any])?["as_of"] as? String == "2026-05-20")
    #expect(bench.runrate("report", "--as-of", "2026-05-20").output.isEmpty)
    let compared = bench.runrate("report", "--from", "2026-05-10", "--json")
    #expect(compared.code == .usage)
    #expect(compared.errors.contains("--from and --json exclude each other"))
  }

  @Test(
    "status tells an age in days when it is days",
    arguments: [
      (0, "0 h"), (47, "47 h"), (48, "2 days"), (1234, "51 days"), (30_000, "1,250 days"),
    ])
  func age(hours: Int64, text: String) {
    #expect(StatusReport.duration(hours: hours) == text)
  }

  @Test("A day that the calendar does not have is told as such, a word that is none as another")
  func noSuchDay() {
    let impossible = bench.runrate("run", "--as-of", "2026-02-30")
    #expect(impossible.code == .usage)
    #expect(impossible.errors.contains("--as-of cannot be 2026-02-30: there is no such day"))
    let until = bench.runrate("ack", "freshness", "--why", "x", "--until", "2026-13-01")
    #expect(until.errors.contains("--until cannot be 2026-13-01: there is no such day"))
    #expect(bench.runrate("run", "--as-of", "tomorrow").errors.contains("expected YYYY-MM-DD"))
  }

  @Test("A value that no customer has is answered with those that some have, the nearest first")
  func nearestValues() throws {
    let lines = zip(["DE", "GE", "US"], 1...3).map { country, day in
      "{\"event\":\"app_installed\",\"timestamp\":\"2026-05-0\(day)T10:00:00Z\","
        + "\"user_id\":\"u\(day)\",\"country\":\"\(country)\"}\n"
    }
    let log = try bench.write(lines.joined() + purchases(4...4), to: "a.ndjson")
    bench.runrate("run", log, "--as-of", "2026-05-20")
    let answer = bench.runrate("explain", "daily.mrr", "--where", "country=Germany")
    #expect(answer.code == .usage)
    #expect(answer.errors.contains("nothing has the country \"Germany\""))
    let nearest = ["GE", "DE", "US", "(none)"].map { "daily.mrr country=\($0)" }
    #expect(answer.errors.contains("hint: the nearest is " + nearest.joined(separator: ", ")))
  }

  @Test("run.json has a line an input with its hash, those that have not changed behind the others")
  func inputs() throws {
    let logs = [
      try bench.write(purchases(1...3), to: "logs/a.ndjson"),
      try bench.write(purchases(4...5), to: "logs/b.ndjson"),
    ]
    bench.runrate("run", logs[0], "--as-of", "2026-05-19")
    bench.runrate("run", logs[1], "--as-of", "2026-05-20")
    let text = try bench.read("reports/2026-05-20/run.json")
    let lines = text.split(separator: "\n").filter { $0.contains(".ndjson") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("b.ndjson\",\"status\":\"read\"") == true)
    #expect(lines.last?.contains("a.ndjson\",\"status\":\"unchanged\"") == true)
    #expect(lines.allSatisfy { $0.contains(/"hash":"[0-9a-f]{32}"/) })
    #expect(text.contains("\"unchanged\": {\"inputs\":1,\"read\":3,\"accepted\":3,"))
    _ = try object(text)
  }

  @Test("rejected gives every line back with its place, as NDJSON or CSV")
  func rejected() throws {
    let good = purchases(1...1)
    let log = try bench.write(
      Array(good.utf8) + Array("=oops, \"x\"\n".utf8) + [0xFF, 0xFE, 10], to: "a.ndjson")
    bench.runrate("ingest", log)
    let lines = bench.runrate("rejected").output.split(separator: "\n").map(String.init)
    let first = try object(lines[0])
    #expect(first["file"] as? String == log)
    #expect(first["line"] as? Int == 2)
    #expect(first["byte_offset"] as? Int == good.utf8.count)
    #expect(first["reason"] as? String == "not-json")
    #expect(first["raw"] as? String == "=oops, \"x\"")
    #expect(try object(lines[1])["raw_base64"] as? String == "//4=")
    #expect(bench.runrate("rejected", "--json").output.split(separator: "\n").count == 2)
    let table = bench.runrate("rejected", "--format", "csv").output
    #expect(table.contains(",\"not-json\",\"\",\"'=oops, \"\"x\"\"\"\n"))
    #expect(bench.runrate("rejected", "--format", "xlsx").code == .usage)
  }

  @Test("The views show people, payments and access with names and dates")
  func views() throws {
    let config = try bench.write(onePlan + "}", to: "c.json5")
    let log = try bench.write(purchases(1...3), to: "a.ndjson")
    bench.runrate("run", log, "--config", config, "--as-of", "2026-05-20")
    let database = try Database(path: bench.database, mode: .readOnly)
    func first(_ query: String) throws -> [String] {
      try database.rows(query) { row in
        row.columnNames.indices.map { row.text(Int32($0)) }
      }.first ?? []
    }
    #expect(
      try first("SELECT customer, day, product, tier, period, gross FROM charges ORDER BY day")
        == ["user-1", "2026-05-01", "pro.monthly", "pro", "P1M", "9.99"])
    #expect(
      try first("SELECT customer, kind, starts_at, mrr, last_active_day FROM coverages LIMIT 1")
        .count == 5)
    #expect(try first("SELECT net_revenue FROM customers WHERE customer = 'user-2'") == ["9.99"])
    #expect(
      try first(
        "SELECT sum(new_mrr) FROM movements_by_day WHERE dimension = 'all' AND day < '2026-05-03'")
        == ["19.98"])
    for view in try database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'view'", { $0.text(0) })
    {
      _ = try first("SELECT * FROM \(view)")
    }
  }

  @Test("The view of coverages names what each row is, add-ons too")
  func coverageKinds() throws {
    let config = try bench.write(
      """
      {products: {
        p: {tier: "pro", group: "g", period: "P1M", price: 9, currency: "USD"},
        child: {tier: "child", price: 4, currency: "USD", addOn: {period: "P1M", of: "g"}},
      }}
      """, to: "c.json5")
    let events = [
      #""event":"trial_started","timestamp":"2026-05-01T09:00:00Z","user_id":"a","product_id":"p","expires_at":"2026-05-08T09:00:00Z""#,
      #""event":"purchased","timestamp":"2026-05-08T09:00:00Z","user_id":"a","product_id":"p","transaction_id":"1","price":9,"currency":"USD""#,
      #""event":"purchased","timestamp":"2026-05-09T09:00:00Z","user_id":"a","product_id":"child","transaction_id":"2","price":4,"currency":"USD""#,
      #""event":"refunded","timestamp":"2026-05-12T09:00:00Z","user_id":"a","product_id":"p","transaction_id":"1""#,
      #""event":"access_granted","timestamp":"2026-05-13T09:00:00Z","user_id":"b","expires_at":"2026-05-19T09:00:00Z""#,
      #""event":"access_revoked","timestamp":"2026-05-14T09:00:00Z","user_id":"b""#,
      #""event":"offer_redeemed","timestamp":"2026-05-01T09:00:00Z","user_id":"c","product_id":"p","price":0,"currency":"USD","offer_code":"FREE""#,
    ]
    let log = try bench.write(
      events.enumerated().map { "{\"event_id\":\"\($0)\",\($1)}\n" }.joined(), to: "a.ndjson")
    let answer = bench.runrate("run", log, "--config", config, "--as-of", "2026-05-20")
    #expect(answer.isReported, "\(answer.errors)")
    let rows = try Database(path: bench.database, mode: .readOnly).rows(
      "SELECT customer, kind, coalesce(stopped_by, '') FROM coverages ORDER BY customer, number"
    ) { row in (0..<3).map { row.text($0) }.joined(separator: " ") }
    #expect(
      rows == ["a trial ", "a paid refunded", "a add_on ", "b grant revoked", "c free "])
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
