package import Values

/// Something that happened on a day and may show in the figures: charts mark it, and *What changed*
/// names it.
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
