import Foundation
import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// What an alert says of each of its conditions, and how bad it is.
@Suite struct ConditionTests {
  private func text(_ verdict: Verdict) -> String {
    AlertMessage(
      JudgedRule(verdict, after: nil, on: Example.asOf), currency: "USD", newest: nil
    ).text
  }

  private func revenue(_ today: Int64, _ usual: @escaping (Int) -> Int64) throws -> Verdict {
    try Example.verdict(
      "revenue-drop",
      Example.figures(tables: [
        Example.table(
          Daily.schema,
          ["net_revenue": { $0 == 0 ? today : usual($0) }, "charges": { _ in 4000 }])
      ]))
  }

  @Test("A drop is told with its size and its robust deviations, also where it does not fire")
  func deviations() throws {
    let verdict = try revenue(700) { $0 / 7 % 2 == 0 ? 700 : 1100 }
    #expect(verdict.state == .ok)
    #expect(
      text(verdict).hasSuffix(
        "baseline $900.00, the median of the same weekdays in the 8 weeks before: a drop of 22.2%; threshold: "
          + "a drop of more than 20% and 3 robust deviations (actual 0.7), "
          + "also from the same days of the three months before (highest: $700.00), "
          + "also from 4, 8 and 12 weeks before (highest: $700.00), given at least 20 charges."
      ))
  }

  @Test("A rise is none of the drops that a rule is about, and is called one")
  func rise() throws {
    #expect(
      try text(revenue(1200) { _ in 1000 }).contains(": a rise of 20%; threshold: a drop of more"))
  }

  @Test("A drop of a proportion is told with how seldom chance brings it")
  func bound() throws {
    let figures = Example.figures(tables: [
      Example.table(
        Operations.schema,
        ["viewers": { _ in 600 }, "viewers_started": { $0 == 1 ? 90 : 180 }])
    ])
    #expect(
      try text(Example.verdict("paywall-start", figures) { $0.breakdown = [] }).hasSuffix(
        "baseline 30.0%, the rate of the 4 weeks before: a drop of 50.0%; threshold: a drop "
          + "of more than 30% that chance brings at most once in 180 nights (actual: once in 1,000,000 nights), "
          + "given at least 50 viewers."))
  }

  /// Figures of every kind, good and bad, of many and of few.
  private static let cases: [(Int64, Int64)] = [1, 8, 30, 90, 400, 3000].flatMap { cases in
    [0, 1, 2, 5, 10, 15, 30, 60, 100].map { (cases, cases * $0 / 100) }
  }

  @Test("A rule fires exactly when all its conditions are met", arguments: cases)
  func all(cases: Int64, part: Int64) throws {
    for rule in AlertRule.defaults where rule.figure.column != nil {
      let source = MetricSource(rule)
      let file = try #require(ReportSchema.table(source.table))
      var columns: [String: (Int) -> Int64] = ["charges": { _ in cases }]
      switch source.form {
      case .share(let counting, let whole):
        for name in whole.columns { columns[name] = { _ in cases } }
        for name in counting.columns { columns[name] = { $0 < 8 ? part : cases / 2 } }
      case .amount(let column, _): columns[column] = { $0 < 8 ? part : cases }
      case .percentile(let column, let sample):
        (columns[column], columns[sample]) = ({ _ in part * 100 }, { _ in cases })
      default: continue
      }
      let figures = Example.figures(tables: [Example.table(file, columns)])
      let verdict = try Example.verdict(rule.name, figures) { $0.breakdown = [] }
      guard verdict.finding != .noFigure(.baseline), verdict.value != nil else { continue }
      let conditions = verdict.conditions(Units(source.unit, currency: "USD"), source)
      let needed = conditions.filter { $0.name != "critical" }
      #expect(needed.allSatisfy(\.isMet) == (verdict.finding == .firing), "\(rule.name) \(needed)")
      if let critical = conditions.first(where: { $0.name == "critical" }) {
        #expect(
          (critical.isMet && verdict.finding == .firing) == verdict.isCritical, "\(rule.name)")
      }
    }
  }
}

@Suite struct CriticalThresholdTests {
  private func failures(_ failed: Int64, of payments: Int64) -> Figures {
    Example.figures(tables: [
      Daily.schema.table(),
      Example.table(
        Operations.schema,
        ["payment_failures": { _ in failed }, "paid_charges": { _ in payments - failed }]),
    ])
  }

  private func judged(_ failed: Int64, of payments: Int64) throws -> (JudgedRule, Figures) {
    var figures = failures(failed, of: payments)
    let judged = JudgedRule(
      try Example.verdict("payment-failure", figures), after: nil, on: Example.asOf)
    figures.take([judged])
    return (judged, figures)
  }

  @Test("Severity grows with the damage, once the whole interval is beyond the critical threshold")
  func grows() throws {
    #expect(try judged(5, of: 100).0.severity == .warning)
    let close = try judged(12, of: 100).0
    #expect(close.severity == .warning, "12 % of 700 reaches down to 9.8 %")
    #expect(close.state == .firing)
    let (worst, figures) = try judged(66, of: 100)
    #expect(worst.severity == .critical)
    #expect(OverallStatus(figures.alerts) == .critical)
    #expect(AlertsProm.text(figures).contains("severity=\"critical\",state=\"firing\"} 1"))
    #expect(
      AlertsMarkdown.text(figures).contains("**payment-failure** (critical, since 2026-02-07)"))
    let row = try #require(figures.table("alerts").rows.first)
    #expect(row[1] == .text("critical"))
    #expect(row[figures.table("alerts").index("critical")] == .rate(Rate(millionths: 100_000)))
    #expect(figures.alerts[0].message.contains("above 2% (critical above 10%)"))
  }

  @Test("A good figure is no critical one, whatever was before")
  func over() throws {
    let figures = failures(0, of: 100)
    let judged = JudgedRule(
      try Example.verdict("payment-failure", figures),
      after: RememberedState(state: .firing, since: Day(100)), on: Example.asOf)
    #expect(judged.state == .recovering)
    #expect(judged.severity == .warning)
  }

  @Test("A drop has a critical share, too")
  func drop() throws {
    func severity(_ today: Int64) throws -> AlertLine.Severity {
      let figures = Example.figures(tables: [
        Example.table(
          Daily.schema, ["net_revenue": { $0 == 0 ? today : 1000 }, "charges": { _ in 4000 }])
      ])
      let verdict = try Example.verdict("revenue-drop", figures) {
        ($0.severity, $0.critical) = (.warning, Fraction(1, over: 2))
      }
      #expect(verdict.state == .firing)
      return JudgedRule(verdict, after: nil, on: Example.asOf).severity
    }
    #expect(try severity(600) == .warning)
    #expect(try severity(400) == .critical)
  }

  private func rule(_ text: String) throws -> AlertRule {
    let settings = try Settings.parse(Array("{alerts: [\(text)]}".utf8), file: "c.json5")
    return try #require(settings.alerts.first { $0.name == "refund-rate" })
  }

  @Test("The configuration sets it; a threshold that is as bad has none")
  func settings() throws {
    func critical(_ text: String) throws -> Double? {
      try rule(text).critical.map { Ratio($0).value }
    }
    #expect(try critical("{name: 'refund-rate'}") == 0.15)
    #expect(try critical("{name: 'refund-rate', critical: 0.2}") == 0.2)
    #expect(try rule("{name: 'refund-rate', threshold: 0.3}").critical == nil)
    #expect(try rule("{name: 'refund-rate', severity: 'critical'}").critical == nil)
    #expect(try rule("{name: 'refund-rate', compare: 'drop'}").critical == nil)
    for wrong in ["critical: 0.04", "critical: 0.5, severity: 'critical'"] {
      #expect(throws: Failure.self) { try rule("{name: 'refund-rate', \(wrong)}") }
    }
  }

  @Test("Failures that rise fire below the threshold, where that is beyond chance")
  func rise() throws {
    func state(_ failed: Int64, of payments: Int64, times: Int64) throws -> AlertState {
      let table = Example.table(
        Operations.schema,
        [
          "payment_failures": { $0 < 3 ? failed * times : failed },
          "paid_charges": { payments - ($0 < 3 ? failed * times : failed) },
        ])
      return try Example.verdict("payment-failure", Example.figures(tables: [table])).state
    }
    #expect(try state(8, of: 1000, times: 4) == .firing)
    #expect(try state(8, of: 1000, times: 1) == .ok)
    #expect(try state(1, of: 125, times: 2) == .ok)
  }

  @Test("A warning that becomes critical is told, once")
  func worse() throws {
    var before: RememberedState?
    var lastNotified: [String: LastNotified] = [:]
    let days: [Int64] = [5, 5, 66, 66, 5, 66, 0, 0]
    let changes = try days.enumerated().map { index, failed in
      let asOf = Day(100 + index)
      let verdict = try Example.verdict("payment-failure", failures(failed, of: 100))
      let judged = JudgedRule(verdict, after: before, on: asOf)
      before = judged.remembered
      var figures = Example.figures()
      figures.take([judged])
      let notifications = AlertNotifications(
        [judged], figures.alerts, lastNotified: lastNotified, asOf: asOf)
      lastNotified = notifications.lastNotified
      return notifications.items.map(\.change.rawValue).joined()
    }
    #expect(changes == ["new", "", "worse", "", "", "", "", "resolved"])
  }
}

/// `explain alert` shows what was judged, and nothing else.
@Suite struct EvidenceTests {
  private func evidence(_ rule: AlertRule, _ figures: Figures) throws -> RuleEvidence {
    try Example.evidence(rule, figures)
  }

  @Test("The days of the window add up to the judged figure, the baseline has its median")
  func addsUp() throws {
    let figures = Example.figures(tables: [
      Example.table(
        Operations.schema,
        ["viewers": { 30 + Int64($0 % 5) }, "viewers_started": { 7 + Int64($0 % 3) }])
    ])
    var rule = try Example.rule("paywall-start")
    rule.breakdown = []
    let evidence = try evidence(rule, figures)
    #expect(evidence.days.count == evidence.verdict.days?.count)
    #expect(evidence.days.compactMap(\.sample).reduce(0, +) == evidence.verdict.sample)
    #expect(evidence.days.compactMap(\.part).reduce(0, +) == evidence.verdict.part)
    #expect(evidence.baseline.count == 4)
    #expect(
      RobustStatistics.median(evidence.baseline.compactMap(\.value)) == evidence.verdict.baseline)
  }

  @Test("Of a broken segment it shows that segment's days, and all that were judged beside it")
  func segment() throws {
    func rows(_ segment: (String, String), _ viewers: Int64, _ started: Int64) -> [[Cell]] {
      Example.table(
        Operations.schema, days: 36, segment: segment,
        [
          "viewers": { _ in viewers },
          "viewers_started": { $0 == 1 ? started : viewers * 3 / 10 },
        ]
      ).rows
    }
    var figures = Example.figures(tables: [
      Operations.schema.table(
        rows(("all", "all"), 6000, 1680) + rows(("country", "US"), 600, 60)
          + rows(("country", "DE"), 5400, 1620))
    ])
    var rule = try Example.rule("paywall-start")
    rule.breakdown = ["country"]
    let evidence = try evidence(rule, figures)
    #expect(evidence.days.map(\.sample) == [600])
    #expect(evidence.days.map(\.part) == [60])
    #expect(evidence.segments.map(\.name) == ["country US", "country DE"])
    let judged = JudgedRule(evidence.verdict, after: nil, on: Example.asOf)
    figures.take([judged])
    let text = EvidenceText(evidence, judged, figures).text
    #expect(text.hasPrefix("paywall-start: firing, critical, first on 2026-05-17\n"))
    #expect(text.contains("Segment     country US\n"))
    #expect(
      text.contains("runrate explain operations.start_rate --on 2026-05-16 --where country=US"))
    #expect(figures.alerts[0].command == "runrate explain alert paywall-start --as-of 2026-05-17")
    let json = Data(EvidenceText(evidence, judged, figures).json.page.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["segment"] as? String == "country US")
    #expect((object["conditions"] as? [Any])?.isEmpty == false)
  }

  @Test("Every default rule can be explained, also without any figure")
  func every() throws {
    for rule in AlertRule.defaults {
      var figures = Example.figures()
      let evidence = try evidence(rule, figures)
      let judged = JudgedRule(evidence.verdict, after: nil, on: Example.asOf)
      figures.take([judged])
      #expect(EvidenceText(evidence, judged, figures).text.hasPrefix("\(rule.name): "))
    }
  }
}
