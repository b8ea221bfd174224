import Testing
import Values

@testable import Command

/// `opening`: the subscriptions from before the log.
@Suite struct OpeningTests {
  private let bench: CLIFixture

  init() throws {
    bench = try CLIFixture()
    try bench.write(onePlan + #"opening: "opening.csv" }"#, to: "c.json5")
    try bench.write(purchases(1...3), to: "a.ndjson")
  }

  private func run(_ rows: String, log: String? = nil) throws -> CLIFixture.Answer {
    try bench.write(
      "customer,product,since,paid_until,price,currency\n" + rows, to: "opening.csv")
    let logs = log.map { [bench.path($0)] } ?? []
    return bench.runrate(
      ["run"] + logs + ["--config", bench.path("c.json5"), "--as-of", "2026-05-10"])
  }

  /// The first two cells of daily.csv: day and MRR.
  private var days: [String] {
    get throws {
      try bench.read("reports/2026-05-10/csv/daily.csv").split(separator: "\n").dropFirst()
        .map { $0.split(separator: ",").prefix(2).joined(separator: " ") }
    }
  }

  @Test("Another file gives other figures, and the report says how many were there before")
  func otherFile() throws {
    let both =
      "a,pro.monthly,2026-01-07,2026-06-07,20,USD\nb,pro.monthly,2026-04-02,2026-05-04,5,USD\n"
    let answer = try run(both, log: "a.ndjson")
    #expect(answer.isReported, "\(answer.errors)")
    #expect(answer.errors.contains("2 subscriptions from before 2026-05-01"))
    #expect(
      try days.prefix(6) == [
        "2026-05-01 34.99", "2026-05-02 44.98", "2026-05-03 54.97", "2026-05-04 54.97",
        "2026-05-05 54.97", "2026-05-06 49.97",
      ])
    let summary = try bench.read("reports/2026-05-10/summary.md")
    #expect(summary.contains("2 customers with a subscription from before the log"))
    #expect(try run("a,pro.monthly,2026-01-07,2026-06-07,20,USD\n").isReported)
    #expect(try days.prefix(1) == ["2026-05-01 29.99"])
    #expect(try run("").isReported)
    #expect(try days.prefix(1) == ["2026-05-01 9.99"])
  }

  @Test("Stripe's list of subscriptions is the same opening as the rows of a file")
  func stripeList() throws {
    let list =
      #"{"object":"list","has_more":false,"data":[{"object":"subscription","customer":"a","status":"active","currency":"usd","start_date":1767780000,"current_period_end":1780826400,"items":{"data":[{"price":{"id":"pro.monthly","unit_amount":2000},"quantity":1}]}}]}"#
    try bench.write(onePlan + #"opening: "opening.json" }"#, to: "c.json5")
    try bench.write(list, to: "opening.json")
    let answer = bench.runrate(
      "run", bench.path("a.ndjson"), "--config", bench.path("c.json5"), "--as-of", "2026-05-10")
    #expect(answer.errors.contains("1 subscription from before 2026-05-01"), "\(answer.errors)")
    #expect(try days.prefix(1) == ["2026-05-01 29.99"])
  }

  @Test("A mistake is told with file, line and column, and nothing is read or written")
  func mistake() throws {
    let answer = try run("a,pro.montly,2026-01-07,2026-06-07,20,USD\n", log: "a.ndjson")
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("opening.csv:2: product is"), "\(answer.errors)")
    #expect(answer.errors.contains("a product of the catalogue, such as pro.monthly"))
    #expect(!bench.exists("runrate.db"))
  }

  @Test("Who is purged is not taken from the file again")
  func purge() throws {
    let rows = "user-2,pro.monthly,2026-01-07,2026-05-02,20,USD\n"
    #expect(try run(rows, log: "a.ndjson").isReported)
    #expect(try days.prefix(1) == ["2026-05-01 29.99"])
    let answer = bench.runrate(
      "purge", "--customer", "user-2", "--config", bench.path("c.json5"))
    #expect(answer.code == .allWell, "\(answer.errors)")
    #expect(answer.errors.contains("opening.csv still names 1 customer who is purged"))
    let after = try run(rows)
    #expect(after.errors.contains("0 subscriptions from before 2026-05-01, 1 left out"))
    #expect(try days.prefix(1) == ["2026-05-01 29.99"], "no name, and the same balance")
    #expect(try run("").isReported)
    #expect(try days.prefix(1) == ["2026-05-01 9.99"], "without the setting's rows nothing is left")
  }

  @Test("What has no rate on the first day is named above every figure that it is missing in")
  func withoutRate() throws {
    let rows = "a,pro.monthly,2026-01-07,2026-06-07,20,NOK\n"
    let answer = try run(rows, log: "a.ndjson")
    #expect(answer.errors.contains("no exchange rate of NOK on 2026-05-01"), "\(answer.errors)")
    let summary = try bench.read("reports/2026-05-10/summary.md")
    #expect(summary.contains("No exchange rate for NOK."))
    #expect(summary.contains("1 payer from before the log is left out of MRR and subscribers."))
    #expect(summary.contains("from 2026-05-01 on"))
    let table = try bench.read("reports/2026-05-10/csv/missing_rates.csv")
    #expect(
      table.split(separator: "\n").dropFirst().map(String.init) == [
        "all,0,0,,1,,", "NOK,0,0,0.00,1,,",
      ])
  }

  @Test("A word that is nobody's id is none here either")
  func noID() throws {
    let answer = try run("null,pro.monthly,2026-01-07,2026-06-07,20,USD\n", log: "a.ndjson")
    #expect(answer.code == .badData)
    #expect(
      answer.errors.contains(
        #"opening.csv:2: customer is "null", expected the id of one customer"#),
      "\(answer.errors)")
  }

  @Test("A customer's history begins with what he had, which is MRR and no charge")
  func history() throws {
    #expect(
      try run("ann,pro.monthly,2026-01-07,2026-06-07,20,USD\n", log: "a.ndjson").isReported)
    let story = bench.runrate("customer", "ann", "--config", bench.path("c.json5")).output
    #expect(story.contains("MRR $20.00; 0 charges, $0.00 net of refunds"), "\(story)")
    #expect(story.contains("subscribed before the log pro.monthly 20 USD"), "\(story)")
    #expect(story.contains("no charge of the log for P1M, MRR $20.00"), "\(story)")
    #expect(story.contains("end of 2026-05-01: MRR $20.00 (opening +$20.00)"), "\(story)")
  }
}
