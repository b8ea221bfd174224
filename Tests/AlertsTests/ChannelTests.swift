import Foundation
import Metrics
import Settings
import Testing
import Values

@testable import Alerts

/// What goes to each service, held against what its documentation asks for.
@Suite("News of alerts")
struct ChannelTests {
  /// A night on which `count` rules begin to fire, with `names` in place of theirs.
  private func news(
    _ count: Int, names: [String] = [], days: Int = 1, link: String? = "https://r.example/{day}",
    change: ([JudgedRule]) -> Void = { _ in }
  ) -> [AlertNews] {
    var memory: [String: RememberedState] = [:]
    var notified: [String: LastNotified] = [:]
    return (0..<days).map { day in
      let asOf = Day(20_590 + day)
      let rules = AlertRule.defaults.prefix(count).enumerated().map { index, rule in
        var rule = rule
        if index < names.count { rule.name = names[index] }
        return rule
      }
      let judged = rules.map { rule in
        JudgedRule(
          Verdict(rule, day == 0 ? .firing : .ok), after: memory[rule.name], on: asOf)
      }
      for rule in judged { memory[rule.verdict.rule.name] = rule.remembered }
      var figures = Example.figures()
      figures.asOf = asOf
      figures.take(judged)
      let notifications = AlertNotifications(
        judged, figures.alerts, lastNotified: notified, asOf: asOf)
      notified = notifications.lastNotified
      return AlertNews(notifications, figures, link: link)
    }
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func bodies(_ news: AlertNews, _ service: AlertChannel.Service) -> [String] {
    news.bodies(for: service)
  }

  @Test(
    "of several rules with one cause are one trouble, told by the worst, with what was released then"
  )
  func oneCause() throws {
    let segments = [CrossedFigures.Segment(dimension: "country", value: "US")]
    let part = SmallestCause.Part(
      segments: segments, rates: .init(before: nil, now: nil), cases: 9, part: 1, missing: 2,
      since: nil)
    let judged = try ["paywall-bounce", "paywall-start", "refund-rate"].map { name in
      var verdict = Verdict(try Example.rule(name), .firing)
      if name != "refund-rate" {
        verdict.smallest = SmallestCause(parts: [part], others: part.rates)
      }
      return JudgedRule(verdict, after: nil, on: Example.asOf)
    }
    var figures = Example.figures()
    figures.annotations = [
      Annotation(day: Example.asOf.advanced(by: -2), text: "paywall 2", kind: .release),
      Annotation(day: Example.asOf.advanced(by: -9), text: "long ago", kind: .release),
      Annotation(day: Example.asOf, text: "a note"),
    ]
    figures.take(judged)
    let notifications = AlertNotifications(
      judged, figures.alerts, lastNotified: [:], asOf: Example.asOf)
    let troubles = AlertNews(notifications, figures).troubles
    #expect(troubles.map(\.names) == [["paywall-bounce", "paywall-start"], ["refund-rate"]])
    #expect(troubles.map { $0.item.line.name } == ["paywall-start", "refund-rate"])
    #expect(
      troubles[0].facts.first { $0.name == "Just before" }?.text == "2026-05-15 Release: paywall 2")
    #expect(
      notifications.lastNotified.mapValues(\.teller) == [
        "paywall-bounce": "paywall-start", "paywall-start": nil, "refund-rate": nil,
      ])
  }

  @Test("are one event a trouble for PagerDuty, with what its schema demands")
  func pagerDuty() throws {
    let events = try bodies(news(10)[0], .pagerDuty).map(object)
    #expect(events.count == 10)
    #expect(Set(events.compactMap { $0["dedup_key"] as? String }).count == 10)
    for event in events {
      #expect(event["event_action"] as? String == "trigger")
      #expect((event["dedup_key"] as? String)?.utf8.count ?? 999 <= 255)
      let payload = try #require(event["payload"] as? [String: Any])
      #expect((payload["summary"] as? String).map { !$0.isEmpty && $0.count <= 1_024 } == true)
      #expect((payload["source"] as? String)?.isEmpty == false)
      #expect(["critical", "warning"].contains(payload["severity"] as? String))
      #expect(payload["custom_details"] is [String: String])
      let links = try #require(event["links"] as? [[String: String]])
      #expect(links[0]["href"]?.hasPrefix("https://r.example/") == true)
    }
  }

  @Test("of an end resolve what the beginning triggered, once")
  func resolved() throws {
    let nights = news(1, days: 5)
    let told = try nights.map { try bodies($0, .pagerDuty).map(object) }
    #expect(told.map(\.count) == [1, 0, 1, 0, 0])
    #expect(told[2][0]["event_action"] as? String == "resolve")
    #expect(told[2][0]["dedup_key"] as? String == told[0][0]["dedup_key"] as? String)
  }

  @Test("get PagerDuty's key when they are sent, and only one that is none of JSON's own")
  func key() throws {
    let body = try #require(bodies(news(1)[0], .pagerDuty).first)
    let key = String(repeating: "a1", count: 16)
    let keyed = try object(try #require(PagerDutyAlert.keyed(body, with: key)))
    #expect(keyed["routing_key"] as? String == key)
    #expect(keyed["event_action"] as? String == "trigger")
    for wrong in ["", "a", key + "a", String(repeating: "\"", count: 32)] {
      #expect(PagerDutyAlert.keyed(body, with: wrong) == nil)
    }
  }

  @Test("are alerts of Alertmanager with labels, and end as they began")
  func alertmanager() throws {
    func alerts(_ news: AlertNews) throws -> [[String: Any]] {
      let body = try #require(bodies(news, .alertmanager).first)
      return try #require(
        try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [[String: Any]])
    }
    let nights = news(2, days: 3)
    let (begin, end) = (try alerts(nights[0]), try alerts(nights[2]))
    #expect(begin.count == 2 && end.count == 4)
    for alert in begin + end {
      let labels = try #require(alert["labels"] as? [String: String])
      #expect(labels.keys.allSatisfy { $0.wholeMatch(of: #/[a-zA-Z_][a-zA-Z0-9_]*/#) != nil })
      #expect(labels["alertname"]?.isEmpty == false)
      #expect(alert["annotations"] is [String: String])
      for time in ["startsAt", "endsAt"] {
        #expect(
          (alert[time] as? String)?.wholeMatch(of: #/\d{4}-\d\d-\d\dT00:00:00Z/#) != nil)
      }
      #expect(alert["startsAt"] as? String ?? "" <= alert["endsAt"] as? String ?? "")
    }
    for alert in begin {
      let labels = alert["labels"] as? [String: String]
      #expect(end.contains { $0["labels"] as? [String: String] == labels })
    }
  }

  @Test("are blocks of Slack within their limits, with a text for what knows no blocks")
  func slack() throws {
    let message = try object(try #require(bodies(news(10)[0], .slack).first))
    let blocks = try #require(message["blocks"] as? [[String: Any]])
    #expect(blocks.count <= 50)
    #expect(blocks.compactMap { $0["type"] as? String }.prefix(2) == ["header", "section"])
    for block in blocks {
      if let text = block["text"] as? [String: String] {
        let limit = block["type"] as? String == "header" ? 150 : 3_000
        #expect(!(text["text"] ?? "").isEmpty && (text["text"] ?? "").count <= limit)
      }
    }
    #expect((message["text"] as? String)?.split(separator: "🔴").count ?? 0 > 1)
    let buttons = blocks.last?["elements"] as? [[String: Any]]
    #expect((buttons?.first?["url"] as? String)?.hasPrefix("https://r.example/") == true)
  }

  @Test("are an Adaptive Card for Teams, small enough for a message")
  func teams() throws {
    let body = try #require(bodies(news(16)[0], .teams).first)
    #expect(body.utf8.count < 28_000)
    let message = try object(body)
    #expect(message["type"] as? String == "message")
    let attachment = try #require((message["attachments"] as? [[String: Any]])?.first)
    #expect(attachment["contentType"] as? String == "application/vnd.microsoft.card.adaptive")
    let card = try #require(attachment["content"] as? [String: Any])
    #expect(card["type"] as? String == "AdaptiveCard" && card["version"] as? String == "1.4")
    let blocks = try #require(card["body"] as? [[String: Any]])
    for block in blocks {
      let type = block["type"] as? String
      #expect(["TextBlock", "FactSet"].contains(type))
      if type == "TextBlock" { #expect((block["text"] as? String)?.isEmpty == false) }
      for fact in block["facts"] as? [[String: String]] ?? [] {
        #expect(Set(fact.keys) == ["title", "value"])
      }
    }
  }

  @Test("are a card of Google Chat, with a text for notifications")
  func googleChat() throws {
    let body = try #require(bodies(news(10)[0], .googleChat).first)
    #expect(body.utf8.count < 32_000)
    let message = try object(body)
    #expect((message["text"] as? String)?.hasPrefix("Runrate ") == true)
    let card = try #require((message["cardsV2"] as? [[String: Any]])?.first)
    #expect((card["cardId"] as? String)?.isEmpty == false)
    let content = try #require(card["card"] as? [String: Any])
    let header = try #require(content["header"] as? [String: String])
    #expect(header["title"]?.isEmpty == false)
    let sections = try #require(content["sections"] as? [[String: Any]])
    #expect(sections.count == 11)
    for section in sections {
      let widgets = try #require(section["widgets"] as? [[String: Any]])
      #expect(widgets.allSatisfy { $0["textParagraph"] != nil || $0["buttonList"] != nil })
    }
  }

  @Test("tell a program every rule, with its trouble")
  func webhook() throws {
    let message = try object(try #require(bodies(news(10)[0], .webhook).first))
    let rules = try #require(message["news"] as? [[String: Any]])
    #expect(rules.count == 10)
    #expect(rules.allSatisfy { ($0["trouble"] as? String)?.hasPrefix("runrate:") == true })
  }

  @Test("are a mail with a subject on one line, and a page without scripts")
  func mail() {
    let mail = MailAlert(news(10)[0])
    #expect(mail.subject.contains(", and 9 more"))
    #expect(mail.text.split(separator: "\n").allSatisfy { $0.count <= 78 || !$0.contains(" ") })
    for word in ["<script", "<style", "<img", "url(", "src="] { #expect(!mail.html.contains(word)) }
  }

  @Test(
    "hold nothing that calls everybody, links or breaks out, whatever a rule is called",
    arguments: AlertChannel.Service.allCases)
  func hostile(service: AlertChannel.Service) throws {
    let name = "<!channel> <users/all> [x](http://evil) \"q\" \\ \u{202E}*b*\n</script>"
    let news = news(1, names: [name])[0]
    if service == .mail {
      let mail = MailAlert(news)
      #expect(!mail.html.contains("<!channel>") && !mail.html.contains("</script>"))
      return
    }
    let body = try #require(bodies(news, service).first)
    _ = try JSONSerialization.jsonObject(with: Data(body.utf8))
    #expect(!body.contains("\u{202E}"))
    if [.slack, .teams, .googleChat].contains(service) {
      for mark in ["<!channel>", "<users/all>", "](http://evil", "</script>"] {
        #expect(!body.contains(mark), "\(mark)")
      }
    }
  }

  @Test("go where they are asked for: by severity, and by rule")
  func routed() throws {
    let news = news(10)[0]
    var channel = AlertChannel()
    #expect(news.routed(to: channel)?.troubles.count == 10)
    channel.severity = .critical
    let critical = news.routed(to: channel)?.troubles ?? []
    #expect(!critical.isEmpty && critical.count < 10)
    #expect(critical.allSatisfy { $0.severity == .critical })
    channel.severity = .warning
    channel.rules = [AlertRule.defaults[3].name]
    #expect(news.routed(to: channel)?.troubles.map(\.names) == [channel.rules])
    channel.rules = ["another"]
    #expect(news.routed(to: channel) == nil)
  }

  @Test("say what the days since came to, beside those before")
  func cost() throws {
    let asOf = Example.asOf
    var figures = Example.figures(tables: [
      Example.table(
        Daily.schema,
        [
          "mrr": { ago in ago < 3 ? 1_000 - Int64(3 - ago) * 30 : 1_000 },
          "net_revenue": { ago in ago < 3 ? 40 : 100 },
        ])
    ])
    let rule = try Example.rule("payment-failure")
    let before = RememberedState(
      state: .firing, since: asOf.advanced(by: -2), extent: AlertScope(parts: ["all"]))
    let judged = JudgedRule(Verdict(rule, .firing), after: before, on: asOf)
    figures.take([judged])
    let news = AlertNews(
      AlertNotifications([judged], figures.alerts, lastNotified: [:], asOf: asOf), figures)
    #expect(
      news.troubles.first?.cost
        == "net revenue $40.00 since then, $100 before; MRR −$30.00, +$0.00 before")
  }

  /// A failure rate of 10%, and of 40% in the last three days.
  private func drawn(days: Int = 100) throws -> AlertNews {
    var figures = Example.figures(tables: [
      Example.table(
        Operations.schema, days: days,
        [
          "payment_failures": { ago in ago < 3 ? 400 : 100 },
          "paid_charges": { ago in ago < 3 ? 600 : 900 },
        ])
    ])
    let verdict = try Example.verdict("payment-failure", figures) { $0.window.days = 1 }
    let judged = JudgedRule(verdict, after: nil, on: Example.asOf)
    figures.take([judged])
    return AlertNews(
      AlertNotifications([judged], figures.alerts, lastNotified: [:], asOf: Example.asOf), figures)
  }

  @Test("show the last days as bars from zero: in text, in a mail's table, in a chart of Teams")
  func chart() throws {
    let news = try drawn()
    let chart = try #require(news.troubles.first?.chart)
    #expect(
      chart.text == String(repeating: "▃", count: 25) + "███ to 2026-05-17: highest 40%, newest 40%"
    )
    #expect(chart.bars.map(\.isJudged) == Array(repeating: false, count: 27) + [true])
    let slack = try #require(bodies(news, .slack).first)
    #expect(slack.contains("Last 28 days: ▃▃"))
    let mail = MailAlert(news)
    #expect(mail.text.contains("▃███"))
    #expect(mail.html.split(separator: "<td").count == 29 && mail.html.contains("height:12px"))
    #expect(mail.html.contains("Last 28 days to 2026-05-17: highest 40%"))
    let card = try #require(bodies(news, .teams).first)
    #expect(card.contains(#""type":"Chart.VerticalBar""#))
    #expect(card.contains(#"{"x":"05-17","y":40.000000,"color":"#))
  }

  @Test("show no bars where there are too few days, or nothing to show")
  func noChart() throws {
    let news = try drawn(days: 3)
    #expect(news.troubles.count == 1 && news.troubles[0].chart == nil)
    #expect(!MailAlert(news).html.contains("<table"))
  }
}
