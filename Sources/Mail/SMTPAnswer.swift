import HTTP

/// What became of one mail.
package enum SMTPAnswer: Sendable, Equatable {
  /// What the server answered, and to which command.
  package enum Step: Sendable { case greeting, login, sender, recipient, content }

  case accepted
  case refused(Step, status: Int, reply: String)
  /// Nothing was sent, not even the password.
  case noTLS
  /// The password or the message itself cannot be had.
  case notSent(String)
  /// The connection, and whether it may be better a little later.
  case failed(reason: String, mayPass: Bool)
}

extension SMTPAnswer: DeliveryAnswer {
  package var isSuccess: Bool { self == .accepted }

  package var wantedPause: Int? { nil }

  /// A reply of 400 to 499 is for now alone (RFC 5321, 4.2.1). A password is not tried twice, for
  /// accounts are locked by that.
  package var mayPass: Bool {
    switch self {
    case .refused(let step, let status, _): step != .login && (400..<500).contains(status)
    case .failed(_, let mayPass): mayPass
    case .accepted, .noTLS, .notSent: false
    }
  }

  /// A recipient that does not exist, or a mail that is not taken. A wrong sender or password is
  /// one of the configuration, which may be put right within the day.
  package var isRefusedForGood: Bool {
    if case .refused(.recipient, 500..., _) = self { return true }
    if case .refused(.content, 500..., _) = self { return true }
    return false
  }

  package var isReachable: Bool {
    if case .refused(let step, _, _) = self { return step == .recipient || step == .content }
    return isSuccess
  }

  /// The mail is larger than the server takes.
  package var isTooLarge: Bool {
    if case .refused(_, 552, _) = self { true } else { false }
  }

  package var text: String {
    switch self {
    case .accepted: "the server took it"
    case .noTLS: "the server offers no STARTTLS, so neither password nor mail was sent"
    case .notSent(let reason): reason
    case .failed(let reason, _): reason
    case .refused(let step, let status, let reply):
      "the server refused \(step.text): \(reply.isEmpty ? "\(status)" : reply)"
    }
  }
}

extension SMTPAnswer.Step {
  fileprivate var text: String {
    switch self {
    case .greeting: "the connection"
    case .login: "user and password"
    case .sender: "the sender"
    case .recipient: "the recipient"
    case .content: "the mail"
    }
  }
}
