import Metrics
import Settings
import Testing
import Values

@testable import Alerts

@Suite struct FreshnessTests {
  @Test("Freshness fires above 36 hours before the end of the as-of day, and not at 36")
  func threshold() throws {
    #expect(try Example.verdict("freshness", Example.figures(age: 36)).state == .ok)
    let late = try Example.verdict("freshness", Example.figures(age: 37))
    #expect(late.state == .firing)
    #expect(late.value == Rate(millionths: 37_000_000))
  }

  @Test("An event after the end of the day is no age at all")
  func future() throws {
    #expect(try Example.verdict("freshness", Example.figures(age: -3)).value == Rate(millionths: 0))
  }

  @Test("Without any event freshness is stale, never ok")
  func nothing() throws {
    var figures = Example.figures()
    figures.newestEvent = nil
    #expect(try Example.verdict("freshness", figures).state == .stale)
  }

  @Test("Old data makes every other rule stale")
  func outdated() {
    let terms = Judge.Terms(
      end: Example.end, trialGraceDays: 7, renewalTolerance: .hours(24))
    let verdicts = Judge(AlertRule.defaults, terms).verdicts(on: Example.figures(age: 50))
    #expect(verdicts.count == AlertRule.defaults.count)
    #expect(verdicts.first?.state == .firing)
    #expect(verdicts.dropFirst().allSatisfy { $0.finding == .outdated })
  }

  @Test("Rules that are off are not judged")
  func off() {
    var rule = AlertRule.defaults[0]
    rule.severity = .off
    let terms = Judge.Terms(end: Example.end, trialGraceDays: 7, renewalTolerance: .zero)
    #expect(Judge([rule], terms).verdicts(on: Example.figures()).isEmpty)
  }
}

@Suite struct ProportionTests {
  private func trials(_ converted: Int64, of matured: Int64) -> Figures {
    Example.figures(tables: [
      Example.table(
        Outcomes.schema,
        [
          "trials_matured": { $0 >= 7 ? matured : 0 },
          "trials_converted": { $0 >= 7 ? converted : 0 },
        ])
    ])
  }

  @Test("Trial conversion fires when its whole interval is below 10 %")
  func firing() throws {
    let verdict = try Example.verdict("trial-conversion", trials(4, of: 50))
    #expect(verdict.state == .firing)
    #expect(verdict.part == 112)
    #expect(verdict.sample == 1400)
    let high = try #require(verdict.high)
    #expect(high < Rate(millionths: 100_000))
  }

  @Test(
    "Trial conversion above its bound fires where it fell by a quarter against eight weeks before",
    arguments: [(30, 11, true), (30, 20, true), (30, 24, false), (30, 31, false), (11, 11, false)]
      as [(Int64, Int64, Bool)])
  func fall(before: Int64, now: Int64, fires: Bool) throws {
    let figures = Example.figures(tables: [
      Example.table(
        Outcomes.schema,
        [
          "trials_matured": { $0 >= 7 ? 100 : 0 },
          "trials_converted": { $0 >= 35 ? before : $0 >= 7 ? now : 0 },
        ])
    ])
    let verdict = try Example.verdict("trial-conversion", figures)
    #expect((verdict.finding == .firing) == fires, "\(verdict.finding)")
    #expect(verdict.rule.comparison == (fires ? .drop : .below))
    let usual = verdict.baseline.map { abs($0.value - Double(before) / 100) < 0.001 }
    #expect(usual == (fires ? true : nil), "of eight weeks")
    let once = try Example.verdict("trial-conversion", figures) { $0.change = nil }
    #expect(once.finding == .ok, "the bound alone is kept")
  }

  @Test("Opt-outs within two days fire when they rise by 20 % against eight weeks before")
  func optOuts() throws {
    func verdict(_ now: Int64) throws -> Verdict {
      let rows = (0..<100).reversed().map { ago -> [Cell] in
        let isOld = ago >= 2
        return TrialOptOuts.schema.columns.map { column in
          switch column.name {
          case "grain": .text("day")
          case "cohort": .day(Example.asOf.advanced(by: -ago))
          case "dimension", "value": .text("all")
          case "trials": .count(50)
          case "opted_out_2d": isOld ? .count(ago >= 9 ? 15 : now) : .missing
          default: .missing
          }
        }
      }
      return try Example.verdict(
        "trial-opt-outs", Example.figures(tables: [TrialOptOuts.schema.table(rows)]))
    }
    let risen = try verdict(24)
    #expect(risen.finding == .firing)
    #expect(risen.days == Example.asOf.advanced(by: -8)...Example.asOf.advanced(by: -2))
    #expect(risen.value == Rate(millionths: 480_000) && risen.sample == 350)
    #expect(try verdict(16).finding != .firing)
  }

  @Test("A window of 28 days ends where trials have matured")
  func window() throws {
    let verdict = try Example.verdict("trial-conversion", trials(4, of: 50))
    let days = try #require(verdict.days)
    #expect(days.upperBound == Example.asOf.advanced(by: -7))
    #expect(days.count == 28)
  }

  @Test("A good conversion is ok")
  func ok() throws {
    #expect(try Example.verdict("trial-conversion", trials(9, of: 50)).state == .ok)
    #expect(try Example.verdict("trial-conversion", trials(5, of: 50)).state == .ok, "10 % exactly")
  }

  @Test("Fewer trials in four weeks than the smallest sample are not enough")
  func sample() throws {
    let verdict = try Example.verdict("trial-conversion", trials(0, of: 3))
    #expect(verdict.finding == .notEnoughData(enough: nil))
  }

  @Test("A bad rate whose interval reaches over the threshold is not enough data")
  func interval() throws {
    let verdict = try Example.verdict(
      "trial-conversion",
      Example.figures(tables: [
        Example.table(
          Outcomes.schema,
          ["trials_matured": { _ in 50 }, "trials_converted": { $0 % 14 == 7 ? 4 : 5 }])
      ]))
    #expect(verdict.finding == .notEnoughData(enough: nil), "four weeks do not hold what it takes")
  }

  @Test("A proportion above its threshold fires by its lower bound")
  func above() throws {
    func refunds(_ refunded: Int64) throws -> AlertState {
      try Example.verdict(
        "refund-rate",
        Example.figures(tables: [
          Example.table(
            Outcomes.schema,
            ["paid_charges": { _ in 100 }, "refunded_charges": { _ in refunded }])
        ])
      ).state
    }
    #expect(try refunds(5) == .ok)
    #expect(try refunds(7) == .firing)
  }

  @Test("Renewals are judged once their tolerance is over, whatever the as-of day says")
  func renewals() throws {
    let figures = Example.figures(tables: [
      Example.table(
        Outcomes.schema, ["renewals_due": { _ in 20 }, "renewed": { $0 == 0 ? 0 : 19 }])
    ])
    let verdict = try Example.verdict("renewal-rate", figures)
    #expect(verdict.state == .ok)
    #expect(verdict.days?.upperBound == Example.asOf.advanced(by: -1))
  }

  @Test("Cases that came every day and stop are stale, not too few")
  func noCases() throws {
    let figures = Example.figures(tables: [
      Example.table(
        Operations.schema,
        ["syncs": { $0 == 0 ? 0 : 400 }, "syncs_failed": { _ in 0 }])
    ])
    let verdict = try Example.verdict("sync-failures", figures)
    #expect(verdict.finding == .noCases(usual: 400))
    #expect(verdict.state == .stale)
  }

  @Test("What was never logged is not enough data")
  func never() throws {
    let verdict = try Example.verdict("sync-failures", Example.figures())
    #expect(verdict.finding == .notEnoughData(enough: nil))
  }

  @Test("A rule for a segment looks at its rows only, and says when there are none kept")
  func segment() throws {
    let figures = Example.figures(tables: [
      Example.table(
        Operations.schema, segment: ("country", "US"),
        ["syncs": { _ in 400 }, "syncs_failed": { _ in 100 }])
    ])
    #expect(try Example.verdict("sync-failures", figures).state == .notEnoughData)
    #expect(
      try Example.verdict("sync-failures", figures) { $0.filter = ["country": "US"] }.state
        == .firing)
    #expect(
      try Example.verdict("sync-failures", figures) { $0.filter = ["paywall": "x"] }.finding
        == .noFigure(.segment))
  }

  @Test("Every default rule of a share fires on its bad figures and is ok on good ones")
  func all() throws {
    for rule in AlertRule.defaults {
      let source = MetricSource(rule)
      guard case .share(let part, let whole) = source.form, !rule.comparison.isRelative,
        let file = ReportSchema.table(source.table)
      else { continue }
      func state(_ share: Int64) throws -> AlertState {
        var columns: [String: (Int) -> Int64] = [:]
        for name in whole.columns { columns[name] = { _ in 10_000 } }
        for name in part.columns { columns[name] = { _ in share } }
        return try Example.verdict(
          rule.name, Example.figures(tables: [Example.table(file, columns)])
        ).state
      }
      #expect(try state(0) == (rule.comparison.isDownward ? .firing : .ok), "\(rule.name)")
      #expect(try state(10_000) == (rule.comparison.isDownward ? .ok : .firing), "\(rule.name)")
    }
  }
}

@Suite struct BaselineTests {
  private func revenue(today: Int64, charges: Int64 = 4000, _ usual: @escaping (Int) -> Int64)
    -> Figures
  {
    Example.figures(tables: [
      Example.table(
        Daily.schema,
        ["net_revenue": { $0 == 0 ? today : usual($0) }, "charges": { $0 == 0 ? charges : 4000 }])
    ])
  }

  @Test("Revenue fires on a drop that is large and unusual")
  func drop() throws {
    let figures = revenue(today: 700) { 1000 + Int64($0 / 7 % 3) * 10 }
    let verdict = try Example.verdict("revenue-drop", figures)
    #expect(verdict.state == .firing)
    #expect(verdict.baseline == Rate(millionths: 1_010_000_000))
  }

  @Test("A drop on a holiday is a warning; weeks of holidays and campaigns are no baseline")
  func holidays() throws {
    func verdict(_ kind: Annotation.Kind, daysAgo: Int) throws -> Verdict {
      var figures = revenue(today: 700) { $0 == 7 || $0 == 14 ? 5000 : 1000 + Int64($0 % 3) }
      figures.annotations = [7, 14, daysAgo].map {
        Annotation(
          day: Example.asOf.advanced(by: -$0), text: "Sale", kind: $0 == daysAgo ? kind : .campaign)
      }
      return try Example.verdict("revenue-drop", figures)
    }
    let common = try verdict(.note, daysAgo: 0)
    #expect(common.finding == .firing && common.firesCritically)
    #expect(try #require(common.baseline) < Rate(millionths: 1_003_000_000))
    let holiday = try verdict(.holiday, daysAgo: 0)
    #expect(holiday.finding == .firing && !holiday.firesCritically)
    #expect(try verdict(.holiday, daysAgo: 1).firesCritically)
  }

  @Test("A large drop that happens every other week is ok")
  func deviations() throws {
    let figures = revenue(today: 700) { $0 / 7 % 2 == 0 ? 700 : 1100 }
    #expect(try Example.verdict("revenue-drop", figures).state == .ok)
  }

  @Test("Of few charges a large drop is chance, of many it is not")
  func chance() throws {
    func state(_ charges: Int64) throws -> AlertState {
      let figures = Example.figures(tables: [
        Example.table(
          Daily.schema, ["net_revenue": { $0 == 0 ? 600 : 1000 }, "charges": { _ in charges }])
      ])
      return try Example.verdict("revenue-drop", figures).state
    }
    #expect(try state(120) == .ok, "3 × 1.5 × 1000 ÷ √120 is 411")
    #expect(try state(130) == .firing)
  }

  @Test("A drop of exactly the threshold is ok")
  func threshold() throws {
    #expect(try Example.verdict("revenue-drop", revenue(today: 800) { _ in 1000 }).state == .ok)
    #expect(try Example.verdict("revenue-drop", revenue(today: 799) { _ in 1000 }).state == .firing)
  }

  @Test("A day without any charge is the worst drop, not a small sample")
  func outage() throws {
    let figures = revenue(today: 0, charges: 0) { _ in 1000 }
    #expect(try Example.verdict("revenue-drop", figures).state == .firing)
  }

  @Test("Nine tenths of revenue gone fire, however much the weeks before differ")
  func almostGone() throws {
    func verdict(_ today: Int64) throws -> Verdict {
      try Example.verdict(
        "revenue-drop", revenue(today: today) { $0 / 7 % 2 == 0 ? 200 : 1800 })
    }
    #expect(try verdict(101).state == .ok)
    #expect(try verdict(99).state == .firing)
    #expect(try verdict(99).isAlmostGone)
    let condition = try #require(
      try verdict(99).conditions(
        Units(.money, currency: "USD"), MetricSource(Example.rule("revenue-drop"))
      )
      .first { $0.name == "deviations" })
    #expect(condition.isMet)
    #expect(condition.wanted == "more than 3, or a drop of more than 90%")
  }

  @Test("A day without any event, after four weeks that had some each day, is stale at once")
  func silentDay() throws {
    var figures = Example.figures(age: 25)
    figures.missingEvents = MissingEvents(events: 0, before: four)
    let rules = AlertRule.defaults
    let verdicts = Judge(rules, Example.terms).verdicts(on: figures)
    #expect(verdicts.first { $0.rule.isOfFreshness }?.state == .stale)
    #expect(verdicts.filter { !$0.rule.isOfFreshness }.allSatisfy { $0.finding == .outdated })
    #expect(MissingEvents(events: 0, before: four.dropLast()) == nil)
    #expect(MissingEvents(events: 0, before: four.dropLast() + [0]) == nil)
  }

  @Test(
    "Fewer than half as many events as on any day of four weeks is stale, and hides no other rule")
  func thinDay() throws {
    var figures = Example.figures(age: 1)
    figures.missingEvents = MissingEvents(events: 99, before: four)
    var terms = Example.terms
    func fresh() throws -> Verdict {
      try #require(
        Judge(AlertRule.defaults, terms).verdicts(on: figures).first { $0.rule.isOfFreshness })
    }
    #expect(try fresh().state == .stale)
    #expect(try fresh().staleness == .incomplete(#require(figures.missingEvents)))
    let message = AlertMessage(
      JudgedRule(try fresh(), after: nil, on: figures.asOf), currency: "USD", newest: nil)
    #expect(
      message.text.contains(
        "The as-of day has only 99 events, and each of the 28 days before at least 200"),
      "\(message.text)")
    let conditions = try fresh().conditions(
      Units(.number, currency: "USD"), MetricSource(Example.rule("freshness")))
    #expect(conditions.map(\.wanted) == ["fewer than half of 200"])
    #expect(conditions.map(\.found) == ["99"])
    #expect(
      Judge(AlertRule.defaults, terms).verdicts(on: figures).allSatisfy { $0.finding != .outdated })
    // What is still missing of a day that is not over is no loss.
    terms.isDayOver = false
    #expect(try fresh().state == .ok)
    #expect(MissingEvents(events: 100, before: four) == nil)
    #expect(MissingEvents(events: 1, before: four.dropLast() + [199]) == nil)
  }

  @Test("A loss that goes on stays one, and a day that was short tells nothing of what is usual")
  func longLoss() throws {
    #expect(MissingEvents.last(of: four + [99, 99])?.fewest == 207)
    #expect(MissingEvents.last(of: four + Array(repeating: 99, count: 20))?.events == 99)
    #expect(MissingEvents.last(of: four + [99, 300]) == nil)
    #expect(MissingEvents.last(of: four + [0, 90, 99])?.events == 99)
    // After four weeks it is what is usual.
    #expect(MissingEvents.last(of: four + Array(repeating: 99, count: 29)) == nil)
  }

  /// The events of four weeks' days, 200 on the weakest.
  private var four: [Int64] { (0..<28).map { 200 + $0 * 7 } }

  @Test("Only the same weekdays count")
  func weekdays() throws {
    let figures = revenue(today: 500) { $0 % 7 == 0 ? 500 : 5000 }
    #expect(try Example.verdict("revenue-drop", figures).state == .ok)
  }

  @Test("With fewer than half the weeks there is nothing to compare with")
  func young() throws {
    var figures = revenue(today: 0) { _ in 1000 }
    figures.firstDay = Example.asOf.advanced(by: -28)
    let verdict = try Example.verdict("revenue-drop", figures)
    #expect(verdict.finding == .noFigure(.baseline))
    #expect(verdict.state == .notEnoughData)
  }

  @Test("The start rate of the day before fires against the usual one")
  func startRate() throws {
    func state(_ started: Int64, viewers: Int64 = 600) throws -> AlertState {
      let figures = Example.figures(tables: [
        Example.table(
          Operations.schema,
          [
            "viewers": { $0 == 1 ? viewers : 600 },
            "viewers_started": { $0 == 1 ? started : $0 == 0 ? 0 : 180 },
          ])
      ])
      return try Example.verdict("paywall-start", figures).state
    }
    #expect(try state(180) == .ok)
    #expect(try state(120) == .firing, "a drop of 33 %")
    #expect(try state(135) == .ok, "one of 25 %, however sure")
    #expect(try state(90) == .firing)
    #expect(try state(18, viewers: 100) == .ok, "chance does as much to so few")
    #expect(try state(10, viewers: 100) == .firing)
  }

  @Test("Latency is told in seconds and fires above five")
  func latency() throws {
    func verdict(_ milliseconds: Int64) throws -> Verdict {
      try Example.verdict(
        "validation-latency",
        Example.figures(tables: [
          Example.table(
            Operations.schema,
            ["latency_p95": { _ in milliseconds }, "receipts_timed": { _ in 150 }])
        ]))
    }
    #expect(try verdict(5000).state == .ok)
    #expect(try verdict(5001).state == .firing)
    #expect(try verdict(5001).value == Rate(millionths: 5_001_000))
  }
}
