package import Values

/// How long a stretch of days a digest tells of.
package enum DigestPeriod: String, CaseIterable, Sendable, Comparable {
  case daily, weekly, monthly

  package static func < (a: DigestPeriod, b: DigestPeriod) -> Bool { a.length < b.length }

  /// About how many days.
  private var length: Int {
    switch self {
    case .daily: 1
    case .weekly: 7
    case .monthly: 30
    }
  }

  /// The last day of the newest whole period that ends on `day` or before: weeks end on Sunday
  /// (ISO 8601).
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
