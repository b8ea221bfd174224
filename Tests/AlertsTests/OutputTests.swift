import Foundation
import Metrics
import Settings
import Testing
import Values

@testable import Alerts

@Suite struct OutputTests {
  /// A firing rule with a hostile name and runbook, one with too little data, and old friends.
  private static func figures() throws -> Figures {
    var figures = Example.figures(tables: [
      Example.table(
        Outcomes.schema, ["trials_matured": { _ in 50 }, "trials_converted": { _ in 4 }]),
      Daily.schema.table(),
      DataQuality.schema.table([
        [.text("lines"), .text("read"), .count(12), .missing, .text("")],
        [.text("lines"), .text("accepted"), .count(11), .missing, .text("")],
      ]),
    ])
    var hostile = try Example.rule("trial-conversion")
    hostile.name = "a \"b\" \\ c\nd|e"
    hostile.runbook = "[call](http://x) <us>"
    let judged = try Judge(
      [hostile, Example.rule("freshness"), Example.rule("refund-rate")], Example.terms
    ).verdicts(on: figures).map { JudgedRule($0, after: nil, on: Example.asOf) }
    figures.take(judged)
    return figures
  }

  @Test("A cause that has not grown is told as the most frequent, not as what is new")
  func frequentCause() throws {
    func moves(hasGrown: Bool) throws -> String? {
      var verdict = Verdict(try Example.rule("payment-failure"), .firing)
      verdict.cause = LeadingCause(
        cause: "card_declined", failures: 86, all: 137, before: 80, allBefore: 131,
        hasGrown: hasGrown, days: 7)
      let judged = JudgedRule(verdict, after: nil, on: Day(100))
      return AlertMessage(judged, currency: "USD", newest: nil).moves
    }
    let counts =
      "card_declined: 86 failures in 7 days, 80 in the 7 days before; all failures 137, 131 before"
    #expect(try moves(hasGrown: true) == "above all \(counts)")
    #expect(try moves(hasGrown: false) == "most often \(counts)")
  }

  @Test("The table of alerts keeps the contract")
  func table() throws {
    let table = try Self.figures().table("alerts")
    for row in table.rows {
      #expect(row.count == table.columns.count)
      #expect(zip(table.columns, row).allSatisfy { $0.kind.holds($1) })
    }
    #expect(table.rows.count == 3)
  }

  @Test("A sentence has the figure, its sample, interval, days and threshold")
  func sentence() throws {
    #expect(
      try Self.figures().alerts[0].message
        == "Matured trial conversion was 8% (112 of 1,400 trials, 95% interval 6.7% to 9.5%) from "
        + "2026-04-13 to 2026-05-10, 8% (4 of 50) on the last day; threshold: the whole interval "
        + "below 10%, given at least 100 trials; or a drop of more than 25% against the 2 windows of "
        + "the same length before.")
    #expect(
      try Self.figures().alerts[2].message
        == "There were no charges from 2026-04-20 to 2026-05-17; threshold: above 5% (critical above 15%), "
        + "given at least 100 charges.")
  }

  @Test("One of the cases is in the singular")
  func singular() throws {
    let rules = [
      "revenue-drop": "1 charge", "renewal-rate": "1 renewal due",
      "store-errors": "1 store errors and purchases",
    ]
    for (name, text) in rules {
      let rule = try #require(AlertRule.defaults.first { $0.name == name })
      #expect(MetricSource(rule).counted(1) == text)
      #expect(MetricSource(rule).counted(2_132).hasPrefix("2,132 "))
    }
  }

  @Test("Metrics have help, type, escaped labels, no timestamp, LF only and a last newline")
  func prom() throws {
    let text = try AlertsProm.text(Self.figures())
    #expect(text.hasSuffix("\n"))
    #expect(!text.contains("\r"))
    let sample =
      /[a-z_]+(\{[a-z_]+="([^"\\\n]|\\["\\n])*"(,[a-z_]+="([^"\\\n]|\\["\\n])*")*\})? -?[0-9]+(\.[0-9]+)?/
    var typed: Set<Substring> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# TYPE ") {
        #expect(typed.insert(line.split(separator: " ")[2]).inserted, "one block a metric")
      } else if !line.hasPrefix("# HELP ") {
        #expect(line.wholeMatch(of: sample) != nil, "\(line)")
        #expect(typed.contains(line.prefix { $0 != "{" && $0 != " " }), "\(line)")
      }
    }
    #expect(text.contains(#"runrate_alert_state{rule="a \"b\" \\ c d|e",severity="critical""#))
    #expect(text.contains("runrate_lines_total{result=\"accepted\"} 11\n"))
    #expect(text.contains("runrate_newest_event_timestamp_seconds 1779058800\n"))
  }

  @Test("alerts.json is JSON with every rule and column")
  func json() throws {
    let data = Data(try AlertsJSON.text(Self.figures()).utf8)
    let json = try JSONSerialization.jsonObject(with: data)
    let object = try #require(json as? [String: Any])
    let alerts = try #require(object["alerts"] as? [[String: Any]])
    #expect(object["state"] as? String == "CRITICAL")
    #expect(alerts.count == 3)
    #expect(Set(alerts[0].keys) == Set(AlertStates.schema.columns.map(\.name)))
    #expect(alerts[0]["rule"] as? String == "a \"b\" \\ c\nd|e")
    #expect(alerts[0]["value"] as? Double == 0.08)
  }

  @Test("alerts.md escapes what the configuration says, and groups by state")
  func markdown() throws {
    let text = try AlertsMarkdown.text(Self.figures())
    #expect(text.contains("**CRITICAL**: 1 firing, 1 ok, 1 not enough data.\n"))
    #expect(
      text.contains("## Firing\n\n- **a \"b\" \\\\ cd\\|e** (critical, since 2026-02-07): Matured"))
    #expect(text.contains("What to do: \\[call\\](http&#58;//x) &lt;us&gt;"))
  }

  @Test("check prints one line for the monitoring system, and one a rule in trouble")
  func nagios() throws {
    let lines = try NagiosLine.text(Self.figures()).split(separator: "\n")
    #expect(
      lines.first
        == "RUNRATE CRITICAL - 1 firing, 1 ok, 1 not enough data as of 2026-05-17 | firing=1 stale=0"
    )
    #expect(lines.count == 2)
    #expect(!lines[1].contains("|"))
  }

  /// All default rules on data that ended `age` hours before the as-of day did.
  private func stale(_ age: Int) -> (Figures, [JudgedRule]) {
    var figures = Example.figures(age: age)
    let judged = Judge(AlertRule.defaults, Example.terms).verdicts(on: figures).map {
      JudgedRule($0, after: nil, on: Example.asOf)
    }
    figures.take(judged)
    return (figures, judged)
  }

  @Test("Old data is one trouble: the others wait, each with its state in the table")
  func waiting() {
    let (figures, judged) = stale(60)
    #expect(figures.isStale)
    #expect(figures.alerts.filter { !$0.isStale }.map(\.name) == ["freshness"])
    #expect(OverallStatus(figures.alerts) == .critical)
    let states = figures.table("alerts").rows.map { $0[2] }
    #expect(states == [.text("firing")] + Array(repeating: .text("stale"), count: states.count - 1))
    let notifications = AlertNotifications(
      judged, figures.alerts, lastNotified: [:], asOf: Example.asOf)
    #expect(notifications.items.map(\.line.name) == ["freshness"])
    #expect(!stale(30).0.isStale)
    #expect(stale(30).0.alerts.allSatisfy { !$0.isStale })
  }

  @Test("What was told before the log stopped is not told anew when it goes on")
  func toldBefore() throws {
    let (figures, judged) = stale(60)
    let lastNotified = [
      "sync-failures": LastNotified(since: Day(100), day: Example.asOf.advanced(by: -1))
    ]
    let notifications = AlertNotifications(
      judged, figures.alerts, lastNotified: lastNotified, asOf: Example.asOf)
    #expect(notifications.lastNotified["sync-failures"] == lastNotified["sync-failures"])
  }

  @Test("Rules that are stale for one reason take one line")
  func grouped() throws {
    var figures = Example.figures(age: 60)
    let judged = Judge(AlertRule.defaults, Example.terms).verdicts(on: figures).map {
      JudgedRule($0, after: nil, on: Example.asOf)
    }
    figures.take(judged)
    #expect(NagiosLine.text(figures).split(separator: "\n").count == 3)
  }
}
