import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// What comes every fourth day, or not on Sundays, or on the 1st alone, is not missing between.
@Suite struct UsualGapTests {
  private func freshness(age: Int, gap: Int?) throws -> Verdict {
    var figures = Example.figures(age: age)
    figures.longestGap = gap.map { .hours($0) }
    return try Example.verdict("freshness", figures)
  }

  @Test(
    "Data is stale beyond 36 hours, and beyond 1.5 times the longest gap",
    arguments: [
      (37, nil, 36), (37, 5, 36), (36, 5, nil), (40, 49, nil), (144, 96, nil), (145, 96, 144),
    ] as [(Int, Int?, Int64?)])
  func freshness(age: Int, gap: Int?, threshold: Int64?) throws {
    let verdict = try freshness(age: age, gap: gap)
    #expect((verdict.finding == .firing) == (threshold != nil))
    if let threshold { #expect(verdict.threshold?.millionths == threshold * 1_000_000) }
  }

  @Test("The sentence says why data may be older than the rule says")
  func sentence() throws {
    let judged = JudgedRule(try freshness(age: 50, gap: 49), after: nil, on: Example.asOf)
    #expect(
      AlertMessage(judged, currency: "USD", newest: nil).text.contains(
        "threshold: above 73.5 hours, 1.5 times the longest gap between events in the 56 days before"
      ))
  }

  /// What `missing-rates` says where so many days ago there were paid charges.
  private func state(_ count: @escaping (Int) -> Int64) throws -> AlertState {
    let table = Example.table(
      Operations.schema,
      ["charges_without_rate": { _ in 0 }, "paid_charges": count, "charges": count])
    return try Example.verdict("missing-rates", Example.figures(tables: [table])).state
  }

  @Test("A rule whose cases come monthly waits a month before it is stale")
  func monthly() throws {
    // The as-of day is 17 May: so many days ago it was the day of the month before it.
    #expect(try state { [28, 59, 89].contains($0) ? 40 : 0 } == .notEnoughData)
    #expect(try state { [30, 58, 89].contains($0) ? 40 : 0 } == .notEnoughData)
    #expect(try state { [35, 66, 96].contains($0) ? 40 : 0 } == .stale)
    #expect(try state { $0 > 28 ? 40 : 0 } == .stale)
  }

  @Test("A day of rest is no missing day, two in a row are")
  func rest() throws {
    func verdict(since last: Int) throws -> AlertState {
      let table = Example.table(
        Operations.schema,
        [
          "receipts_failed": { _ in 0 },
          "receipts": { $0 < last || ($0 - last) % 7 == 6 ? 0 : 200 },
        ])
      return try Example.verdict("validation-failures", Example.figures(tables: [table])).state
    }
    #expect(try verdict(since: 1) != .stale)
    #expect(try verdict(since: 2) == .stale)
  }

  /// What `revenue-drop` says where so much was charged so many days ago.
  private func revenue(_ amount: @escaping (Int) -> Int64) throws -> Verdict {
    let table = Example.table(
      Daily.schema, days: 180, ["net_revenue": amount, "charges": { amount($0) / 10 }])
    return try Example.verdict("revenue-drop", Example.figures(tables: [table]))
  }

  @Test(
    "Who bills on one day of the month has no drop on the others; a drop is one from these, too")
  func sameDays() throws {
    // The 18th of April, March, February, January and December.
    let days = [29, 60, 88, 119, 150]
    let billed = try revenue { days.contains($0) ? 4000 : 0 }
    #expect(billed.state == .ok && billed.change?.millionths == 1_000_000)
    #expect(billed.highestOnSameDays == Rate(millionths: 0))
    let dropped = try revenue { $0 == 0 ? 300 : 1000 }
    #expect(dropped.state == .firing)
    #expect(dropped.highestOnSameDays == Rate(millionths: 1_000_000_000))
  }

  @Test(
    "The end of a shorter month, which has the payments of days that it lacks, is nobody's usual")
  func shorterMonths() throws {
    func months(_ day: String) throws -> [String] {
      let day = try #require(Day(day))
      return (day...day).sameDays(ofMonthsBefore: 3).map { "\($0.lowerBound)" }
    }
    #expect(try months("2026-03-28") == ["2026-01-28", "2025-12-28"])
    #expect(try months("2026-07-30") == ["2026-05-30"])
    #expect(try months("2026-06-30") == ["2026-05-30", "2026-04-30", "2026-03-30"])
  }

  @Test("Who bills every four weeks has no drop in the weeks between")
  func fourWeeks() throws {
    let between = try revenue { ($0 + 7) % 28 == 0 ? 10 : $0 % 7 == 0 ? 1000 : 0 }
    #expect(between.state == .ok)
    let paid = try revenue { $0 % 28 == 0 && $0 <= 84 ? 10 : 1000 }
    #expect(paid.state == .ok && paid.highestByFourWeeks == Rate(millionths: 10_000_000))
    #expect(try revenue { $0 == 0 ? 10 : 1000 }.state == .firing)
  }

  @Test("Of months that lack the smallest sample nothing is known")
  func fewMonths() throws {
    let new = try revenue { $0 == 0 ? 300 : $0 < 17 ? 1000 : 0 }
    #expect(new.highestOnSameDays == nil)
  }

  @Test("The same days of a month are those with the same numbers, where it has them")
  func daysOfMonths() throws {
    let day = try #require(Day("2026-05-31"))
    #expect((day...day).earlier(byMonths: 1) == nil)
    let march = try #require(Day("2026-03-31"))
    #expect((day...day).earlier(byMonths: 2) == march...march)
    let days = day.advanced(by: -27)...day.advanced(by: -1)
    #expect(
      try days.earlier(byMonths: 1) == #require(Day("2026-04-04"))...#require(Day("2026-04-30")))
  }
}
