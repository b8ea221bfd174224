import Testing
import Values

@testable import Settings

/// The months of stores, as they published them.
@Suite struct PayoutCalendarTests {
  private func calendar(_ text: String) throws -> PayoutCalendar {
    try #require(
      try Settings.parse(Array("{payouts: \(text)}".utf8), file: "c.json5").payouts)
  }

  private func months(
    _ calendar: PayoutCalendar, _ store: PayoutCalendar.Store, _ first: String, _ last: String
  ) throws -> [String] {
    let days = try #require(Day(first))...(try #require(Day(last)))
    return calendar.months(of: store, in: days).map {
      "\($0.month) \($0.days.lowerBound) \($0.days.upperBound) \($0.payDay)"
    }
  }

  @Test(
    "Apple's years begin after the last Saturday of September; one of 53 weeks has a longer December"
  )
  func appStore() throws {
    let apple = try calendar("{appStore: {payAfterDays: 33}}")
    #expect(
      try months(apple, .appStore, "2023-10-10", "2023-12-15") == [
        "2023-10 2023-10-01 2023-11-04 2023-12-07", "2023-11 2023-11-05 2023-12-02 2024-01-04",
        "2023-12 2023-12-03 2023-12-30 2024-02-01",
      ])
    // Fiscal 2023 had 53 weeks: 2022-09-25 to 2023-09-30.
    #expect(
      try months(apple, .appStore, "2022-12-01", "2023-01-01") == [
        "2022-12 2022-11-27 2022-12-31 2023-02-02", "2023-01 2023-01-01 2023-02-04 2023-03-09",
      ])
    #expect(
      try months(apple, .appStore, "2023-09-30", "2023-09-30") == [
        "2023-09 2023-09-03 2023-09-30 2023-11-02"
      ])
    for start in ["2024-09-29", "2025-09-28", "2026-09-27"] {
      let found = try months(apple, .appStore, start, start)
      #expect(found.first?.contains(" \(start) ") == true, "\(found)")
    }
  }

  @Test("Every day is in one month of a store, whatever the pattern")
  func whole() throws {
    for text in [
      "{appStore: {}, googlePlay: {}}",
      "{appStore: {weeks: [4, 4, 5]}, googlePlay: {payOnDay: 21}}",
      "{appStore: {fiscalYears: ['2024-09-30']}, googlePlay: {}}",
    ] {
      let calendar = try calendar(text)
      let days = Day(19_000)...Day(23_000)
      for store in PayoutCalendar.Store.allCases {
        let months = calendar.months(of: store, in: days)
        #expect(
          zip(months, months.dropFirst()).allSatisfy {
            $0.days.upperBound.advanced(by: 1) == $1.days.lowerBound && $0.month < $1.month
          }, "\(text)")
        #expect(months.first?.days.contains(days.lowerBound) == true)
        #expect(months.last?.days.contains(days.upperBound) == true)
      }
    }
    #expect(
      try months(calendar("{googlePlay: {}}"), .googlePlay, "2026-02-03", "2026-02-03")
        == ["2026-02 2026-02-01 2026-02-28 2026-03-15"])
    #expect(
      try calendar("{googlePlay: {}}").months(of: .appStore, in: Day(20_000)...Day(20_100)).isEmpty)
  }

  @Test("What cannot be is refused, with its place")
  func refused() throws {
    for (wrong, message) in [
      ("{}", "appStore"), ("{appStore: {weeks: [5, 4]}}", "weeks"),
      ("{appStore: {weeks: [5, 5, 4]}}", "13"), ("{appStore: {fiscalYears: ['soon']}}", "soon"),
      ("{googlePlay: {payOnDay: 31}}", "payOnDay"), ("{applestore: {}}", "appStore"),
    ] {
      let error = try #require(throws: Failure.self) { try calendar(wrong) }
      #expect("\(error)".contains(message), "\(error)")
    }
    let head = "store,fiscal_month,amount,paid_on\napp_store,2026-05,120.50,2026-07-02\n"
    let paid = try PaidOut.parse(Array(head.utf8), file: "payouts.csv")
    let may = try #require(Day("2026-05-01")).month
    #expect(paid.row(.appStore, may)?.amount == Amount(micros: 120_500_000))
    #expect(paid.row(.googlePlay, may) == nil)
    for (line, message) in [
      ("app_store,2026-05,1,2026-07-02", ":3: "), ("apple,2026-06,1,2026-07-02", "apple"),
      ("app_store,June,1,2026-07-02", "June"), ("app_store,2026-06,much,2026-07-02", "much"),
      ("app_store,2026-06,1,later", "later"),
    ] {
      let error = try #require(throws: Failure.self) {
        try PaidOut.parse(Array((head + line + "\n").utf8), file: "payouts.csv")
      }
      #expect("\(error)".contains(message), "\(error)")
    }
  }
}
