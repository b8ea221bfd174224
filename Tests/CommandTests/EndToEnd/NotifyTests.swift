import Foundation
import Support
import Testing
import Values

@testable import Command

/// What leaves the machine: messages and heartbeats, with a web server that plays the other side.
@Suite struct NotifyTests {
  private let bench: CLIFixture

  /// A log that ends ten days before the as-of day: stale, critical, worth a message.
  init() throws {
    bench = try CLIFixture()
    try bench.write(purchases(1...10), to: "logs/a.ndjson")
  }

  private func run(_ environment: [String: String], asOf day: String = "2026-05-20")
    -> CLIFixture.Answer
  {
    bench.runrate(["run", bench.path("logs"), "--as-of", day], environment: environment)
  }

  @Test("What is new goes to each channel once, whatever number of runs there are of the day")
  func once() throws {
    let slack = try Server([])
    let webhook = try Server([])
    let places = ["RUNRATE_SLACK_URL": slack.url("/s"), "RUNRATE_WEBHOOK_URL": webhook.url("/w")]
    #expect(run(places).code == .critical)
    #expect(run(places).code == .critical)
    #expect(slack.requests.map(\.path) == ["/s"])
    #expect(slack.requests[0].body.contains("new, critical: *No events for 254 hours"))
    #expect(webhook.requests.count == 1)
    #expect(webhook.requests[0].body.contains("\"rule\":\"freshness\""))
    _ = run(places, asOf: "2026-05-21")
    #expect(slack.requests.count == 1, "still firing is no news")
    _ = run(places, asOf: "2026-05-15")
    #expect(slack.requests.count == 1, "nor is history")
  }

  @Test("A clock that was ahead once keeps no later message back")
  func clockAhead() throws {
    let server = try Server([])
    let places = ["RUNRATE_WEBHOOK_URL": server.url()]
    let night = { (day: Int, more: [String]) in
      bench.runrate(
        ["run", bench.path("logs"), "--now", "2026-05-\(day)T04:00:00Z"] + more, environment: places
      )
    }
    #expect(night(11, []).isReported)
    #expect(night(25, []).code == .critical)
    #expect(server.requests.count == 1)
    try bench.write(purchases(11...11), to: "logs/b.ndjson")
    #expect(night(12, []).code == .badData)
    #expect(night(12, ["--trust-clock"]).isReported)
    let latest = try FileManager.default.destinationOfSymbolicLink(
      atPath: bench.path("reports/latest"))
    #expect(latest == "2026-05-11")
    #expect(night(14, []).code == .critical)
    let news = server.requests.dropFirst().map(\.body)
    #expect(news.last?.contains("\"as_of\":\"2026-05-13\"") == true, "\(news)")
    #expect(news.last?.contains("\"change\":\"new\"") == true, "\(news)")
  }

  @Test("When it is over, that is told, too")
  func resolved() throws {
    let server = try Server([])
    let places = ["RUNRATE_WEBHOOK_URL": server.url()]
    _ = run(places)
    try bench.write(purchases(20...23), to: "logs/b.ndjson")
    for day in ["2026-05-21", "2026-05-22", "2026-05-23"] { _ = run(places, asOf: day) }
    #expect(server.requests.count == 2)
    #expect(server.requests[1].body.contains("\"change\":\"resolved\""))
  }

  @Test("A message that is refused is told, kept and delivered by the next run; the report stands")
  func kept() throws {
    let server = try Server([.status(404), .status(302), .status(200)])
    let places = ["RUNRATE_SLACK_URL": server.url("/secret")]
    let first = run(places)
    #expect(first.code == .critical)
    #expect(first.errors.contains("was not delivered: the server answered 404; it is kept"))
    #expect(bench.exists("reports/2026-05-20/alerts.md"))
    #expect(run(places).errors.contains("redirects, which is refused"))
    #expect(!run(places).errors.contains("not delivered"))
    #expect(server.requests.count == 3)
    #expect(Set(server.requests.map(\.body)).count == 1)
    _ = run(places)
    #expect(server.requests.count == 3, "delivered, and so not again")
  }

  @Test("A message that is refused for good is dropped and told, and keeps no later one back")
  func refusedForGood() throws {
    let server = try Server([.status(403), .endlessBody])
    let places = ["RUNRATE_WEBHOOK_URL": server.url()]
    #expect(run(places).errors.contains("the server answered 403; it is dropped"))
    try bench.write(purchases(20...23), to: "logs/b.ndjson")
    for day in 21...23 {
      #expect(!run(places, asOf: "2026-05-\(day)").errors.contains("not delivered"))
    }
    #expect(server.requests.count == 2)
    #expect(server.requests[1].body.contains("\"change\":\"resolved\""))
    let doctor = bench.runrate("doctor").output
    #expect(
      doctor.contains(
        "1 message of the last 30 days could not be delivered; the newest, of 2026-05-20 for "
          + "webhook: the server answered 403"), "\(doctor)")
  }

  @Test("A message that nobody takes is tried for a day, beside the newer ones")
  func triedForADay() throws {
    let server = try Server([404, 404, 404].map { .status($0) })
    let places = ["RUNRATE_WEBHOOK_URL": server.url()]
    let night = { (now: String) in
      bench.runrate(["run", bench.path("logs"), "--now", now], environment: places).errors
    }
    #expect(night("2026-05-21T04:00:00Z").contains("404; it is kept"))
    #expect(night("2026-05-21T16:00:00Z").contains("404; it is kept"))
    #expect(night("2026-05-22T04:00:00Z").contains("404, for more than a day; it is dropped"))
    _ = night("2026-05-23T04:00:00Z")
    #expect(server.requests.count == 3)
  }

  @Test("The address is neither printed nor stored, also when it is wrong")
  func secret() throws {
    let server = try Server([.status(500, headers: ["Retry-After: 999"])])
    let good = run(["RUNRATE_SLACK_URL": server.url("/tiptop-secret")])
    let bad = run(["RUNRATE_SLACK_URL": "tiptop-secret"])
    #expect(bad.errors.contains("RUNRATE_SLACK_URL holds no address of http or https"))
    #expect(bad.errors.contains("1 undelivered for slack"))
    #expect(good.code == .critical && bad.code == .critical)
    for answer in [good, bad] {
      #expect(!(answer.output + answer.errors).contains("tiptop-secret"))
    }
    let stored = try Data(contentsOf: URL(fileURLWithPath: bench.database))
    #expect(stored.range(of: Data("tiptop-secret".utf8)) == nil)
    #expect(stored.range(of: Data("freshness".utf8)) != nil)
  }

  @Test("An address may stand in a file")
  func file() throws {
    let server = try Server([])
    let path = try bench.write(server.url() + "\n", to: "url")
    _ = run(["RUNRATE_WEBHOOK_URL_FILE": path])
    #expect(server.requests.count == 1)
  }

  @Test("The heartbeat tells of the start and the end, and of the exit code when the job failed")
  func heartbeat() throws {
    let server = try Server([])
    let places = ["RUNRATE_HEARTBEAT_URL": server.url("/beat")]
    #expect(run(places).code == .critical)
    #expect(bench.runrate(["run", bench.path("nowhere")], environment: places).code == .noInput)
    _ = bench.runrate(["status"], environment: places)
    #expect(
      server.requests.map(\.path) == ["/beat/start", "/beat", "/beat/start", "/beat/66"])
    #expect(server.requests.allSatisfy { $0.method == "GET" })
  }

  @Test("A watchdog that does not answer is told, and changes nothing else")
  func deafWatchdog() throws {
    let server = try Server([.hangUp, .hangUp, .hangUp, .hangUp])
    let answer = run(["RUNRATE_HEARTBEAT_URL": server.url()])
    #expect(answer.code == .critical)
    #expect(answer.errors.contains("the heartbeat was not heard"))
  }
}
