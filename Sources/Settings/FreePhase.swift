package import Values

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

  mutating func check(_ entries: Entries) throws(SettingsError) {
    if let to, to < from, let last = entries["to"] {
      throw last.wrongValue(.absence(because: "the phase would end before it begins"))
    }
  }

  /// No day lies in two phases, and each reason stands once.
  static func check(
    _ phase: FreePhase, _ before: [FreePhase], _ entry: Entry
  ) throws(SettingsError) {
    if before.contains(where: { $0.overlaps(phase) }) {
      throw entry.wrongValue(.absence(because: "its days are those of another phase, too"))
    }
    if before.contains(where: { $0.reason == phase.reason }) {
      throw entry.error(.duplicate(phase.reason))
    }
  }

  private func overlaps(_ other: FreePhase) -> Bool {
    (other.to.map { from <= $0 } ?? true) && (to.map { other.from <= $0 } ?? true)
  }
}
