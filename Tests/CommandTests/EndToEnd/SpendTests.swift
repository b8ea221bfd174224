import Testing

@testable import Command

/// Costs of advertising find the customers that they brought.
@Suite struct SpendTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  /// `spend`: rows behind the date.
  private func run(_ spend: String..., channels: [(String, String)]) throws -> CLIFixture.Answer {
    let lines = channels.enumerated().map { number, origin in
      """
      {"event":"app_installed","timestamp":"2026-04-03T10:0\(number):00Z","user_id":"u\(number)",\
      "channel":"\(origin.0)","campaign":"\(origin.1)"}
      """
    }
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "logs/a.ndjson")
    try bench.write(
      "date,channel,campaign,currency,amount\n" + spend.map { "2026-04-01,\($0)\n" }.joined(),
      to: "spend.csv")
    let config = try bench.write("{spend: 'spend.csv'}", to: "c.json5")
    return bench.runrate("run", log, "--config", config, "--as-of", "2026-04-30")
  }

  private func costs() throws -> [String] {
    try bench.read("reports/2026-04-30/csv/acquisition_cost.csv").split(separator: "\n")
      .dropFirst().map { $0.split(separator: ",")[1...4].joined(separator: ",") }
  }

  @Test("Case and spaces make no difference; the log's spelling stands in the report")
  func spelling() throws {
    let answer = try run(
      "Google,Spring,USD,100", " GOOGLE ,spring ,USD,20", "google,,USD,5",
      channels: [("google", "spring"), ("google", "spring")])
    #expect(
      try costs() == [
        "all,all,125.00,2", "google,all,125.00,2", "google,(none),5.00,0", "google,spring,120.00,2",
      ])
    #expect(!answer.errors.contains("brought no customer"), "\(answer.errors)")
  }

  @Test("Of two spellings in the log the same one is meant, else that of most customers")
  func severalSpellings() throws {
    _ = try run(
      "Google,a,USD,1", "GOOGLE,a,USD,2",
      channels: [("Google", "a"), ("google", "a"), ("google", "a")])
    #expect(
      try costs() == [
        "all,all,3.00,3", "Google,all,1.00,1", "Google,a,1.00,1", "google,all,2.00,2",
        "google,a,2.00,2",
      ])
  }

  @Test("What brought nobody is told on stderr, in the data quality and by doctor")
  func unmatched() throws {
    let answer = try run(
      "Google,Sumer,USD,30", "Bing,,USD,120", "Google,Spring,USD,10",
      channels: [("google", "spring")])
    let text = "120.00 USD on Bing, 30.00 USD on Google / Sumer"
    let item = "channels and campaigns of spend that brought no customer"
    #expect(answer.errors.contains("warning: \(item): 2; \(text)"), "\(answer.errors)")
    let quality = try bench.read("reports/2026-04-30/csv/data_quality.csv")
    #expect(quality.contains("doubt,\(item),2,,\"\(text)\""), "\(quality)")
    let config = bench.path("c.json5")
    let doctor = bench.runrate("doctor", "--config", config).output
    #expect(doctor.contains("brought no customer: \(text)"), "\(doctor)")
    #expect(try costs().contains("google,Sumer,30.00,0"))
  }

  @Test("Spend that is written twice counts twice, and is told")
  func repeated() throws {
    let answer = try run(
      "google,Spring,usd,100", "google,Spring,USD,100", "google,Spring,USD,50",
      channels: [("google", "Spring")])
    let text = "each counts; the first is 100.00 USD on google on 2026-04-01"
    let item = "rows of spend that say what another one says"
    #expect(answer.errors.contains("warning: \(item): 1; \(text)"), "\(answer.errors)")
    #expect(try costs().contains("google,Spring,250.00,1"))
  }

  @Test("Spend without an exchange rate is told, as costs are too low")
  func withoutRate() throws {
    let answer = try run(
      "Google,Spring,USD,10", "Google,Spring,JPY,9000", channels: [("google", "spring")])
    let item = "rows of spend without an exchange rate"
    let text = "in JPY: costs are too low until exchangeRates has it"
    #expect(answer.errors.contains("warning: \(item): 1; \(text)"), "\(answer.errors)")
    let doctor = bench.runrate("doctor", "--config", bench.path("c.json5")).output
    #expect(doctor.contains("1 row without an exchange rate"), "\(doctor)")
    #expect(try costs().contains("google,spring,10.00,1"))
  }
}
