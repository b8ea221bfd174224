import CCurl
package import Values

/// Hands mail in: one recipient a connection, so that each is taken or refused by itself.
package struct SMTPClient: Sendable {
  private let server: MailServer
  private let login: (user: String, password: String)?
  /// Certificates to trust in place of the system's (PEM).
  private let certificates: String?
  /// In milliseconds, for a whole mail.
  private let timeout: Int

  package init(
    _ server: MailServer, login: (user: String, password: String)?, certificates: String? = nil,
    timeout: Int = 60_000
  ) {
    (self.server, self.login) = (server, login)
    (self.certificates, self.timeout) = (certificates, timeout)
  }

  package func send(_ message: MIMEMessage, to recipient: MailAddress) -> SMTPAnswer {
    message.bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        perform(message.from, recipient, $0.baseAddress, bytes.count)
      }
    }
  }

  /// Whether the server can be reached and takes user and password. No mail is sent.
  package func check() -> SMTPAnswer { perform(nil, nil, nil, 0) }

  /// Only a relay of this machine, which asks for no password, is spoken to without TLS.
  private var demandsTLS: Bool { login != nil || !server.isLocal }

  private func perform(
    _ from: MailAddress?, _ to: MailAddress?, _ bytes: UnsafePointer<CChar>?, _ count: Int
  ) -> SMTPAnswer {
    var reply = [CChar](repeating: 0, count: 512)
    let answer = smtp_send(
      server.description, demandsTLS ? 1 : 0, login?.user, login?.password, certificates,
      from?.address, to?.address, bytes, count, timeout, &reply, reply.count)
    return SMTPAnswer(answer, Self.plain(reply))
  }

  /// What a server says is shown on a terminal: printable ASCII, on one line.
  private static func plain(_ reply: [CChar]) -> String {
    let bytes = reply.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let printable = bytes.filter { (32..<127).contains($0) }.prefix(200)
    return String(decoding: printable, as: UTF8.self)
  }
}

extension SMTPAnswer {
  fileprivate init(_ answer: smtp_answer, _ reply: String) {
    switch answer.code {
    case CURLE_OK: self = .accepted
    case CURLE_USE_SSL_FAILED: self = .noTLS
    case CURLE_LOGIN_DENIED:
      self = .refused(.login, status: answer.status, reply: reply)
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST:
      self = .failed(reason: Self.reason(answer.code), mayPass: true)
    case _ where answer.status >= 400:
      self = .refused(Step(answer.step), status: answer.status, reply: reply)
    default:
      let lasts = [CURLE_OPERATION_TIMEDOUT, CURLE_PEER_FAILED_VERIFICATION]
      self = .failed(reason: Self.reason(answer.code), mayPass: !lasts.contains(answer.code))
    }
  }

  private static func reason(_ code: CURLcode) -> String {
    String(cString: curl_easy_strerror(code))
  }
}

extension SMTPAnswer.Step {
  /// By the first letter of the command.
  fileprivate init(_ letter: CChar) {
    switch UInt8(bitPattern: letter) {
    case UInt8(ascii: "A"): self = .login
    case UInt8(ascii: "M"): self = .sender
    case UInt8(ascii: "R"): self = .recipient
    case UInt8(ascii: "D"): self = .content
    default: self = .greeting
    }
  }
}
