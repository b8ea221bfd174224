package import Values

/// Something that happened on a day and may show in the figures: charts mark it, and *What changed*
/// names it.
package struct Annotation: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable {
    case release, price, incident, campaign, note

    /// As people say it.
    package var title: String {
      switch self {
      case .release: "Release"
      case .price: "Price change"
      case .incident: "Incident"
      case .campaign: "Campaign"
      case .note: "Note"
      }
    }
  }

  package let day: Day
  package let text: String
  package let kind: Kind
  /// An address with more about it.
  package let link: String?

  package init(day: Day, text: String, kind: Kind = .note, link: String? = nil) {
    self.day = day
    self.text = text
    self.kind = kind
    self.link = link
  }
}

extension Annotation {
  private enum Key: String, CaseIterable { case date, text, kind, link }

  init(_ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    self.init(
      day: try section.required(.date).day(), text: try section.required(.text).name(),
      kind: try section[.kind]?.choice() ?? .note, link: try section[.link]?.webAddress())
  }
}
