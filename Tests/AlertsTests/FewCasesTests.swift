import Foundation
import Metrics
import Settings
import Statistics
import Testing
import Values

@testable import Alerts

/// Figures of fewer cases than a rule asks for: tested otherwise, and beside a bound a warning at most.
@Suite struct FewCasesTests {
  /// Receipts a day, 0 being the as-of day, and how many of them failed.
  private func receipts(_ count: @escaping (Int) -> Int64, failed: @escaping (Int) -> Int64)
    -> Figures
  {
    Example.figures(tables: [
      Example.table(Operations.schema, ["receipts": count, "receipts_failed": failed])
    ])
  }

  private func receipts(failed: [Int64]) -> Figures {
    receipts({ [14, 16, 13][safe: $0] ?? 17 }, failed: { failed[safe: $0] ?? 0 })
  }

  private func text(_ verdict: Verdict) -> String {
    let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
    return AlertMessage(judged, currency: "USD", newest: nil).text
  }

  // MARK: On the way to a longer window

  @Test("Three bad days fire though the week that holds the sample is well, as a warning")
  func early() throws {
    let verdict = try Example.verdict("validation-failures", receipts(failed: [3, 4, 4]))
    #expect(verdict.state == .firing)
    #expect(verdict.days?.count == 3)
    #expect(verdict.widening == Widening(days: 1, sample: 14))
    let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
    #expect(judged.severity == .warning, "the rule is a critical one")
    #expect(
      text(verdict).contains(
        "25.6% (11 of 43 receipts, 97.5% interval 12.2% to 43.3%)"))
    #expect(text(verdict).contains("given at least 30 receipts (not the rule's 100: a warning)"))
  }

  @Test("When nothing fires on the way, the window that holds the sample is told")
  func quiet() throws {
    let verdict = try Example.verdict("validation-failures", receipts(failed: [3, 3, 3]))
    #expect(verdict.state == .ok)
    #expect(verdict.days?.count == 7)
    #expect(!verdict.isTentative)
  }

  @Test("When the window that holds the sample fires, it is as critical as the rule")
  func whole() throws {
    let figures = receipts(failed: [9, 9, 9, 4, 4, 4, 4])
    let judged = JudgedRule(
      try Example.verdict("validation-failures", figures), after: nil, on: Example.asOf)
    #expect(judged.verdict.days?.count == 7)
    #expect(judged.severity == .critical)
  }

  @Test("Fewer than a quarter of the sample, and fewer than 30, are not looked at")
  func tooFew() throws {
    let all = receipts({ $0 < 3 ? 9 : 20 }, failed: { $0 < 3 ? 5 : 0 })
    #expect(try Example.verdict("validation-failures", all).days?.count == 7)
    let more = receipts({ $0 < 3 ? 10 : 20 }, failed: { $0 < 3 ? 5 : 0 })
    #expect(try Example.verdict("validation-failures", more).days?.count == 3)
  }

  @Test("Where no window holds the smallest sample, few cases do not stand in for it")
  func never() throws {
    let verdict = try Example.verdict(
      "validation-failures", receipts({ _ in 3 }, failed: { _ in 3 }))
    #expect(verdict.finding == .notEnoughData(enough: nil))
  }

  @Test("Two ANRs of 500 sessions prove nothing, though their Wilson interval would")
  func rare() throws {
    func verdict(_ anrs: Int64) throws -> Verdict {
      let figures = Example.figures(tables: [
        Example.table(
          Operations.schema,
          ["sessions": { $0 < 7 ? 72 : 150 }, "anrs": { $0 == 0 ? anrs : 0 }])
      ])
      return try Example.verdict("anr", figures)
    }
    let wilson = try #require(Interval(wilson: 2, of: 504))
    #expect(wilson.low > 0.0005)
    #expect(try verdict(2).state != .firing)
    #expect(try verdict(4).days?.count == 7, "four do")
  }

  @Test("A week of few viewers fires for everybody, too, when the rate is another one")
  func everybody() throws {
    let figures = Example.figures(tables: [
      Example.table(
        Operations.schema,
        ["viewers": { _ in 18 }, "viewers_started": { (1...7).contains($0) ? 2 : 6 }])
    ])
    let verdict = try Example.verdict("paywall-start", figures) { $0.breakdown = [] }
    #expect(verdict.days?.count == 7)
    #expect(!verdict.isTentative && verdict.nights.map { $0 > 1_800 } == true)
  }

  @Test("explain shows the window that fired, and all of its conditions are met")
  func evidence() throws {
    let rule = try Example.rule("validation-failures")
    let figures = receipts(failed: [3, 4, 4])
    let evidence = try Example.evidence(rule, figures)
    #expect(evidence.days.compactMap(\.sample) == [13, 16, 14])
    let conditions = evidence.verdict.conditions(
      Units(evidence.source.unit, currency: "USD"), evidence.source)
    #expect(conditions.map(\.name) == ["figure", "interval", "sample"])
    #expect(!conditions.contains { !$0.isMet })
  }

  // MARK: Segments

  /// Countries with their viewers a day, and how many start on each of the last seven days and
  /// before.
  private func countries(_ all: [(String, viewers: Int64, last: Int64, usual: Int64)]) -> Figures {
    func rows(_ segment: (String, String), _ viewers: Int64, _ last: Int64, _ usual: Int64)
      -> [[Cell]]
    {
      Example.table(
        Operations.schema, days: 36, segment: segment,
        [
          "viewers": { _ in viewers },
          "viewers_started": { (1...7).contains($0) ? last : usual },
        ]
      ).rows
    }
    func sum(_ part: KeyPath<(String, viewers: Int64, last: Int64, usual: Int64), Int64>) -> Int64 {
      all.reduce(0) { $0 + $1[keyPath: part] }
    }
    let parts = all.flatMap { rows(("country", $0.0), $0.viewers, $0.last, $0.usual) }
    return Example.figures(tables: [
      Operations.schema.table(
        rows(("all", "all"), sum(\.viewers), sum(\.last), sum(\.usual)) + parts)
    ])
  }

  private func verdict(_ figures: Figures) throws -> Verdict {
    try Example.verdict("paywall-start", figures) { $0.breakdown = ["country"] }
  }

  @Test("A week of a small country fires when its rate is beyond the drop and beyond chance")
  func change() throws {
    // 14 of 98 for 140 of 392.
    let verdict = try verdict(countries([("US", 14, 2, 5), ("DE", 200, 60, 60)]))
    #expect(verdict.segment == "country US")
    #expect(!verdict.isTentative, "chance brings it once in more than 3,600 nights")
    // 180 nights for each of two countries.
    #expect(
      text(verdict).contains(" that chance brings at most once in 360 nights (actual: once in "))
    #expect(
      text(verdict).hasSuffix(
        "given at least 50 viewers. Of 2 judged by country (Holm's "
          + "correction), firing on its own: country US (14.3%, usually 35.8%)."))
    #expect(!text(verdict).contains("whole interval below"))
  }

  @Test("A drop of less than the rule's share does not, however sure it is")
  func small() throws {
    // 19 of 28 for 26 of 28 a day: a drop of 27 %.
    let verdict = try verdict(countries([("US", 28, 19, 26), ("DE", 200, 60, 60)]))
    #expect(verdict.state == .ok)
  }

  @Test("A drop that chance explains does not, however large it is")
  func chance() throws {
    // 7 of 56 for 14 of 56: half of it.
    let verdict = try verdict(countries([("US", 8, 1, 2), ("DE", 200, 60, 60)]))
    #expect(verdict.tested == 2)
    #expect(verdict.state == .ok)
  }

  @Test("A segment of few cases that is well by its own test hides none of many that is not")
  func order() throws {
    // CA: 7 of 70 for 18 of 70. US: 98 of 600 for 180 of 600 a day.
    let verdict = try verdict(countries([("CA", 10, 1, 3), ("US", 600, 98, 180)]))
    #expect(verdict.breaches.contains { $0.name == "country US" })
    let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
    #expect(judged.severity == .critical)
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
