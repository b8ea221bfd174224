import Metrics
import Settings
import Testing
import Values

@testable import Alerts

@Suite struct MemoryTests {
  private func verdict(_ finding: Verdict.Finding) -> Verdict {
    Verdict(AlertRule.defaults[0], finding)
  }

  /// The states of following days, each judged in the light of the one before.
  private func story(_ findings: [Verdict.Finding]) -> [JudgedRule] {
    var before: RememberedState?
    return findings.enumerated().map { day, finding in
      let judged = JudgedRule(verdict(finding), after: before, on: Day(100 + day))
      before = judged.remembered
      return judged
    }
  }

  @Test("New, still firing, recovering, firing again without being new, resolved")
  func flapping() {
    let story = story([.ok, .firing, .firing, .ok, .firing, .ok, .ok, .ok])
    #expect(
      story.map(\.state) == [
        .ok, .firing, .firing, .recovering, .firing, .recovering, .ok, .ok,
      ])
    let since = Day(101)
    #expect(story.map(\.since) == [nil, since, since, since, since, since, nil, nil])
    #expect(story.map(\.resolved) == [nil, nil, nil, nil, nil, nil, since, nil])
  }

  @Test("A day that cannot be judged is neither the trouble's end nor a step towards it")
  func gap() {
    let gap = Verdict.Finding.notEnoughData(enough: 9)
    let story = story([.firing, gap, .firing, .ok, gap, .ok, .ok])
    #expect(
      story.map(\.state) == [
        .firing, .notEnoughData, .firing, .recovering, .notEnoughData, .recovering, .ok,
      ])
    #expect(story.dropLast().allSatisfy { $0.since == Day(100) })
    #expect(story.map(\.resolved) == [nil, nil, nil, nil, nil, nil, Day(100)])
  }

  @Test("A rule that waited for newer data was in no trouble: what it then finds is new")
  func waiting() throws {
    let rule = try Example.rule("payment-failure")
    func after(_ finding: Verdict.Finding, _ before: RememberedState?, _ day: Int) -> JudgedRule {
      JudgedRule(Verdict(rule, finding), after: before, on: Day(day))
    }
    let waiting = after(.outdated, nil, 100)
    #expect(waiting.since == Day(100))
    #expect(after(.outdated, waiting.remembered, 101).since == Day(100))
    #expect(after(.firing, waiting.remembered, 101).since == Day(101))
    let well = after(.ok, waiting.remembered, 101)
    #expect(well.state == .ok)
    #expect(well.resolved == nil)
    let firing = after(.firing, nil, 90)
    #expect(after(.firing, after(.outdated, firing.remembered, 91).remembered, 92).since == Day(90))
  }

  @Test("Stale is critical whatever the rule says, and goes on as one trouble with firing")
  func stale() throws {
    let rule = try Example.rule("refund-rate")
    let judged = JudgedRule(
      Verdict(rule, .outdated), after: RememberedState(state: .firing, since: Day(90)), on: Day(100)
    )
    #expect(judged.severity == .critical)
    #expect(judged.since == Day(90))
  }
}

@Suite("How far an acknowledgement reaches")
struct AcknowledgementTests {
  private func verdict(_ segments: [String], isCritical: Bool = false) throws -> Verdict {
    var verdict = Verdict(try Example.rule("payment-failure"), .firing)
    verdict.isCritical = isCritical
    verdict.breaches = segments.map { Breach(dimension: "country", value: $0, verdict: verdict) }
    verdict.segment = verdict.breaches.first?.name
    return verdict
  }

  /// Whether what was acknowledged on the day of `known` covers `next`, a day later.
  private func covers(_ known: Verdict, _ next: Verdict) -> Bool {
    let first = JudgedRule(known, after: nil, on: Day(100))
    let later = JudgedRule(
      next, after: first.remembered, on: Day(101),
      acknowledgement: Acknowledgement(
        made: Day(100), until: Day(110), why: "known", extent: first.extent))
    return later.acknowledgement != nil
  }

  @Test("It covers the same trouble, and segments of everybody's")
  func same() throws {
    #expect(try covers(verdict(["US"]), verdict(["US"])))
    #expect(try covers(verdict(["DE", "US"]), verdict(["US"])))
    #expect(try covers(verdict([]), verdict([])))
    #expect(try covers(verdict([]), verdict(["US"])))
  }

  @Test("A day without its log, and the hours that go by then, are one trouble")
  func silentDay() throws {
    var rule = try Example.rule("freshness")
    let missing = Verdict.Finding.missing(
      try #require(MissingEvents(events: 0, before: Array(repeating: 9, count: 28))))
    #expect(covers(Verdict(rule, missing), Verdict(rule, .firing)))
    #expect(JudgedRule(Verdict(rule, missing), after: nil, on: Day(100)).severity == .critical)
    rule.severity = .warning
    #expect(JudgedRule(Verdict(rule, missing), after: nil, on: Day(100)).severity == .warning)
  }

  /// With a cause of these segments, `country US`.
  private func caused(_ cause: [String], _ verdict: Verdict) -> Verdict {
    var verdict = verdict
    let segments = cause.map { name in
      let words = name.split(separator: " ").map(String.init)
      return CrossedFigures.Segment(dimension: words[0], value: words[1])
    }
    let unknown = RateChange(before: nil, now: nil)
    verdict.smallest = SmallestCause(
      parts: [
        .init(segments: segments, rates: unknown, cases: 30, part: 1, missing: 1, since: nil)
      ], others: unknown)
    return verdict
  }

  @Test("Other segments in which a known cause shows are no news, another cause is")
  func sideEffects() throws {
    let known = caused(["platform ipados"], try verdict(["US"]))
    #expect(try covers(known, caused(["platform ipados"], verdict(["BR", "US"]))))
    #expect(try covers(known, caused(["platform ipados", "country BR"], verdict(["BR"]))))
    #expect(try covers(known, caused(["platform ipados"], verdict([]))))
    #expect(try !covers(known, caused(["country BR"], verdict(["BR"]))))
    #expect(try !covers(known, verdict(["BR"])))
    #expect(try !covers(known, caused(["platform ipados"], verdict(["US"], isCritical: true))))
  }

  @Test("It says why it no longer holds")
  func lapse() throws {
    func lapse(_ next: Verdict) throws -> String? {
      let first = JudgedRule(try verdict(["US"]), after: nil, on: Day(100))
      return JudgedRule(
        next, after: first.remembered, on: Day(101),
        acknowledgement: Acknowledgement(
          made: Day(100), until: Day(110), why: "known", extent: first.extent)
      ).lapse
    }
    #expect(try lapse(verdict(["US"])) == nil)
    let until = "Acknowledged until \(Day(110)), but since then "
    #expect(try lapse(verdict(["DE"])) == until + "it reached country DE")
    #expect(
      try lapse(verdict([], isCritical: true))
        == until + "it reached everybody, it became critical")
  }

  @Test("It covers other rules that fire for the same cause, if these are no worse")
  func siblings() throws {
    func judged(_ verdict: Verdict, isKnown: Bool = false) -> JudgedRule {
      JudgedRule(
        verdict, after: nil, on: Day(100),
        acknowledgement: isKnown
          ? Acknowledgement(made: Day(100), until: Day(110), why: "known") : nil)
    }
    let known = judged(caused(["platform ipados"], try verdict([])), isKnown: true)
    func isCovered(_ verdict: Verdict) -> Bool {
      judged(verdict).acknowledged(with: [known]).acknowledgement != nil
    }
    #expect(isCovered(caused(["platform ipados"], try verdict(["US"]))))
    #expect(!isCovered(caused(["platform ios"], try verdict(["US"]))))
    #expect(!isCovered(try verdict(["US"])))
    #expect(!isCovered(try verdict([])))
    let country = judged(caused(["country US"], try verdict([])), isKnown: true)
    #expect(try judged(verdict(["US"])).acknowledged(with: [country]).acknowledgement != nil)
    #expect(try judged(verdict(["DE", "US"])).acknowledged(with: [country]).acknowledgement == nil)
    #expect(!isCovered(caused(["platform ipados"], try verdict([], isCritical: true))))
  }

  @Test("What recovers is as severe as it was")
  func recovering() throws {
    var rule = try Example.rule("payment-failure")
    rule.severity = .critical
    for isCritical in [false, true] {
      let extent = AlertScope(parts: isCritical ? ["all", "critical"] : ["all"])
      let over = JudgedRule(
        Verdict(rule, .ok),
        after: RememberedState(state: .firing, since: Day(98), extent: extent), on: Day(100))
      #expect(over.state == .recovering)
      #expect(over.severity == (isCritical ? .critical : .warning))
    }
  }

  @Test("Another segment, everybody, or a warning that gets critical is news")
  func wider() throws {
    #expect(try !covers(verdict(["US"]), verdict(["DE"])))
    #expect(try !covers(verdict(["US"]), verdict([])))
    #expect(try !covers(verdict([]), verdict([], isCritical: true)))
    #expect(try covers(verdict([], isCritical: true), verdict([])))
    #expect(try !covers(verdict([]), Verdict(Example.rule("payment-failure"), .noCases(usual: 9))))
    #expect(try covers(verdict([]), Verdict(Example.rule("payment-failure"), .outdated)))
  }

  @Test("A trouble is news for a week, and again when it gets worse or wider")
  func news() throws {
    func isNews(_ verdict: Verdict, of extent: Set<String>, since day: Int) -> Bool {
      let before = RememberedState(
        state: .firing, since: Day(day), extent: AlertScope(parts: extent))
      return RememberedState.isNews(verdict, after: before, on: Day(100))
    }
    let usual = try verdict(["US"])
    #expect(RememberedState.isNews(usual, after: nil, on: Day(100)))
    #expect(isNews(usual, of: ["country US"], since: 93))
    #expect(!isNews(usual, of: ["country US"], since: 92))
    #expect(isNews(usual, of: ["country DE"], since: 92))
    #expect(isNews(try verdict(["US"], isCritical: true), of: ["country US"], since: 92))
    #expect(!RememberedState.isNews(Verdict(usual.rule, .ok), after: nil, on: Day(100)))
  }

  @Test("A trouble of an older day, looked at later, is another one")
  func older() throws {
    let judged = JudgedRule(
      try verdict([]), after: nil, on: Day(90),
      acknowledgement: Acknowledgement(made: Day(100), until: Day(110), why: "known"))
    #expect(judged.acknowledgement == nil)
  }

  @Test("One of an older version, which kept no extent, covers whatever goes on")
  func unknown() throws {
    let judged = JudgedRule(
      try verdict([], isCritical: true), after: RememberedState(state: .firing, since: Day(90)),
      on: Day(101), acknowledgement: Acknowledgement(made: Day(100), until: Day(110), why: "known"))
    #expect(judged.acknowledgement != nil)
    #expect(judged.since == Day(90))
  }
}

@Suite struct OverallStatusTests {
  private func line(_ state: AlertState, _ severity: AlertLine.Severity = .warning)
    -> AlertLine
  {
    AlertLine(name: "a", severity: severity, state: state, message: "")
  }

  @Test("The worst state wins, and nothing judged is its own answer")
  func worst() {
    #expect(OverallStatus([]) == .unjudged)
    #expect(OverallStatus([line(.notEnoughData)]) == .unjudged)
    #expect(OverallStatus([line(.notEnoughData), line(.ok)]) == .allWell)
    #expect(OverallStatus([line(.recovering, .critical)]) == .allWell)
    #expect(OverallStatus([line(.firing), line(.ok)]) == .warning)
    #expect(OverallStatus([line(.firing), line(.firing, .critical)]) == .critical)
    #expect(OverallStatus([line(.stale, .critical)]) == .critical)
  }

  @Test("A rule that waits for newer data counts as that of freshness does")
  func waiting() {
    var waiting = line(.stale, .critical)
    waiting.isStale = true
    var known = line(.firing, .critical)
    known.acknowledged = "until tomorrow: the export is broken"
    #expect(OverallStatus([line(.firing, .critical), waiting]) == .critical)
    #expect(OverallStatus([line(.firing), waiting]) == .warning)
    #expect(OverallStatus([known, waiting]) == .allWell)
  }
}
