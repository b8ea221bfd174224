import Foundation
import Metrics
import Settings
import Testing
import Values

@testable import Alerts

@Suite struct AlertNotificationsTests {
  /// The changes that following days tell, one rule, each day in the light of the ones before.
  private func story(
    _ findings: [Verdict.Finding], _ acknowledgement: Acknowledgement? = nil
  ) -> [String] {
    story(findings.map { Verdict(AlertRule.defaults[1], $0) }, acknowledgement)
  }

  private func story(
    _ verdicts: [Verdict], _ acknowledgement: Acknowledgement? = nil
  ) -> [String] {
    var before: RememberedState?
    var lastNotified: [String: LastNotified] = [:]
    return verdicts.enumerated().map { index, verdict in
      let asOf = Day(100 + index)
      let judged = JudgedRule(
        verdict, after: before, on: asOf, acknowledgement: acknowledgement)
      before = judged.remembered
      var figures = Example.figures()
      figures.take([judged])
      let notifications = AlertNotifications(
        [judged], figures.alerts, lastNotified: lastNotified, asOf: asOf)
      lastNotified = notifications.lastNotified
      return notifications.items.map(\.change.rawValue).joined()
    }
  }

  @Test("A trouble is told when it begins and when it is over, not every night")
  func simple() {
    #expect(story([.ok, .firing, .firing, .ok, .ok, .ok]) == ["", "new", "", "", "resolved", ""])
  }

  @Test("A rule that flaps pages once")
  func flapping() {
    #expect(
      story([.firing, .ok, .firing, .ok, .firing, .ok, .ok]) == [
        "new", "", "", "", "", "", "resolved",
      ])
  }

  @Test("A trouble that lasts is told again after a week")
  func reminder() {
    let changes = story(Array(repeating: .firing, count: 16))
    #expect(changes.indices.filter { !changes[$0].isEmpty } == [0, 7, 14])
    #expect(changes[7] == "still")
  }

  @Test("A trouble that reaches others is told, once")
  func wider() {
    func firing(_ segments: [String]) -> Verdict {
      var verdict = Verdict(AlertRule.defaults[1], .firing)
      verdict.breaches = segments.map { Breach(dimension: "country", value: $0, verdict: verdict) }
      verdict.segment = verdict.breaches.first?.name
      return verdict
    }
    #expect(
      story([
        firing(["US"]), firing(["US"]), firing(["DE", "US"]), firing(["DE"]), firing([]),
        firing(["FR"]),
      ]) == ["new", "", "wider", "", "wider", ""])
  }

  @Test("What is acknowledged does not page until its day is over, or the trouble is another one")
  func acknowledged() {
    let known = Acknowledgement(made: Day(100), until: Day(103), why: "known")
    #expect(
      story([.firing, .firing, .firing, .firing, .firing], known) == ["", "", "", "", "new"])
    let longer = Acknowledgement(made: Day(100), until: Day(200), why: "known")
    #expect(story([.firing, .ok, .ok, .firing], longer) == ["", "", "", "new"])
  }

  /// What two rules tell, `second` being a warning at first; their causes by the dimensions that they cross.
  private func two(_ causes: [[String]], acknowledged: Bool = false) -> [[String]] {
    let known = Acknowledgement(made: Day(100), until: Day(200), why: "known")
    var before = [RememberedState?](repeating: nil, count: 2)
    var lastNotified: [String: LastNotified] = [:]
    return (0..<3).map { night in
      let asOf = Day(100 + night)
      let judged = causes.enumerated().map { place, dimensions in
        var verdict = Verdict(AlertRule.defaults[1], .firing)
        verdict.rule.name = ["first", "second"][place]
        verdict.isTentative = place == 1 && night == 0
        verdict.smallest = cause(dimensions)
        return JudgedRule(
          verdict, after: before[place], on: asOf,
          acknowledgement: acknowledged && place == 0 ? known : nil)
      }
      before = judged.map(\.remembered)
      var figures = Example.figures()
      figures.take(judged)
      let news = AlertNotifications(
        judged, figures.alerts, lastNotified: lastNotified, asOf: asOf)
      lastNotified = news.lastNotified
      return news.items.map { "\($0.line.name) \($0.change)" }
    }
  }

  private func cause(_ dimensions: [String]) -> SmallestCause {
    let rates = RateChange(before: nil, now: nil)
    let segments = dimensions.map { CrossedFigures.Segment(dimension: $0, value: "x") }
    return SmallestCause(
      parts: [.init(segments: segments, rates: rates, cases: 30, part: 1, missing: 1, since: nil)],
      others: rates)
  }

  @Test(
    "A rule that gets as bad as another for the same cause, or a part of it, pages nobody again")
  func sameCause() {
    let both = ["first new", "second new"]
    #expect(two([["country", "variant"], ["country", "variant"]]) == [both, [], []])
    #expect(two([["country", "variant"], ["country"]]) == [both, [], []])
    #expect(two([["country"], ["platform"]]) == [both, ["second worse"], []])
    #expect(two([["country"], ["country"]], acknowledged: true) == [[], [], []])
    #expect(
      two([["country"], ["platform"]], acknowledged: true) == [
        ["second new"], ["second worse"], [],
      ])
  }

  /// Two rules fire for one cause on three nights and are well on three, the second a night longer.
  @Test("What one message told is told to be over once, as bad as it was")
  func overOnce() {
    var before = [RememberedState?](repeating: nil, count: 2)
    var lastNotified: [String: LastNotified] = [:]
    let told = (0..<8).map { night in
      let asOf = Day(100 + night)
      let judged = [0, 1].map { place in
        var verdict = Verdict(AlertRule.defaults[1], night < 3 + place ? .firing : .ok)
        verdict.rule.name = ["first", "second"][place]
        verdict.isTentative = night == 0
        verdict.smallest = verdict.finding == .ok ? nil : cause(["country"])
        return JudgedRule(verdict, after: before[place], on: asOf)
      }
      before = judged.map(\.remembered)
      var figures = Example.figures()
      figures.take(judged)
      let notifications = AlertNotifications(
        judged, figures.alerts, lastNotified: lastNotified, asOf: asOf)
      lastNotified = notifications.lastNotified
      return AlertNews(notifications, figures).troubles.map {
        "\($0.names) \($0.item.change) \($0.severity)"
      }
    }
    let both = "[\"first\", \"second\"]"
    #expect(
      told == [
        [both + " new warning"], [both + " worse critical"], [], [],
        [both + " resolved critical"], [], [], [],
      ])
  }

  @Test("A warning of a critical rule is over as a warning")
  func overAsWarning() {
    let judged = JudgedRule(
      Verdict(AlertRule.defaults[1], .ok),
      after: RememberedState(state: .recovering, since: Day(98)), on: Day(100))
    var figures = Example.figures()
    figures.take([judged])
    let told = LastNotified(since: Day(98), day: Day(98), extent: AlertScope(parts: ["all"]))
    let notifications = AlertNotifications(
      [judged], figures.alerts, lastNotified: [judged.verdict.rule.name: told], asOf: Day(100))
    #expect(notifications.items.map(\.change) == [.resolved])
    #expect(notifications.items.map(\.isCritical) == [false])
  }

  @Test("An acknowledged trouble neither counts nor needs attention, but is shown with its reason")
  func status() {
    let known = Acknowledgement(made: Day(100), until: Day(103), why: "the bank's outage")
    let judged = JudgedRule(
      Verdict(AlertRule.defaults[1], .firing), after: nil, on: Day(100), acknowledgement: known)
    var figures = Example.figures()
    figures.take([judged])
    #expect(figures.alerts[0].state == .firing)
    #expect(OverallStatus(figures.alerts) == .allWell)
    let text = AlertsMarkdown.text(figures)
    #expect(text.contains("## Acknowledged"))
    #expect(text.contains("until 1970-04-14: the bank's outage"))
    #expect(!text.contains("## Firing"))
  }

  private func hostile() -> (AlertNotifications, Figures) {
    var rule = AlertRule.defaults[1]
    rule.name = "<!channel> \"&\n"
    rule.runbook = "https://wiki.example/paywall"
    let judged = JudgedRule(Verdict(rule, .firing), after: nil, on: Example.asOf)
    var figures = Example.figures()
    figures.take([judged])
    return (
      AlertNotifications([judged], figures.alerts, lastNotified: [:], asOf: Example.asOf), figures
    )
  }

  @Test("A Slack message is one JSON text in which names cannot mention or link")
  func slack() throws {
    let (notifications, figures) = hostile()
    let data = Data(SlackAlert.body(AlertNews(notifications, figures)).utf8)
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let text = try #require(json["text"] as? String)
    #expect(text.hasPrefix("*Runrate CRITICAL*, as of 2026-05-17: 1 firing"))
    #expect(text.contains("🔴 new, critical: *Same-day start rate is unknown"))
    #expect(text.contains("Rule: &lt;!channel&gt; \"&amp;"))
    #expect(text.contains("Runbook: https://wiki.example/paywall"))
    #expect(text.contains("Details: runrate explain alert "))
    #expect(!text.contains("<!channel>"))
  }

  @Test("Values from a log cannot mention, link or change the look of a Slack message")
  func values() throws {
    let value = "<!channel> <https://evil.example|pay> https://evil.example *bold* `code` ~gone~\n"
    var verdict = Verdict(AlertRule.defaults[1], .firing)
    verdict.segment = "country \(value)"
    verdict.value = Rate(millionths: 100_000)
    verdict.threshold = Rate(millionths: 300_000)
    verdict.breaches = [Breach(dimension: "country", value: value, verdict: verdict)]
    verdict.moves = [
      Move(
        dimension: "country", value: value, before: nil, now: nil, part: 1, weight: 0,
        isTelling: true)
    ]
    var figures = Example.figures()
    let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
    figures.take([judged])
    let notifications = AlertNotifications(
      [judged], figures.alerts, lastNotified: [:], asOf: Example.asOf)
    let data = Data(SlackAlert.body(AlertNews(notifications, figures)).utf8)
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let text = try #require(json["text"] as? String)
    #expect(text.contains("Evidence: country &lt;!channel&gt;"))
    for markup in ["<", ">", "://", "*bold*", "`", "~"] { #expect(!text.contains(markup)) }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 6, "a line break of a value is none of the message")
    let program = Data(WebhookAlert.body(AlertNews(notifications, figures)).utf8)
    #expect(!program.dropLast().contains(UInt8(ascii: "\n")))
    let object = try JSONSerialization.jsonObject(with: program) as? [String: Any]
    let item = try #require((object?["news"] as? [[String: Any]])?.first)
    #expect((item["breaches"] as? String)?.contains("<!channel>") == true, "JSON needs no escaping")
  }

  @Test("The message for programs has every column of alerts.csv, and what changed")
  func webhook() throws {
    let (notifications, figures) = hostile()
    let data = Data(WebhookAlert.body(AlertNews(notifications, figures)).utf8)
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let items = try #require(json["news"] as? [[String: Any]])
    #expect(items[0]["change"] as? String == "new")
    #expect(
      Set(items[0].keys)
        == Set(AlertStates.schema.columns.map(\.name)).union([
          "change", "trouble", "cost", "headline",
        ]))
  }
}

@Suite struct BacktestTests {
  @Test("Firings, how long they were, and how many were for nothing")
  func firings() throws {
    var test = Backtest(rule: "a", severity: .critical)
    let findings: [Verdict.Finding] = [
      .ok, .firing, .firing, .ok, .ok, .firing, .ok, .ok, .notEnoughData(enough: 5),
      .noCases(usual: 9), .ok, .ok, .outdated,
    ]
    for (index, finding) in findings.enumerated() {
      var verdict = Verdict(AlertRule.defaults[1], finding)
      verdict.value = Rate(millionths: Int64(index) * 100_000)
      try test.take(verdict, on: Day(100 + index), currency: "USD", newest: nil)
    }
    #expect(test.firings.map(\.days) == [2, 1, 1])
    #expect(test.firings.map(\.first) == [Day(101), Day(105), Day(109)])
    #expect(test.firings[0].last == Day(102))
    #expect(test.firings.map(\.resolved) == [Day(104), Day(107), Day(111)])
    #expect(test.falseStarts == 1, "the stale day at the end is no false start")
    #expect(test.count(.firing) == 3)
    #expect(test.count(.stale) == 2, "who waits for newer data does not fire")
    #expect(test.quantile(0.5) == Rate(millionths: 600_000))
  }

  @Test("A commands' text is one word of a shell, whatever the log says")
  func shell() {
    #expect(ShellText.quoted("country=US") == "country=US")
    #expect(ShellText.quoted("a=b'; rm -rf /") == "'a=b'\\''; rm -rf /'")
  }
}
