package import Values

/// How long a stretch of days a digest tells of.
package enum DigestPeriod: String, CaseIterable, Sendable {
  case daily, weekly, monthly

  /// The last day of the newest whole period up to `day`; weeks end on Sunday (ISO 8601).
  package func end(upTo day: Day) -> Day {
    switch self {
    case .daily: day
    case .weekly: day.advanced(by: 1).week.advanced(by: -1)
    case .monthly: day.advanced(by: 1).month.firstDay.advanced(by: -1)
    }
  }

  /// The period that ends on `end`, a last day of one.
  package func days(until end: Day) -> ClosedRange<Day> {
    switch self {
    case .daily: end...end
    case .weekly: end.week...end
    case .monthly: end.month.firstDay...end
    }
  }

  /// What it is compared with: the same weekday, the week or the month before.
  package func daysBefore(until end: Day) -> ClosedRange<Day> {
    switch self {
    case .daily, .weekly:
      let days = days(until: end)
      return days.lowerBound.advanced(by: -7)...days.upperBound.advanced(by: -7)
    case .monthly:
      let month = end.month.advanced(by: -1)
      return month.firstDay...month.lastDay
    }
  }
}

/// Who gets digests, and where they lead to.
package struct DigestSettings: SettingsSection, Hashable {
  /// Each period is sent once, where messages of alerts go and to ``mail``.
  package var post: [DigestPeriod] = []
  package var mail: [MailAddress] = []
  /// With `{day}` for the as-of day; nil: digests name none.
  package var link: String?

  package init() {}

  static let settings: [Setting<Self>] = [
    Setting(
      "post", \.post, .list(of: .choice, unique: \DigestPeriod.rawValue).example("[\"daily\"]"),
      .nothing, "Digests that are sent, once a period: where messages of alerts go, and by mail."),
    Setting(
      "mail", \.mail,
      .list(of: .mailAddress, unique: \MailAddress.address).example("[\"team@example.com\"]"),
      .nothing, "Who gets them by mail, with the workbook; `mail` says how."),
    Setting(
      "link", \.link, .webAddress.example("\"https://example.com/{day}\""), .said,
      "The address of the whole report, with `{day}` for its day."),
  ]
}

/// The server that takes mail, and whose mail it is. The password is in the environment.
package struct MailSettings: SettingsSection, Hashable {
  package var server = MailServer.local
  package var user: String?
  /// Nil only before it was read.
  package var from: MailAddress?
  /// Of a workbook, in megabytes.
  package var largestAttachment = 10

  package init() {}

  static let settings: [Setting<Self>] = [
    Setting(
      "server", \.server, .server, .nothing,
      "`smtp://` demands STARTTLS, `smtps://` is TLS from the start. `smtp://localhost` without `user` is plain."
    ),
    Setting(
      "user", \.user, .text, .nothing,
      "Who logs in, with the password of `RUNRATE_SMTP_PASSWORD`."),
    Setting(
      "from", \.from, .mailAddress.example("\"Runrate <runrate@example.com>\""), .nothing,
      "The sender."
    ).required,
    Setting(
      "largestAttachment", \.largestAttachment, .whole(0...100), .nothing,
      "Megabytes of a workbook that is still attached; 0: none is."),
  ]
}

extension Kind<MailAddress> {
  static var mailAddress: Kind {
    Kind("mail address", example: "\"team@example.com\"", Entry.mailAddress) {
      .string($0.description)
    }
  }
}

extension Kind<MailServer> {
  fileprivate static var server: Kind {
    Kind("address", example: "\"smtp://mail.example.com:587\"", Entry.mailServer) {
      .string($0.description)
    }
  }
}

extension Entry {
  fileprivate func mailAddress() throws(Failure) -> MailAddress {
    try text("one mail address in ASCII, such as \"Team <team@example.com>\"") { MailAddress($0) }
  }

  fileprivate func mailServer() throws(Failure) -> MailServer {
    try text(
      "smtp://host:port or smtps://host:port, without a user (the password is in the environment)"
    ) { MailServer($0) }
  }
}
