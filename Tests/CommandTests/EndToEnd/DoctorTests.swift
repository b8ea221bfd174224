import Foundation
import Support
import Testing
import Values

@testable import Command

/// What `doctor` finds, and what it says mends it.
@Suite struct DoctorTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  /// One person who pays every month, the newest month of today.
  private func log(
    price: String = "9.99", currency: String = "USD", product: String = "pro.monthly"
  )
    -> String
  {
    let format = ISO8601DateFormatter()
    return (0..<40).reversed().map { day in
      let time = format.string(from: Date(timeIntervalSinceNow: -86_400 * Double(day) - 3_600))
      return """
        {"event":"purchased","timestamp":"\(time)","user_id":"u\(day)","product_id":"\(product)",\
        "transaction_id":"t\(day)","price":\(price),"currency":"\(currency)","period":"P1M"}

        """
    }.joined()
  }

  private func config(_ more: String = "") throws -> String {
    try bench.write(
      onePlan
        + "funnels: [{name: 'acquisition', steps: ['purchased']}, "
        + "{name: 'trial', steps: ['purchased']}, {name: 'paywall', steps: ['purchased']}],"
        + more + "}", to: "runrate.json5")
  }

  private func doctor(after log: String, _ config: String) throws -> (
    CLIFixture.Answer, [String: String]
  ) {
    let file = try bench.write(log, to: "a.ndjson")
    bench.runrate("run", file, "--config", config)
    return try doctor(config)
  }

  private func doctor(_ config: String) throws -> (CLIFixture.Answer, [String: String]) {
    let answer = bench.runrate("doctor", "--json", "--config", config)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    let checks = try #require(json["checks"] as? [[String: Any]])
    let found = checks.map { check in
      let message = check["message"] as? String ?? ""
      return (check["name"] as? String ?? "", "\(check["status"] as? String ?? ""): \(message)")
    }
    return (answer, Dictionary(found, uniquingKeysWith: { $0 + "\n" + $1 }))
  }

  @Test("Ids that differ in case alone are named")
  func spellings() throws {
    let twice = log() + log().replacing("u1\"", with: "U1\"")
    let (_, checks) = try doctor(after: twice, config())
    #expect(checks["ids"]?.contains("1 id as another one but for its case") == true)
  }

  @Test("Of an installation that is well, everything is fine and the answer is 0")
  func well() throws {
    let (answer, checks) = try doctor(after: log(), try config())
    #expect(checks.values.allSatisfy { $0.hasPrefix("fine: ") }, "\(checks)")
    #expect(answer.code == .allWell)
  }

  @Test("Before the first run it says that there is no database, and how to make one")
  func noDatabase() throws {
    let answer = bench.runrate("doctor", "--config", try config())
    #expect(answer.code == .critical)
    #expect(answer.output.contains("there is no \(bench.database)"))
    #expect(answer.output.contains("→ runrate run LOGS makes it"))
    #expect(!bench.exists("runrate.db"), "looking makes nothing")
  }

  @Test("A path of fieldNames that no line has is named, until one has it")
  func deadPath() throws {
    let dead = try config("fieldNames: {'payload.where.land': 'country'}")
    let (_, checks) = try doctor(after: log(), dead)
    #expect(checks["paths"] == "look: no line has payload.where.land, which fieldNames names")
    let found = log().replacing(
      "\"currency\"", with: "\"payload\":{\"where\":{\"land\":\"DE\"}},\"currency\"")
    let (_, after) = try doctor(after: found, dead)
    #expect(after["paths"] == nil)
    let (_, without) = try doctor(try config())
    #expect(without["paths"] == nil)
  }

  @Test("Payments that nothing prices are broken: the report would show no money")
  func unpriced() throws {
    let lines = log().replacing(/"price":9.99,"currency":"USD",/, with: "")
    let config = try bench.write(
      "{ products: { 'pro.monthly': { period: 'P1M' } } }", to: "unpriced.json5")
    let (answer, checks) = try doctor(after: lines, config)
    #expect(answer.code == .critical)
    #expect(
      checks["payments"]
        == "broken: 40 payments without a price: of pro.monthly; they count as nothing")
  }

  @Test("Few events leave days empty, and nobody has to look; a hole in many does")
  func gaps() throws {
    let days = log().split(separator: "\n")
    let sparse = days.enumerated().filter { $0.offset % 8 == 7 }.map { $0.element + "\n" }.joined()
    #expect(try doctor(after: sparse, try config()).1["gaps"]?.hasPrefix("fine: 28 days") == true)
    let dense = (0..<8).flatMap { copy in
      days.filter { !$0.contains(#""t20""#) }
        .map { $0.replacing(/"(u|t)(\d+)"/) { "\"\($0.1)\($0.2)-\(copy)\"" } + "\n" }
    }.joined()
    let holed = try CLIFixture()
    let file = try holed.write(dense, to: "b.ndjson")
    holed.runrate("run", file, "--config", try config())
    let answer = holed.runrate("doctor", "--config", try config())
    #expect(answer.output.contains("1 day without events"), "\(answer.output)")
  }

  @Test("What a dialect ignores on purpose looks like nothing else; the usual funnels may wait")
  func dialect() throws {
    let lines = """
      {"event":"SUBSCRIPTION_CANCELED/replaced","timestamp":"2026-01-10T10:00:00Z","user_id":"u"}
      {"event":"pruchased","timestamp":"2026-01-10T10:00:00Z","user_id":"u"}

      """
    let (_, checks) = try doctor(after: log() + lines, try config())
    #expect(checks["ignored lines"]?.contains("pruchased (1) like purchased") == true)
    #expect(checks["ignored lines"]?.contains("SUBSCRIPTION_CANCELED") == false)
    let plain = try bench.write(onePlan + "}", to: "plain.json5")
    let usual = try doctor(plain).1["events"]
    #expect(
      usual?.hasPrefix("fine: the usual funnels would show more with app_installed") == true)
  }

  @Test("A log that begins in the middle asks for what was before, and for the same ids there")
  func beginning() throws {
    let renewals = log().replacing("purchased", with: "renewed")
    let (_, checks) = try doctor(after: renewals, try config())
    let found = try #require(checks["before the log"])
    #expect(found.hasPrefix("look: 40 of 40 customers renew, cancel or end what no event began"))
    let head = "customer,product,since,paid_until,price,currency\n"
    func opening(_ prefix: String) -> String {
      head
        + (0..<10).map { "\(prefix)\($0),pro.monthly,2025-01-01,2025-02-01,9.99,USD\n" }.joined()
    }
    try bench.write(opening("account-"), to: "opening.csv")
    let (_, foreign) = try doctor(after: renewals, try config(#"opening: "opening.csv","#))
    #expect(foreign["before the log"]?.hasPrefix("look: 0 of 10 customers") == true, "\(foreign)")
    try bench.write(opening("u"), to: "opening.csv")
    let (_, same) = try doctor(after: renewals, try config(#"opening: "opening.csv","#))
    #expect(same["before the log"]?.hasPrefix("fine: 10 of 10 customers") == true, "\(same)")
  }

  @Test("An id of apps that no event has is told beside those that they have")
  func unseenApp() throws {
    let apps = #"apps: { Fit: ["com.fitt"], Run: ["com.run"] },"#
    let named = log().replacing(#""product_id""#, with: #""app":"com.fit","product_id""#)
    let (_, checks) = try doctor(after: named, try config(apps))
    #expect(
      checks["apps"] == "look: no event is of com.fitt, com.run; events name com.fit", "\(checks)")
  }

  @Test("A broken configuration is told with its place, and the rest is looked at all the same")
  func brokenConfiguration() throws {
    _ = try doctor(after: log(), try config())
    let broken = try bench.write("{ currncy: 'USD' }", to: "broken.json5")
    let (answer, checks) = try doctor(broken)
    #expect(answer.code == .critical)
    #expect(checks["configuration"]?.contains("broken.json5:1:3") == true)
    #expect(checks["database"]?.hasPrefix("fine") == true)
    #expect(checks["products"] == nil, "nothing to compare the events with")
  }

  @Test("A product, a price, a currency or an event that configuration and log tell differently")
  func contradictions() throws {
    let (_, unknown) = try doctor(after: log(product: "pro.weekly"), try config())
    #expect(unknown["products"] == "look: not in the catalogue: pro.weekly (40 payments)")
    let (_, priced) = try doctor(after: log(price: "12.99"), try config())
    #expect(priced["prices"]?.contains("costs 9.99 USD there and 12.99 in most payments") == true)
    let (answer, foreign) = try doctor(after: log(currency: "EUR"), try config())
    #expect(foreign["exchange rates"]?.hasPrefix("broken: no rate: EUR on ") == true)
    #expect(answer.code == .critical)
  }

  @Test("A rate is old only where money was paid more than a week after it")
  func oldRates() throws {
    func day(_ ago: Int) -> String {
      String(
        ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: -86_400 * Double(ago)))
          .prefix(10))
    }
    let config = try config("exchangeRates: 'rates.csv',")
    try bench.write("date,currency,rate\n\(day(41)),EUR,1.1\n", to: "rates.csv")
    let stale = try doctor(after: log(currency: "EUR"), config).1["exchange rates"] ?? ""
    #expect(stale.hasPrefix("look: older ones are used: EUR on 3"), "\(stale)")
    let weekly = [41, 34, 27, 20, 13, 6].map { "\(day($0)),EUR,1.1\n" }.joined()
    try bench.write("date,currency,rate\n" + weekly, to: "rates.csv")
    #expect(try doctor(config).1["exchange rates"]?.hasPrefix("fine: every day with money") == true)
    try bench.write("date,currency,rate\n\(day(41)),EUR,0.92\n", to: "rates.csv")
    let inverted = try doctor(config).1["exchange rates"] ?? ""
    #expect(inverted.hasPrefix("broken: perhaps the other way round: EUR 0.92 on "), "\(inverted)")
  }

  @Test("Funnels that wait for an event which nobody logs")
  func unseenEvents() throws {
    let own = try bench.write(
      onePlan + "funnels: [{name: 'quiz', steps: ['quiz_done', 'purchased']}]}",
      to: "runrate.json5")
    let (_, checks) = try doctor(after: log(), own)
    #expect(checks["events"]?.hasPrefix("look: funnels: quiz waits for quiz_done") == true)
  }

  @Test("Rejected lines are told with the reason and a line, unknown names with what they may mean")
  func rejected() throws {
    let odd = """
      {"event":"purchased","user_id":"x"}
      {"event":"Trial_Begun_Event_Started","timestamp":"2026-01-01T00:00:00Z","user_id":"x"}

      """
    let (_, checks) = try doctor(after: log() + odd, try config())
    let rejected = try #require(checks["rejected lines"])
    #expect(rejected.contains("1 of 42 in the last run: missing-field 1, such as"))
    #expect(rejected.contains(#"a.ndjson:41: {"event":"purchased","user_id":"x"}"#))
    #expect(checks["ignored lines"]?.contains("like trial_started") == true)
  }

  @Test("An address that answers is fine, one that does not is broken; nothing is posted")
  func channels() throws {
    _ = try doctor(after: log(), try config())
    let server = try Server([.status(405)])
    let config = bench.path("runrate.json5")
    let reached = bench.runrate(
      ["doctor", "--config", config], environment: ["RUNRATE_WEBHOOK_URL": server.url()])
    #expect(reached.output.contains("the address answers"))
    #expect(server.requests.allSatisfy { $0.body.isEmpty })
    let lost = bench.runrate(
      ["doctor", "--config", config], environment: ["RUNRATE_SLACK_URL": "http://127.0.0.1:1/x"])
    #expect(lost.code == .critical && lost.output.contains("cannot be reached"))
    #expect(!lost.output.contains("127.0.0.1"), "an address is a secret")
  }
}
