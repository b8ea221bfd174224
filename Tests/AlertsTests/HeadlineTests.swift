import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// The first line of a message: what broke, where, from what to what and since when.
@Suite("A headline") struct HeadlineTests {
  private let day = Example.asOf.advanced(by: -4)

  private func rate(_ percent: Double) -> Rate? { Rate(percent / 100) }

  private func headline(
    _ rule: String, after before: RememberedState? = nil, nights: Row<TrialNowcasts>? = nil,
    _ change: (inout Verdict) -> Void
  ) throws -> AlertHeadline {
    var verdict = Verdict(try Example.rule(rule), .firing, days: day...Example.asOf)
    change(&verdict)
    return AlertHeadline(
      JudgedRule(verdict, after: before, on: Example.asOf), currency: "USD",
      newest: Example.end - .hours(40), nights: nights)
  }

  private func cause(_ before: Double?) -> SmallestCause {
    let segments = [
      CrossedFigures.Segment(dimension: "country", value: "US"),
      CrossedFigures.Segment(dimension: "variant", value: "benefits"),
    ]
    let part = SmallestCause.Part(
      segments: segments, rates: RateChange(before: before.flatMap(rate), now: rate(0)), cases: 98,
      part: 1.2, missing: 23.7, since: day)
    return SmallestCause(
      parts: [part], others: RateChange(before: rate(27.4), now: rate(25.1)))
  }

  @Test("names the segments of a change, and since when; the rest says how sure and how much")
  func ofCause() throws {
    let told = try headline("paywall-start") {
      ($0.value, $0.baseline, $0.threshold) = (rate(11.5), rate(35.6), rate(24.9))
      ($0.part, $0.sample, $0.nights, $0.smallest) = (23, 200, 13_142, cause(48.1))
    }
    #expect(
      told.text
        == "Same-day start rate for country US × variant benefits fell from 48.1% to 0% since \(day)"
    )
    #expect(
      told.evidence(nil)
        == "98 viewers, all of the change; everywhere else 25.1%, before 27.4%; by chance once in "
        + "13,142 nights")
    #expect(told.missing == "24 fewer viewers started than usual")
    #expect(told.began == day && !told.isEverywhere)
  }

  @Test("says of a segment that is new what everybody else has")
  func ofNewCause() throws {
    let told = try headline("paywall-start") {
      ($0.value, $0.baseline, $0.threshold) = (rate(11.5), rate(35.6), rate(24.9))
      $0.smallest = cause(nil)
    }
    #expect(
      told.text
        == "Same-day start rate for country US × variant benefits, which is new, is 0%, everywhere "
        + "else 25.1%")
  }

  @Test("says of a change without a cause from what it came, and how many more a day that is")
  func ofChange() throws {
    let told = try headline("payment-failure") {
      $0.rule = $0.rule.relative ?? $0.rule
      ($0.value, $0.baseline, $0.threshold) = (rate(3.5), rate(0.79), rate(1.2))
      ($0.part, $0.sample, $0.nights) = (10, 283, 290)
      $0.days = Example.asOf.advanced(by: -2)...Example.asOf
    }
    #expect(told.text == "Payment failure rate rose from 0.79% to 3.5% since 2026-05-15")
    #expect(
      told.evidence("above all card_declined: 11 failures in 7 days")
        == "10 of 283 payments; by chance once in 290 nights; above all card_declined: 11 failures in "
        + "7 days")
    #expect(told.missing == "2.6 more payment failures than usual")
    #expect(told.isEverywhere)
  }

  @Test("says of a bound on which side of it the figure is, and what came after")
  func ofBound() throws {
    func told(_ after: RuleEvidence.Line?) throws -> String? {
      try headline("payment-failure") {
        ($0.value, $0.threshold) = (rate(21.5), rate(2))
        let during = RuleEvidence.Line(
          days: day...day.advanced(by: 1), part: 1, sample: 2, value: rate(50.2))
        $0.incident = IncidentDays(days: during.days, during: during, after: after)
      }.text
    }
    #expect(try told(nil) == "Payment failure rate is 50.2%, above 2%, since 2026-05-13")
    let days = day.advanced(by: 2)...Example.asOf
    #expect(
      try told(RuleEvidence.Line(days: days, part: 0, sample: 9, value: rate(0)))
        == "Payment failure rate was 50.2% from 2026-05-13 to 2026-05-14, above 2%; 0% from "
        + "2026-05-15 on")
    let plain = try headline("refund-rate") { ($0.value, $0.threshold) = (rate(6), rate(5)) }
    #expect(plain.text == "Refund rate is 6% from 2026-05-13 to 2026-05-17, above 5%")
  }

  @Test(
    "says of a nowcast what is expected, what is usual, and where in their days trials are lost")
  func ofNowcast() throws {
    func told(_ part: String) throws -> AlertHeadline {
      let cells: [String: Cell] = [
        "expected": .rate(Rate(millionths: 280_000)), "usual": .rate(Rate(millionths: 290_000)),
        "fall": .rate(Rate(millionths: 482_759)),
        "fall_in": .text(part), "fall_since": .day(day),
      ]
      let row = TrialNowcasts.schema.columns.map { cells[$0.name] ?? .missing }
      return try headline("trial-nowcast", nights: Row(cells: row)) {
        ($0.value, $0.threshold, $0.nights) = (rate(48.3), rate(20), 1_021)
        let whole = $0
        $0.breaches = [("product", "plus", 62.1), ("platform", "ios", 27.1)].map {
          (dimension, value, percent) in
          var own = whole
          own.value = rate(percent)
          return Breach(dimension: dimension, value: value, verdict: own)
        }
      }
    }
    let fell = "Expected trial conversion fell from 29% to 15% since 2026-05-13: "
    #expect(try told("end").text == fell + "fewer trials pay at their end")
    #expect(try told("first 3 days").text == fell + "more trials opt out in their first 3 days")
    #expect(try told("end").began == day)
    #expect(
      try told("end").evidence(nil)
        == "by chance once in 1,021 nights; on their own: product plus (62.1%), platform ios (27.1%)"
    )
  }

  @Test("says since when there are no events, and that a figure is back")
  func ofOthers() throws {
    let stopped = try headline("freshness") {
      ($0.value, $0.threshold) = (Rate(millionths: 40_000_000), Rate(millionths: 36_000_000))
    }
    #expect(stopped.text == "No events for 40 hours, since 2026-05-16 08:00 UTC")
    let over = try headline(
      "paywall-start", after: RememberedState(state: .recovering, since: day)
    ) {
      ($0.finding, $0.value) = (.ok, rate(30.7))
      ($0.part, $0.sample, $0.nights) = (96, 313, 1_641)
      $0.days = Example.asOf...Example.asOf
    }
    #expect(over.text == "Same-day start rate is back to normal: 30.7% on 2026-05-17")
    #expect(over.evidence(nil) == "96 of 313 viewers" && over.missing == nil)
  }

  @Test("leaves it to the message where there is no figure", arguments: [40, nil] as [Int64?])
  func ofNothing(enough: Int64?) throws {
    #expect(
      try headline("paywall-start") { $0.finding = .notEnoughData(enough: enough) }.text == nil)
    #expect(try headline("paywall-start") { $0.finding = .noCases(usual: 9) }.text == nil)
  }

  @Test("of every default rule comes with what to look at first")
  func look() throws {
    for rule in AlertRule.defaults {
      let told = try headline(rule.name) { $0.value = rate(1) }
      #expect(told.look.map { $0.count > 10 && $0.count < 90 } == true, "\(rule.name)")
    }
  }
}
