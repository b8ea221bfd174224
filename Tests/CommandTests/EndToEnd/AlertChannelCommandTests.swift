import Foundation
import Support
import Testing
import Values

@testable import Command

/// Alerts to the channels of a configuration, with servers that play the other side.
@Suite struct AlertChannelCommandTests {
  private let bench: CLIFixture
  private let key = String(repeating: "k7", count: 16)

  /// A log that ends ten days before the as-of day: stale, critical, worth a message.
  init() throws {
    bench = try CLIFixture()
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
  }

  private func run(
    _ environment: [String: String], asOf day: String = "2026-05-20", now: String? = nil
  ) -> CLIFixture.Answer {
    bench.runrate(
      ["run", bench.path("logs"), "--config", bench.path("runrate.json5")]
        + (now.map { ["--now", $0] } ?? ["--as-of", day]), environment: environment)
  }

  private func configure(_ channels: String, more: String = "") throws {
    try bench.write("{channels: {\(channels)}, \(more)}", to: "runrate.json5")
  }

  @Test("PagerDuty is told of the beginning and the end under one key, and the secret is not kept")
  func pagerDuty() throws {
    let server = try Server([.status(202), .status(202)])
    try configure(
      "oncall: {to: 'pagerduty', severity: 'critical', url: '\(server.url("/v2/enqueue"))'}")
    let secret = ["RUNRATE_ONCALL_KEY": key]
    #expect(run(secret).code == .critical)
    _ = run(secret)
    try bench.write(purchases(20...23), to: "logs/b.ndjson")
    for day in 21...23 { _ = run(secret, asOf: "2026-05-\(day)") }
    #expect(server.requests.map(\.path) == ["/v2/enqueue", "/v2/enqueue"])
    let events = try server.requests.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.body.utf8)) as? [String: Any])
    }
    #expect(events.map { $0["event_action"] as? String } == ["trigger", "resolve"])
    #expect(events.allSatisfy { $0["routing_key"] as? String == key })
    #expect(Set(events.map { $0["dedup_key"] as? String }).count == 1)
    let stored = try Data(contentsOf: URL(fileURLWithPath: bench.database))
    #expect(stored.range(of: Data(key.utf8)) == nil)
  }

  @Test("A key that is none or missing is told without it, and the message waits")
  func wrongKey() throws {
    let server = try Server([])
    try configure("oncall: {to: 'pagerduty', url: '\(server.url())'}")
    let wrong = run(["RUNRATE_ONCALL_KEY": "tiptop"])
    #expect(wrong.code == .critical)
    #expect(wrong.errors.contains("1 undelivered for oncall: RUNRATE_ONCALL_KEY holds no"))
    #expect(!wrong.errors.contains("tiptop"))
    #expect(run([:]).errors.contains("1 undelivered for oncall: RUNRATE_ONCALL_KEY is not set"))
    #expect(server.requests.isEmpty)
    _ = run(["RUNRATE_ONCALL_KEY": key])
    #expect(server.requests.count == 1)
  }

  @Test(
    "A server that redirects, fails or hangs up keeps neither the report nor other channels back",
    arguments: [
      [Server.Reply.status(302)], [.status(500, headers: ["Retry-After: 99"])],
      [.hangUp, .hangUp, .hangUp, .hangUp],
    ])
  func bad(replies: [Server.Reply]) throws {
    let bad = try Server(replies)
    let good = try Server([])
    try configure("a_teams: {to: 'teams'}, chat: {to: 'google-chat'}")
    let places = ["RUNRATE_A_TEAMS_URL": bad.url(), "RUNRATE_CHAT_URL": good.url()]
    let first = run(places)
    #expect(first.code == .critical)
    #expect(first.errors.contains("for a_teams was not delivered"))
    #expect(bench.exists("reports/2026-05-20/alerts.md"))
    #expect(good.requests.count == 1 && good.requests[0].body.contains("\"cardsV2\""))
    let before = bad.requests.count
    #expect(!run(places).errors.contains("not delivered"))
    #expect(bad.requests.count == before + 1 && good.requests.count == 1)
    #expect(bad.requests.last?.body.contains("\"AdaptiveCard\"") == true)
  }

  @Test("An answer without an end is one that was taken")
  func endless() throws {
    let server = try Server([.endlessBody])
    try configure("am: {to: 'alertmanager', url: '\(server.url("/prefix"))'}")
    #expect(!run([:]).errors.contains("not delivered"))
    #expect(server.requests.map(\.path) == ["/prefix/api/v2/alerts"])
    #expect(server.requests[0].body.hasPrefix("[{\"labels\":{\"alertname\":\"freshness\""))
  }

  @Test("Channels get the rules that they name, and those that are there anyhow can be narrowed")
  func routed() throws {
    let (all, few, slack) = (try Server([]), try Server([]), try Server([]))
    try configure(
      "all: {to: 'webhook'}, few: {to: 'webhook', rules: ['refund-rate']}, "
        + "slack: {to: 'slack', rules: ['refund-rate']}")
    let places = [
      "RUNRATE_ALL_URL": all.url(), "RUNRATE_FEW_URL": few.url(), "RUNRATE_SLACK_URL": slack.url(),
    ]
    _ = run(places)
    #expect(all.requests.count == 1 && few.requests.isEmpty && slack.requests.isEmpty)
  }

  @Test(
    "Alerts go by mail to their own recipients",
    .enabled(if: MailBox.isInstalled, "\(MailBox.notInstalled)"))
  func mail() throws {
    let box = try MailBox(#"{"password": "secret"}"#)
    try configure(
      "ops: {to: 'mail', recipients: ['ops@example.com', 'x@example.com']}",
      more: """
        mail: {server: 'smtp://127.0.0.1:\(box.port)', user: 'runrate', from: 'a@example.com'},
        digest: {link: 'https://example.com/{day}'}
        """)
    let environment = ["SSL_CERT_FILE": box.certificate, "RUNRATE_SMTP_PASSWORD": "secret"]
    #expect(run(environment).code == .critical)
    _ = run(environment)
    #expect(box.received.map(\.to) == [["ops@example.com"], ["x@example.com"]])
    let mail = try #require(box.received.first)
    #expect(mail.defects.isEmpty && mail.parts.map(\.type) == ["text/plain", "text/html"])
    let subject = "Runrate CRITICAL: No events for 254 hours, since 2026-05-10 10:00 UTC"
    #expect(mail.header("Subject") == [subject])
    #expect(mail.parts[0].text?.contains("https://example.com/2026-05-20") == true)
  }

  @Test("doctor looks at each channel, posts nothing, and tells one without its secret")
  func doctor() throws {
    let server = try Server([])
    try configure(
      "oncall: {to: 'pagerduty', url: '\(server.url())'}, ops: {to: 'teams'}, "
        + "am: {to: 'alertmanager', url: '\(server.url())'}")
    let answer = bench.runrate(
      ["doctor", "--config", bench.path("runrate.json5")],
      environment: ["RUNRATE_ONCALL_KEY": key])
    #expect(answer.output.contains("RUNRATE_OPS_URL is not set"), "\(answer.output)")
    #expect(server.requests.map(\.method) == ["GET", "GET"])
    #expect(!answer.output.contains("127.0.0.1"))
  }

  @Test(
    "What is wrong with a channel is told with its place",
    arguments: [
      ("a: {}", "channels.a.to"), ("a: {to: 'pager'}", "pagerduty"),
      ("a: {to: 'mail'}", "channels.a.recipients"),
      ("a: {to: 'mail', recipients: ['a@b.c']}", "mail"),
      ("a: {to: 'slack', recipients: ['a@b.c']}", "only mail has recipients"),
      ("a: {to: 'slack', url: 'https://a.b'}", "RUNRATE_A_URL"),
      ("a: {to: 'slack', rules: ['freshnes']}", "freshness"),
      ("'a b': {to: 'slack'}", "letters, digits"), ("heartbeat: {to: 'slack'}", "heartbeat"),
      ("mail: {to: 'slack'}", "leads to mail"),
      ("'a-b': {to: 'slack'}, a_b: {to: 'teams'}", "channels.a-b and channels.a_b"),
      ("Ops: {to: 'slack'}, ops: {to: 'slack'}", "both read RUNRATE_OPS_URL"),
      ("Slack: {to: 'slack'}", "channels.Slack and channels.slack"),
      ("a: {to: 'alertmanager', url: 'https://'}", "channels.a.url"),
    ])
  func wrong(channels: String, word: String) throws {
    try configure(channels)
    let answer = run([:])
    #expect(answer.code == .badData && answer.errors.contains(word), "\(answer.errors)")
  }

  @Test("A channel may be told of failed proofs alone, which no rule of the configuration names")
  func proofAlone() throws {
    try configure("a: {to: 'slack', rules: ['proof-failed']}")
    #expect(run([:]).isReported)
  }
}
