import Testing
import Values

@testable import Settings

struct SubscriptionReportTests {
  private static let header =
    "Event Date\tEvent\tSubscription Apple ID\tSubscription Offer Type\tQuantity\n"
  private static let number = "Apple's number of a subscription"

  @Test("Tabs separate fields in which a quote is a letter")
  func tabs() throws {
    var report = SubscriptionReport()
    let text =
      Self.header + "2026-01-02\tA \"word\"\t7\t\t2\n2026-01-02\tRenew\t7\tFree Trial\t0.0\n"
    try report.add(Array(text.utf8), file: "r")
    let day = try #require(Day("2026-01-02"))
    #expect(
      report.rows == [
        .init(day: day, event: "A \"word\"", offerType: "", appleID: "7", quantity: 2),
        .init(day: day, event: "Renew", offerType: "Free Trial", appleID: "7", quantity: 0),
      ])
  }

  @Test(
    "Every mistake is told with its line and field",
    arguments: [
      (
        "", 1,
        "the file is empty, expected the header event date,event,subscription apple id,"
          + "subscription offer type,quantity"
      ),
      ("Event Date\tEvent\n", 1, "the header lacks subscription apple id"),
      (header + "2026-01-02\tRenew\n", 2, "2 fields, the header has 5"),
      (header + "01/02/2026\tRenew\t7\t\t1\n", 2, bad("event date", "01/02/2026", dayInWords)),
      (header + "2026-01-02\t\t7\t\t1\n", 2, bad("event", "", "the name of an event")),
      (header + "\n2026-01-02\tRenew\tx\t\t1\n", 3, bad("subscription apple id", "x", number)),
      (header + "2026-01-02\tRenew\t7\t\t1.5\n", 2, bad("quantity", "1.5", "a whole number")),
    ])
  func mistakes(text: String, line: Int, message: String) {
    #expect(throws: Failure("r:\(line): \(message)", exit: .badData)) {
      var report = SubscriptionReport()
      try report.add(Array(text.utf8), file: "r")
    }
  }

  private static func bad(_ column: String, _ text: String, _ expected: String) -> String {
    "\(column) is \"\(text)\", expected \(expected)"
  }
}
