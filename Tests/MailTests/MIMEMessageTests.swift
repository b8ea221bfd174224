import Foundation
import Testing
import Values

@testable import Mail

@Suite("A mail")
struct MIMEMessageTests {
  private func mail(_ subject: String, text: String = "Hello", from: String = "a@example.com")
    throws -> String
  {
    let message = MIMEMessage(
      from: try #require(MailAddress(from)), to: [try #require(MailAddress("b@example.com"))],
      subject: subject, id: "digest.1", date: Instant(milliseconds: 1_782_620_100_000),
      text: text, html: "<p>Hello</p>")
    return String(decoding: message.bytes, as: UTF8.self)
  }

  private func lines(_ mail: String) -> [String] { mail.components(separatedBy: "\r\n") }

  @Test("says when, from whom, to whom, and that a program wrote it")
  func headers() throws {
    let lines = lines(try mail("Subscriptions in June 2026"))
    #expect(
      lines.prefix(7) == [
        "Date: Sun, 28 Jun 2026 04:15:00 +0000", "From: a@example.com", "To: b@example.com",
        "Subject: Subscriptions in June 2026", "Message-ID: <digest.1@example.com>",
        "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
      ])
  }

  @Test("has a subject of any letters in ASCII lines of at most 76 characters")
  func longSubject() throws {
    let subject = String(repeating: "Überraschung – 購読 ", count: 12)
    let mail = try mail(subject)
    #expect(mail.utf8.allSatisfy { $0 < 128 })
    #expect(lines(mail).allSatisfy { $0.utf8.count <= 76 })
    #expect(mail.contains("Subject: =?utf-8?B?"))
  }

  @Test(
    "has no header but its own, whatever its subject and sender say",
    arguments: ["a\r\nBcc: x@y.z", "a\nBcc: x@y.z", "a\rBcc: x@y.z", "a\u{2028}Bcc: x@y.z", "a\0b"])
  func injection(subject: String) throws {
    let mail = try mail(subject)
    #expect(!lines(mail).contains { $0.hasPrefix("Bcc") || $0.contains("\n") || $0.contains("\r") })
    #expect(!mail.unicodeScalars.contains("\0"))
    #expect(MailAddress("x <a@b.c>\r\nBcc: x@y.z") == nil)
  }

  @Test("keeps text that looks like a boundary, a dot or an encoded word as it is")
  func bodies() throws {
    let mail = try mail("=?utf-8?B?eA==?=", text: "--=_runrate_alternative--\n.\nFrom here \nä=")
    #expect(lines(mail).filter { $0 == "--=_runrate_alternative--" }.count == 1)
    #expect(mail.contains("--=3D_runrate_alternative--\r\n.\r\nFrom here=20\r\n=C3=A4=3D\r\n"))
    #expect(!mail.contains("Subject: =?utf-8?B?eA==?="))
  }

  @Test(
    "goes to one address in ASCII, with a name or without",
    arguments: [
      ("team@example.com", "team@example.com", ""),
      ("  Jörg Müller <j.m+x@sub.example.co> ", "j.m+x@sub.example.co", "Jörg Müller"),
    ])
  func address(text: String, address: String, name: String) throws {
    let read = try #require(MailAddress(text))
    #expect(read.address == address && read.name == name)
  }

  @Test(
    "goes to nothing else",
    arguments: [
      "", "a", "a@", "@b", "a b@c.d", "a@b@c", "a..b@c.d", "ä@b.c", "a@b.c, d@e.f", "<a@b.c",
      "a@b.c>",
      "\"a b\"@c.d", "a@b.c\n",
    ])
  func noAddress(text: String) { #expect(MailAddress(text) == nil, "\(text)") }

  @Test(
    "is handed in at a server with its usual port or its own",
    arguments: [
      ("smtp://mail.example.com", "smtp://mail.example.com:587"),
      ("smtps://mail.example.com", "smtps://mail.example.com:465"),
      ("smtp://localhost", "smtp://localhost:25"), ("SMTP://10.0.0.1:2525", "smtp://10.0.0.1:2525"),
      ("smtp://[::1]:26", "smtp://[::1]:26"),
      ("smtps://[2001:db8::1]", "smtps://[2001:db8::1]:465"),
    ])
  func server(text: String, shown: String) { #expect(MailServer(text)?.description == shown) }

  @Test(
    "is handed in nowhere else, and no password stands there",
    arguments: [
      "mail.example.com", "http://a.b", "smtp://", "smtp://u:p@a.b", "smtp://a.b/c", "smtp://a.b:0",
      "smtp://a.b:65536", "smtp://a.b:x", "smtp://a b", "smtp://a..b", "smtp://[]",
    ])
  func noServer(text: String) { #expect(MailServer(text) == nil, "\(text)") }
}
