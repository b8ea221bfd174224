import Foundation
import Support
import Testing
import Values

@testable import Command

/// Digests by mail, with a mail server that plays the other side.
@Suite(.enabled(if: MailBox.isInstalled, "\(MailBox.notInstalled)"))
struct DigestMailTests {
  private let bench: CLIFixture

  /// Purchases of every day from 1 to 24 May.
  init() throws {
    bench = try CLIFixture()
    try bench.write(purchases(1...24), to: "logs/a.ndjson")
    bench.runrate("run", bench.path("logs"), "--as-of", "2026-05-24")
  }

  private func configure(
    _ box: MailBox, to: String = "['Team <team@example.com>', 'boss@example.com']",
    more: String = ""
  ) throws {
    try bench.write(
      """
      {
        mail: { server: 'smtp://127.0.0.1:\(box.port)', user: 'runrate', from: 'Umsätze <a@example.com>',
          \(more) },
        digest: { post: ['weekly', 'daily'], mail: \(to), link: 'https://example.com/{day}' },
      }
      """, to: "runrate.json5")
  }

  @discardableResult
  private func digest(
    _ box: MailBox, _ day: String = "2026-05-24", period: String = "--weekly", now: String? = nil,
    password: String? = "secret"
  ) -> CLIFixture.Answer {
    var environment = ["SSL_CERT_FILE": box.certificate]
    environment["RUNRATE_SMTP_PASSWORD"] = password
    return bench.runrate(
      ["digest", period, "--as-of", day, "--config", bench.path("runrate.json5")]
        + (now.map { ["--now", $0] } ?? []), environment: environment)
  }

  @Test("Everybody gets the week once, with text, page and workbook")
  func once() throws {
    let box = try MailBox(#"{"password": "secret"}"#)
    try configure(box)
    #expect(digest(box).code == .allWell)
    digest(box)
    digest(box, "2026-05-17")
    let mails = box.received
    #expect(mails.map(\.to) == [["team@example.com"], ["boss@example.com"]])
    for mail in mails {
      #expect(mail.defects.isEmpty, "\(mail.defects)")
      #expect(mail.header("To") == ["Team <team@example.com>, boss@example.com"])
      #expect(mail.header("From") == ["Umsätze <a@example.com>"])
      #expect(mail.header("Subject") == ["Subscriptions in the week of 18 May – 24 May 2026"])
      #expect(mail.parts.map(\.type).prefix(2) == ["text/plain", "text/html"])
      #expect(mail.parts[1].text?.contains("https://example.com/2026-05-24") == true)
      #expect(mail.parts[2].name == "runrate-2026-05-24.xlsx")
      let file = bench.path("reports/digest-weekly/2026-05-24/runrate.xlsx")
      let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
      #expect(mail.parts[2].size == size)
    }
  }

  @Test("Of three recipients the one who is not there is told, the one who must wait waits")
  func oneRefused() throws {
    let box = try MailBox(
      """
      {"password": "secret", "replies": {"gone@example.com": ["550 no such user"],
       "later@example.com": ["451 wait", "451 wait"]}}
      """)
    try configure(box, to: "['gone@example.com', 'team@example.com', 'later@example.com']")
    let first = digest(box)
    #expect(first.code == .allWell)
    #expect(
      first.errors.contains("the server refused the recipient: 550 no such user; it is dropped"))
    #expect(first.errors.contains("451 wait; it is kept"))
    #expect(!digest(box).errors.contains("not delivered"))
    #expect(box.received.map(\.to) == [["team@example.com"], ["later@example.com"]])
    #expect(Set(box.received.map { $0.header("Message-ID") }).count == 1)
    #expect(bench.runrate("doctor").output.contains("550 no such user"))
  }

  @Test("A server that is down is told, and gets the mail of the next run; the report stands")
  func down() throws {
    let box = try MailBox(#"{"password": "secret"}"#)
    try configure(box)
    let config = try bench.read("runrate.json5")
    try bench.write(config.replacing(":\(box.port)", with: ":1"), to: "runrate.json5")
    let first = digest(box)
    #expect(first.code == .allWell && first.errors.contains("it is kept"))
    #expect(bench.exists("reports/digest-weekly/2026-05-24/digest.html"))
    try bench.write(config, to: "runrate.json5")
    digest(box)
    #expect(box.received.count == 2)
  }

  @Test("A password that is wrong or missing is told, nowhere shown, and tried for a day")
  func password() throws {
    let box = try MailBox(#"{"password": "secret"}"#)
    try configure(box)
    let missing = digest(box, now: "2026-05-25T04:00:00Z", password: nil)
    #expect(missing.errors.contains("RUNRATE_SMTP_PASSWORD is not set"), "\(missing.errors)")
    let wrong = digest(box, now: "2026-05-25T05:00:00Z", password: "tiptop-guess")
    #expect(wrong.errors.contains("the server refused user and password: 535"), "\(wrong.errors)")
    #expect(!wrong.errors.contains("tiptop"))
    #expect(box.logins == 1, "not once for each recipient")
    let late = digest(box, now: "2026-05-26T05:00:00Z", password: "tiptop-guess")
    #expect(late.errors.contains("for more than a day; it is dropped"))
    let stored = try Data(contentsOf: URL(fileURLWithPath: bench.database))
    #expect(stored.range(of: Data("tiptop".utf8)) == nil)
    #expect(box.received.isEmpty)
  }

  @Test("A workbook that is too large for the setting or the server stays behind, and that is told")
  func tooLarge() throws {
    let free = try MailBox(#"{"password": "secret"}"#)
    try configure(free, to: "['a@example.com']", more: "largestAttachment: 0")
    digest(free)
    #expect(free.received.first?.parts.count == 2)
    let narrow = try MailBox(#"{"password": "secret", "limit": 40000}"#)
    try configure(narrow, to: "['a@example.com']")
    #expect(!digest(narrow, period: "--daily").errors.contains("not delivered"))
    let mail = try #require(narrow.received.first)
    #expect(mail.parts.count == 2)
    for part in mail.parts {
      #expect(part.text?.contains("The workbook is not attached: the mail server") == true)
    }
  }

  @Test("doctor logs in, and says what is wrong")
  func doctor() throws {
    let box = try MailBox(#"{"password": "secret"}"#)
    try configure(box)
    let config = ["doctor", "--config", bench.path("runrate.json5")]
    func ask(_ password: String) -> String {
      bench.runrate(
        config,
        environment: ["SSL_CERT_FILE": box.certificate, "RUNRATE_SMTP_PASSWORD": password]
      ).output
    }
    #expect(ask("secret").contains("smtp://127.0.0.1:\(box.port) answers (nothing was sent)"))
    #expect(ask("guess").contains("the server refused user and password"))
    #expect(box.received.isEmpty)
  }

  @Test(
    "What the configuration says of mail is read or told with its place",
    arguments: [
      ("{digest: {mail: ['a@b.c']}}", "mail"), ("{mail: {server: 'smtp://a.b'}}", "mail.from"),
      ("{mail: {from: 'a b'}}", "mail.from"),
      ("{mail: {from: 'a@b.c', server: 'smtp://u:p@a.b'}}", "mail.server"),
      ("{mail: {from: 'a@b.c'}, digest: {mail: ['a@b.c', 'A <a@b.c>']}}", "digest.mail[1]"),
    ])
  func settings(text: String, key: String) throws {
    let path = try bench.write(text, to: "c.json5")
    let answer = bench.runrate("digest", "--config", path)
    #expect(answer.code == .badData, "\(answer.code)")
    #expect(answer.errors.contains(key), "\(answer.errors)")
  }
}
