import Testing

@testable import Command

/// Events that no figure counts, because nobody knows their names.
@Suite struct UnknownPaymentTests {
  @Test("Payments under an unknown name are told in the run that leaves them out")
  func payments() throws {
    let bench = try CLIFixture()
    let log = try bench.write(
      ["purchased", "subscription_started", "product_viewed", "level_up"].map(line).joined(),
      to: "a.ndjson")
    let errors = bench.runrate("run", log, "--as-of", "2026-04-30").errors
    #expect(
      errors.contains(
        "warning: lines with a price are in no figure, because their events are unknown: "
          + "subscription_started (1) like purchased. Say with eventNames"), "\(errors)")
    #expect(!errors.contains("product_viewed"))
  }

  @Test("So are those that an analytics tool forwards, with a price or revenue")
  func forwarded() throws {
    let bench = try CLIFixture()
    let lines = ["price", "revenue"].map { property in
      """
      {"type":"track","event":"Order Completed","userId":"u","messageId":"\(property)-0123456789abcdef",\
      "timestamp":"2026-04-03T10:00:00Z","properties":{"\(property)":9.99}}

      """
    }
    let log = try bench.write(lines.joined() + line("purchased"), to: "a.ndjson")
    let errors = bench.runrate("run", log, "--as-of", "2026-04-30").errors
    #expect(errors.contains("Order Completed (2) like purchased"), "\(errors)")
  }

  @Test("Without a price, or with a name that says nothing of money, there is no warning")
  func others() throws {
    let bench = try CLIFixture()
    let log = try bench.write(
      ["purchased", "product_viewed", "level_up"].map(line).joined()
        + line("subscription_started").replacing(",\"price\":9.99", with: ""), to: "a.ndjson")
    let errors = bench.runrate("run", log, "--as-of", "2026-04-30").errors
    #expect(!errors.contains("in no figure"), "\(errors)")
  }

  private func line(_ event: String) -> String {
    """
    {"event":"\(event)","timestamp":"2026-04-03T10:00:00Z","user_id":"\(event)",\
    "product_id":"m","price":9.99,"currency":"USD"}

    """
  }
}
