package import Values

/// Something that happened on a day: charts mark it, *What changed* names it.
package struct Annotation: SettingsSection, Hashable {
  package enum Kind: String, CaseIterable, Sendable {
    case release, price, incident, campaign, holiday, note

    /// As people say it.
    package var title: String {
      switch self {
      case .release: "Release"
      case .price: "Price change"
      case .incident: "Incident"
      case .campaign: "Campaign"
      case .holiday: "Holiday"
      case .note: "Note"
      }
    }
  }

  package var day = Day(0)
  package var text = ""
  package var kind = Kind.note
  package var link: String?

  package init() {}

  package init(day: Day, text: String, kind: Kind = .note, link: String? = nil) {
    self.day = day
    self.text = text
    self.kind = kind
    self.link = link
  }

  static let settings: [Setting<Self>] = [
    Setting("date", \.day, .day, .said, "The day.").required,
    Setting("text", \.text, .name, .said, "What happened.").required,
    Setting("kind", \.kind, .choice, .said, "What kind of thing it was."),
    Setting("link", \.link, .webAddress, .said, "An address with more about it."),
  ]
}

/// Days on which everybody had access without paying, such as those of a test (Definitions,
/// "When somebody has access").
package struct FreePhase: SettingsSection, Hashable {
  package var from = Day(0)
  /// Nil while nobody knows it.
  package var to: Day?
  package var reason = ""

  package init() {}

  static let settings: [Setting<Self>] = [
    Setting("from", \.from, .day, .folded, "The first day.").required,
    Setting("to", \.to, .day, .folded, "The last day; without it the phase goes on."),
    Setting(
      "reason", \.reason, .name.example("\"beta\""), .judged,
      "What reports call it; else its first day."
    ).otherwise { $0.reason = "\($0.from)" },
  ]

  mutating func check(_ entries: Entries) throws(Failure) {
    if let to, to < from, let last = entries["to"] {
      throw last.unwanted("the phase would end before it begins")
    }
  }

  /// No day lies in two phases, and each reason stands once.
  static func check(
    _ phase: FreePhase, _ before: [FreePhase], _ entry: Entry
  ) throws(Failure) {
    if before.contains(where: { $0.overlaps(phase) }) {
      throw entry.unwanted("its days are those of another phase, too")
    }
    if before.contains(where: { $0.reason == phase.reason }) {
      throw entry.duplicate(phase.reason)
    }
  }

  private func overlaps(_ other: FreePhase) -> Bool {
    (other.to.map { from <= $0 } ?? true) && (to.map { other.from <= $0 } ?? true)
  }
}
