import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// Rules of small apps look at longer windows.
@Suite struct WideningTests {
  private func viewers(_ count: Int64, started: @escaping (Int) -> Int64) -> Figures {
    Example.figures(tables: [
      Example.table(
        Operations.schema,
        ["viewers": { _ in count }, "viewers_started": started])
    ])
  }

  private func text(_ verdict: Verdict) -> String {
    let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
    return AlertMessage(judged, currency: "USD", newest: nil).text
  }

  @Test("A day with 40 viewers is judged as a week, and the alert says so")
  func week() throws {
    let verdict = try Example.verdict("paywall-start", viewers(40) { _ in 14 })
    #expect(verdict.state == .ok)
    #expect(verdict.days?.count == 7)
    #expect(verdict.sample == 280)
    #expect(verdict.widening == Widening(days: 1, sample: 40))
    #expect(verdict.baseline == Rate(millionths: 350_000))
    #expect(text(verdict).contains("(over 7 days, because one day has only 40 viewers)"))
  }

  @Test("A day that holds the sample stays a day")
  func day() throws {
    let verdict = try Example.verdict("paywall-start", viewers(200) { _ in 70 })
    #expect(verdict.days?.count == 1)
    #expect(verdict.widening == nil)
  }

  @Test("Against a threshold three days are tried first; a rise needs a quarter of the sample")
  func ladder() throws {
    let figures = Example.figures(tables: [
      Example.table(Operations.schema, ["syncs": { _ in 40 }, "syncs_failed": { _ in 0 }])
    ])
    #expect(try Example.verdict("sync-failures", figures).days?.count == 3)
    let rising = try Example.verdict("sync-failures", figures) { $0.comparison = .rise }
    #expect(rising.days?.count == 1 && rising.smallestSample == 30)
    for (syncs, days) in [(100, 1), (34, 3), (15, 7), (8, 14), (4, 28)] {
      let figures = Example.figures(tables: [
        Example.table(
          Operations.schema, ["syncs": { _ in Int64(syncs) }, "syncs_failed": { _ in 0 }])
      ])
      #expect(try Example.verdict("sync-failures", figures).days?.count == days)
    }
  }

  @Test("What 28 days do not hold is not enough data, and no number is named")
  func tooFew() throws {
    let verdict = try Example.verdict("paywall-start", viewers(1) { _ in 1 })
    #expect(verdict.finding == .notEnoughData(enough: nil))
    #expect(verdict.days?.count == 28)
    #expect(!text(verdict).contains("would be enough"))
    #expect(text(verdict).contains("given at least 50 viewers"))
  }

  @Test("The sample that would be enough is named where the longest window holds it")
  func attainable() throws {
    let figures = Example.figures(tables: [
      Example.table(
        Operations.schema,
        ["paywalls_shown": { _ in 200 }, "paywalls_dismissed": { $0 == 0 ? 145 : 120 }])
    ])
    let verdict = try Example.verdict("paywall-bounce", figures)
    guard case .notEnoughData(let enough?) = verdict.finding else {
      Issue.record("\(verdict.finding)")
      return
    }
    #expect((201...5600).contains(enough))
    #expect(text(verdict).contains("paywalls would be enough to tell"))
    let close = try Example.verdict("paywall-bounce", figures) {
      $0.threshold = Fraction(7249, over: 10_000)
    }
    #expect(close.finding == .notEnoughData(enough: nil), "it would take hundreds of thousands")
  }

  @Test("A sum that is held against a fixed threshold is never widened")
  func sums() throws {
    let figures = Example.figures(tables: [
      Example.table(Daily.schema, ["net_revenue": { _ in 100 }, "charges": { _ in 2 }])
    ])
    let verdict = try Example.verdict("revenue-drop", figures) {
      ($0.comparison, $0.threshold) = (.below, Fraction(500, over: 1))
    }
    #expect(verdict.days?.count == 1)
    #expect(verdict.state == .notEnoughData)
  }

  @Test("Revenue of few charges a day is compared week by week")
  func revenue() throws {
    func verdict(_ last: Int64) throws -> Verdict {
      try Example.verdict(
        "revenue-drop",
        Example.figures(tables: [
          Example.table(
            Daily.schema, ["net_revenue": { $0 < 7 ? last : 100 }, "charges": { _ in 15 }])
        ]))
    }
    #expect(try verdict(95).state == .ok)
    let firing = try verdict(40)
    #expect(firing.state == .firing)
    #expect(firing.days?.count == 7)
    #expect(firing.baseline == Rate(millionths: 700_000_000))
  }

  @Test("Over a widened window the middle day's latency counts, not the worst one's")
  func latency() throws {
    func verdict(_ slow: Int) throws -> Verdict {
      try Example.verdict(
        "validation-latency",
        Example.figures(tables: [
          Example.table(
            Operations.schema,
            ["latency_p95": { $0 < slow ? 9000 : 800 }, "receipts_timed": { _ in 20 }])
        ]))
    }
    #expect(try verdict(3).days?.count == 7)
    #expect(try verdict(3).state == .ok)
    #expect(try verdict(4).state == .firing)
  }

  @Test("Cases that stop are missed as soon as the widened window is empty, not before")
  func noCases() throws {
    func verdict(_ silent: Int) throws -> Verdict {
      try Example.verdict(
        "sync-failures",
        Example.figures(tables: [
          Example.table(
            Operations.schema,
            ["syncs": { $0 < silent ? 0 : 40 }, "syncs_failed": { _ in 0 }])
        ]))
    }
    #expect(try verdict(1).state == .ok)
    #expect(try verdict(3).finding == .noCases(usual: 120))
  }

  @Test("A young app is not compared with days before its first one")
  func young() throws {
    var figures = viewers(40) { _ in 14 }
    figures.firstDay = Example.asOf.advanced(by: -5)
    let verdict = try Example.verdict("paywall-start", figures)
    #expect(verdict.days?.count == 1)
    #expect(verdict.state == .notEnoughData)
  }
}

/// Values of a rule with `by` are widened for themselves.
@Suite struct WidenedSegmentTests {
  /// Viewers a day of each country; those of the first start no purchase in the last week.
  private func figures(_ countries: [(String, Int64)]) -> Figures {
    func rows(_ segment: (String, String), _ viewers: Int64, _ last: Int64) -> [[Cell]] {
      Example.table(
        Operations.schema, days: 36, segment: segment,
        [
          "viewers": { _ in viewers },
          "viewers_started": { (1...7).contains($0) ? last : viewers * 3 / 10 },
        ]
      ).rows
    }
    let whole = countries.reduce(0) { $0 + $1.1 }
    let parts = countries.enumerated().flatMap { index, country in
      rows(("country", country.0), country.1, index == 0 ? 0 : country.1 * 3 / 10)
    }
    let last = countries.dropFirst().reduce(0) { $0 + $1.1 * 3 / 10 }
    return Example.figures(tables: [
      Operations.schema.table(rows(("all", "all"), whole, last) + parts)
    ])
  }

  @Test("A country with ten viewers a day is judged over a week, with a quarter of the sample")
  func quarter() throws {
    let verdict = try Example.verdict("paywall-start", figures([("US", 10), ("DE", 190)])) {
      $0.breakdown = ["country"]
    }
    #expect(verdict.tested == 2)
    #expect(verdict.segment == "country US")
    #expect(verdict.state == .firing)
    #expect(verdict.days?.count == 7)
    #expect(verdict.smallestSample == 50)
    #expect(verdict.widening == nil, "they are the days that changed")
    #expect(verdict.moves.first?.name == "country US")
    let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
    #expect(judged.severity == .critical, "few, but far beyond chance")
    let text = AlertMessage(judged, currency: "USD", newest: nil).text
    #expect(text.contains("given at least 50 viewers. Of 2 judged"))
  }

  @Test("A country that a week brings to the whole sample is as critical as the rule")
  func wholeSample() throws {
    let verdict = try Example.verdict("paywall-start", figures([("US", 40), ("DE", 160)])) {
      $0.breakdown = ["country"]
    }
    #expect(verdict.segment == "country US")
    #expect(verdict.sample == 280)
    #expect(JudgedRule(verdict, after: nil, on: Example.asOf).severity == .critical)
  }

  @Test("One that a week does not bring to that is not judged: no longer window is tried")
  func tooFew() throws {
    let verdict = try Example.verdict("paywall-start", figures([("US", 7), ("DE", 200)])) {
      $0.breakdown = ["country"]
    }
    #expect(verdict.tested == 1)
    #expect(verdict.state == .ok)
  }

  @Test("A country that a day tells enough of stays with its day beside one that takes a week")
  func mixed() throws {
    let figures = figures([("US", 20), ("DE", 300)])
    var rule = try Example.rule("paywall-start")
    rule.breakdown = ["country"]
    let evidence = try Example.evidence(rule, figures)
    #expect(evidence.segments.map { $0.verdict.days?.count } == [7, 1])
  }
}

/// How far back the rows of segments have to reach.
@Suite struct ReachTests {
  private let terms = Judge.Terms(
    end: Example.end, trialGraceDays: 7, renewalTolerance: .hours(24), maturingDays: 44)

  private func rule(_ text: String, funnels: String = "[]") throws -> AlertRule {
    let settings = try Settings.parse(
      Array("{funnels: \(funnels), alerts: [\(text)]}".utf8), file: "c.json5",
      figures: ReportSchema.watchable)
    return try #require(
      settings.alerts.last { text.contains("'\($0.name)'") })
  }

  @Test("The default rules look at five weeks of segments and the day of the start rate")
  func defaults() {
    #expect(Judge.reach(of: AlertRule.defaults, terms) == 36)
  }

  @Test("A drop of a slow funnel by segment reaches over its window, its days and its baseline")
  func funnel() throws {
    let rule = try rule(
      "{name: 'f', metric: 'funnel.from_previous', where: {funnel: 'trial', step: 2}, by: 'country',"
        + " window: 7, compare: 'drop', threshold: 0.2, minSample: 10}")
    #expect(Judge.reach(of: [rule], terms) == 44 + 7 + 4 * 7)
  }

  @Test("A rule for one country can be widened to 28 days; one for everybody needs no segments")
  func filter() throws {
    let german = try rule("{name: 'sync-failures', where: {country: 'DE'}}")
    #expect(Judge.reach(of: [german], terms) == 28 + 28)
    #expect(try Judge.reach(of: [rule("{name: 'sync-failures'}")], terms) == 0)
    let revenue = try rule("{name: 'revenue-drop', by: 'country'}")
    #expect(Judge.reach(of: [revenue], terms) == 0, "these have 400 days")
  }

  @Test("A rule on one funnel waits for that funnel only")
  func ownFunnel() throws {
    let rows = ["quick": 1, "slow": 30].flatMap { name, window in
      (0..<60).map { ago in
        FunnelSteps.schema.columns.map { column -> Cell in
          switch column.name {
          case "funnel": .text(name)
          case "grain": .text("day")
          case "cohort": .day(Example.asOf.advanced(by: -ago))
          case "dimension", "value": .text("all")
          case "step": .count(2)
          case "event": .text("charge")
          case "customers": .count(50)
          case "matured": .flag(ago >= window)
          default: .missing
          }
        }
      }
    }
    let figures = Example.figures(tables: [FunnelSteps.schema.table(rows)])
    for (name, window) in ["quick": 1, "slow": 30] {
      let rule = try rule(
        "{name: 'f', metric: 'funnel.from_previous', where: {funnel: '\(name)', step: 2}, window: 7,"
          + " compare: 'below', threshold: 0.2}",
        funnels: "[{name: '\(name)', steps: ['purchased', 'renewed']}]")
      let verdict = try #require(Judge([rule], terms).verdicts(on: figures).first)
      #expect(verdict.days?.upperBound == Example.asOf.advanced(by: -window))
    }
  }
}
