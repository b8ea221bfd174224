import Testing

@testable import Command

/// The night's run comes at midnight, and clocks change.
struct MidnightTests {
  @Test(
    "The last millisecond belongs to the day, the next one does not, whatever the clocks do",
    arguments: [
      ("UTC", "2026-05-10T23:59:59.999Z", "2026-05-11T00:00:00Z", "2026-05-10"),
      ("America/New_York", "2026-03-09T03:59:59.999Z", "2026-03-09T04:00:00Z", "2026-03-08"),
      ("Europe/Berlin", "2026-10-25T22:59:59.999Z", "2026-10-25T23:00:00Z", "2026-10-25"),
      ("Asia/Kolkata", "2026-02-28T18:29:59.999Z", "2026-02-28T18:30:00Z", "2026-02-28"),
    ])
  func midnight(zone: String, last: String, next: String, day: String) throws {
    let bench = try CLIFixture()
    let config = try bench.write(onePlan + "timezone: \"\(zone)\" }", to: "c.json5")
    let log = try bench.write(purchase("a", last) + purchase("b", next), to: "a.ndjson")
    #expect(bench.runrate("run", log, "--config", config, "--as-of", day).isReported)
    let lines = try bench.read("reports/\(day)/csv/daily.csv").split(separator: "\n")
    #expect(lines.last?.hasPrefix("\(day),9.99,") == true)
    #expect(try bench.read("reports/\(day)/csv/revenue.csv").contains("\(day),all,all,1,9.99,"))
  }

  private func purchase(_ user: String, _ time: String) -> String {
    """
    {"event":"purchased","timestamp":"\(time)","user_id":"\(user)","product_id":"pro.monthly",\
    "price":9.99,"currency":"USD"}

    """
  }
}
