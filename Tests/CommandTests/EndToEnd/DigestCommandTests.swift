import Foundation
import Support
import Testing
import Values

@testable import Command

/// Digests as they are written and posted, with a web server that plays the other side.
@Suite struct DigestCommandTests {
  private let bench: CLIFixture

  /// Purchases of every day from 1 to 31 May.
  init() throws {
    bench = try CLIFixture()
    try bench.write(purchases(1...31), to: "logs/a.ndjson")
    bench.runrate("run", bench.path("logs"), "--as-of", "2026-05-31")
  }

  private func digest(
    _ words: String..., asOf day: String = "2026-05-20", _ environment: [String: String] = [:]
  ) -> CLIFixture.Answer {
    bench.runrate(["digest", "--as-of", day] + words, environment: environment)
  }

  private func read(_ period: String, _ day: String, _ form: String) throws -> String {
    try bench.read("reports/digest-\(period)/\(day)/digest.\(form)")
  }

  @Test("Each period is the newest that is over, and its sums are those of the report's days")
  func periods() throws {
    #expect(digest().code == .allWell)
    #expect(digest("--weekly").code == .allWell)
    #expect(digest("--monthly", asOf: "2026-05-31").code == .allWell)
    #expect(try read("daily", "2026-05-20", "md").hasPrefix("# Subscriptions on Wed 20 May 2026"))
    let week = try read("weekly", "2026-05-17", "txt")
    #expect(week.hasPrefix("SUBSCRIPTIONS IN THE WEEK OF 11 MAY – 17 MAY 2026\n"))
    #expect(week.contains("Compared with the week before:"))
    bench.runrate("report", "--as-of", "2026-05-17")
    let days = try bench.read("reports/2026-05-17/csv/daily.csv").split(separator: "\n")
    let names = days[0].split(separator: ",", omittingEmptySubsequences: false)
    let place = try #require(names.firstIndex(of: "net_revenue"))
    let sum = days.suffix(7).reduce(0.0) { sum, day in
      sum + (Double(day.split(separator: ",", omittingEmptySubsequences: false)[place]) ?? 0)
    }
    #expect(sum > 0)
    let line = try #require(week.split(separator: "\n").first { $0.hasPrefix("Net revenue ") })
    #expect(line.contains(String(format: " $%.2f ", sum)), "\(line)")
    #expect(
      try read("monthly", "2026-05-31", "md").contains("| | May 2026 | Apr 2026 | Change |"))
  }

  @Test("The page for mail loads nothing, has no script, and is small")
  func mail() throws {
    _ = digest("--weekly")
    let html = try read("weekly", "2026-05-17", "html")
    #expect(html.utf8.count < 100_000)
    for word in ["<script", "<style", "<img", "<link", "http-equiv", "url(", "src="] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(html.contains("<h1 style="))
  }

  @Test("What makes figures too small stands in every form, before any figure")
  func banner() throws {
    let bare = purchases(1...9).replacing(#","price":9.99"#, with: "")
    #expect(!bare.contains("price"))
    let other = try CLIFixture()
    try other.write(bare, to: "logs/a.ndjson")
    other.runrate("run", other.path("logs"), "--as-of", "2026-05-20", "--digest")
    for form in ["md", "txt", "html"] {
      let text = try other.read("reports/2026-05-20/digest.\(form)")
      let notice = try #require(text.firstRange(of: "have no price"), "\(text)")
      let figure = try #require(
        text.firstRange(of: "Paying subscribers"))
      #expect(notice.lowerBound < figure.lowerBound)
    }
  }

  @Test("A period is posted once, however often it is made, and an older one not after it")
  func postedOnce() throws {
    let server = try Server([])
    let slack = ["RUNRATE_SLACK_URL": server.url("/s")]
    try bench.write(
      "{digest: {post: ['weekly'], link: 'https://reports.example.com/{day}'}}",
      to: "runrate.json5")
    let config = ["--config", bench.path("runrate.json5")]
    func make(_ period: String, _ day: String) {
      bench.runrate(["digest", period, "--as-of", day] + config, environment: slack)
    }
    make("--weekly", "2026-05-20")
    make("--weekly", "2026-05-23")
    #expect(server.requests.count == 1, "the same week")
    let body = server.requests[0].body
    #expect(
      body.contains(
        "\"type\":\"header\",\"text\":{\"type\":\"plain_text\",\"text\":\"Subscriptions in the "
          + "week of 11 May – 17 May 2026\"}"), "\(body)")
    #expect(body.contains("\"url\":\"https://reports.example.com/2026-05-17\""))
    make("--weekly", "2026-05-25")
    #expect(server.requests.count == 2)
    make("--weekly", "2026-05-20")
    make("--daily", "2026-05-25")
    #expect(server.requests.count == 2, "an older week, and a period that is not asked for")
  }

  @Test("What is not delivered is told, kept, and sent by the next command")
  func kept() throws {
    let server = try Server([.status(503), .status(503), .status(503), .status(503), .status(200)])
    let slack = ["RUNRATE_SLACK_URL": server.url("/s")]
    let config = try bench.write("{digest: {post: ['daily']}}", to: "runrate.json5")
    let words = ["digest", "--as-of", "2026-05-20", "--config", config]
    let first = bench.runrate(words, environment: slack)
    #expect(first.errors.contains("was not delivered"), "\(first.errors)")
    #expect(bench.exists("reports/digest-daily/2026-05-20/digest.md"))
    let second = bench.runrate(words, environment: slack)
    #expect(!second.errors.contains("not delivered"), "\(second.errors)")
    #expect(server.requests.count == 5)
  }

  @Test("Two periods at once, a digest before the log and a wrong address are told as such")
  func wrong() throws {
    #expect(digest("--daily", "--weekly").code == .usage)
    #expect(digest("--monthly", asOf: "2026-05-20").errors.contains("2026-04-30"))
    let config = try bench.write("{digest: {link: 'ftp://x'}}", to: "c.json5")
    let answer = bench.runrate("digest", "--config", config)
    #expect(answer.errors.contains("digest.link"), "\(answer.errors)")
    #expect(answer.errors.contains("https://"))
  }
}
