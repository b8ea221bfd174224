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
      ("", .noHeader(expected: names), 1, 1),
      ("Event Date\tEvent\n", .missingColumn("subscription apple id", nearest: nil), 1, 1),
      (header + "2026-01-02\tRenew\n", .fieldCount(found: 2, expected: 5), 2, 1),
      (header + "01/02/2026\tRenew\t7\t\t1\n", bad("event date", "01/02/2026", dayInWords), 2, 1),
      (header + "2026-01-02\t\t7\t\t1\n", bad("event", "", "the name of an event"), 2, 2),
      (header + "\n2026-01-02\tRenew\tx\t\t1\n", bad("subscription apple id", "x", number), 3, 3),
      (header + "2026-01-02\tRenew\t7\t\t1.5\n", bad("quantity", "1.5", "a whole number"), 2, 5),
    ] as [(String, RowFault, Int, Int)])
  func mistakes(text: String, fault: RowFault, line: Int, column: Int) {
    let place = SettingsError.Place(file: "r", position: TextPosition(line: line, column: column))
    #expect(throws: SettingsError.row(fault, at: place)) {
      var report = SubscriptionReport()
      try report.add(Array(text.utf8), file: "r")
    }
  }

  private static let names = [
    "event date", "event", "subscription apple id", "subscription offer type", "quantity",
  ]

  private static func bad(_ column: String, _ text: String, _ expected: String) -> RowFault {
    .badField(column: column, text: text, expected: expected)
  }
}
