import Foundation
import HTTP
import Support
import Testing
import Values

@testable import Mail

/// Mail over a connection, with aiosmtpd on the other side.
@Suite("A mail that is sent", .enabled(if: MailBox.isInstalled, "\(MailBox.notInstalled)"))
struct SMTPClientTests {
  private func client(
    _ box: MailBox, _ password: String? = "secret", scheme: String = "smtp", trusts: Bool = true,
    timeout: Int = 20_000
  ) throws -> SMTPClient {
    SMTPClient(
      try #require(MailServer("\(scheme)://127.0.0.1:\(box.port)")),
      login: password.map { ("runrate", $0) }, certificates: trusts ? box.certificate : nil,
      timeout: timeout)
  }

  private func send(_ client: SMTPClient, to recipient: String = "b@example.com") throws
    -> SMTPAnswer
  {
    let to = try #require(MailAddress(recipient))
    return client.send(
      MIMEMessage(
        from: try #require(MailAddress("Jörg, Team <a@example.com>")), to: [to],
        subject: "Umsätze – Juni", id: "digest.1", date: Instant(milliseconds: 0),
        text: ".\n..dots\nFrom\n\(String(repeating: "é", count: 300))\n", html: "<p>ä</p>",
        attachment: MIMEMessage.Attachment(
          name: "runrate.xlsx", type: "application/octet-stream",
          bytes: (0..<200_000).map { UInt8(truncatingIfNeeded: $0) })),
      to: to)
  }

  @Test(
    "arrives whole over TLS, as another program reads it", arguments: ["starttls", "smtps"])
  func whole(tls: String) throws {
    let box = try MailBox(#"{"tls": "\#(tls)", "password": "secret"}"#)
    let scheme = tls == "smtps" ? "smtps" : "smtp"
    #expect(try send(client(box, scheme: scheme)) == .accepted)
    let mail = try #require(box.received.first)
    #expect(mail.tls && mail.from == "a@example.com" && mail.to == ["b@example.com"])
    #expect(mail.defects.isEmpty, "\(mail.defects)")
    #expect(mail.isASCII && mail.isCRLF && mail.longest <= 76)
    #expect(mail.header("Subject") == ["Umsätze – Juni"])
    #expect(mail.header("From") == ["\"Jörg, Team\" <a@example.com>"])
    #expect(mail.parts.map(\.type) == ["text/plain", "text/html", "application/octet-stream"])
    let text = mail.parts[0].text?.replacing("\r\n", with: "\n")
    #expect(text == ".\n..dots\nFrom\n\(String(repeating: "é", count: 300))\n")
    #expect(mail.parts[2].size == 200_000 && mail.parts[2].name == "runrate.xlsx")
  }

  @Test("does not go out, nor does the password, where the server offers no TLS")
  func noTLS() throws {
    let box = try MailBox(#"{"tls": "none", "password": "secret"}"#)
    let answer = try send(client(box, trusts: false))
    #expect(answer == .noTLS)
    #expect(answer.text.contains("offers no STARTTLS"))
    #expect(box.logins == 0 && box.received.isEmpty)
    #expect(!answer.mayPass && !answer.isRefusedForGood && !answer.isReachable)
  }

  @Test("does not go out to a server whose certificate nobody vouches for")
  func untrusted() throws {
    let box = try MailBox(#"{"password": "secret"}"#)
    let answer = try send(client(box, trusts: false))
    #expect(answer.text.contains("certificate"), "\(answer.text)")
    #expect(box.logins == 0 && box.received.isEmpty)
  }

  @Test("goes out in plain text to a relay of this machine without a login alone")
  func relay() throws {
    let box = try MailBox(#"{"tls": "none"}"#)
    #expect(try send(client(box, nil, trusts: false)) == .accepted)
    #expect(box.received.count == 1 && box.received.first?.tls == false)
  }

  @Test("with a wrong password is not taken, and that is tried once")
  func wrongPassword() throws {
    let box = try MailBox(#"{"password": "secret"}"#)
    let answer = try send(client(box, "guess"))
    #expect(answer.text.hasPrefix("the server refused user and password: 535 "), "\(answer)")
    #expect(!answer.mayPass && !answer.isRefusedForGood && !answer.isReachable)
    #expect(box.logins == 1 && box.received.isEmpty)
    #expect(!answer.text.contains("guess"))
  }

  @Test(
    "to who is not there is refused for good, to who must wait not",
    arguments: [("550 5.1.1 no such user", true), ("451 4.7.1 try again later", false)])
  func recipient(reply: String, isForGood: Bool) throws {
    let box = try MailBox(#"{"password": "secret", "replies": {"x@example.com": ["\#(reply)"]}}"#)
    let answer = try send(client(box), to: "x@example.com")
    #expect(answer.text == "the server refused the recipient: \(reply)")
    #expect(answer.isRefusedForGood == isForGood && answer.mayPass != isForGood)
    #expect(answer.isReachable)
    #expect(try send(client(box), to: "y@example.com") == .accepted)
  }

  @Test("that is too large is known as such")
  func tooLarge() throws {
    let box = try MailBox(#"{"password": "secret", "limit": 10000}"#)
    #expect(try send(client(box)).isTooLarge)
  }

  @Test("is not waited for longer than its time", arguments: ["connect", "data"])
  func hangs(at place: String) throws {
    let box = try MailBox(#"{"password": "secret", "hang": "\#(place)"}"#)
    let answer = try send(client(box, trusts: place == "data", timeout: 1_000))
    #expect(answer == .failed(reason: "Timeout was reached", mayPass: false))
  }

  @Test("where nobody listens is tried again")
  func nobody() throws {
    let server = try #require(MailServer("smtp://127.0.0.1:1"))
    let answer = try send(SMTPClient(server, login: nil))
    #expect(answer.mayPass && !answer.isReachable && !answer.isRefusedForGood)
  }

  @Test("is not sent by a look at the server, which tells a wrong password")
  func check() throws {
    let box = try MailBox(#"{"password": "secret"}"#)
    #expect(try client(box).check() == .accepted)
    #expect(try client(box, "guess").check().text.contains("user and password"))
    #expect(box.received.isEmpty)
  }
}
