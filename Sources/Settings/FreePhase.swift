package import Values

/// Days on which everybody had access without paying, such as those of a test (Definitions,
/// "When somebody has access").
package struct FreePhase: Sendable, Hashable {
  package let from: Day
  /// The last day; nil while nobody knows it.
  package let to: Day?
  /// The first day where nobody says one.
  package let reason: String
}

extension FreePhase {
  private enum Key: String, CaseIterable { case from, to, reason }

  /// In the order of their days, none of which lies in two of them; each reason once.
  static func all(_ entry: Entry?) throws(SettingsError) -> [FreePhase] {
    var phases: [FreePhase] = []
    for one in try entry?.list() ?? [] {
      let phase = try FreePhase(one)
      if phases.contains(where: { $0.overlaps(phase) }) {
        throw one.wrongValue(.absence(because: "its days are those of another phase, too"))
      }
      guard !phases.contains(where: { $0.reason == phase.reason }) else {
        throw one.error(.duplicate(phase.reason))
      }
      phases.append(phase)
    }
    return phases.sorted { $0.from < $1.from }
  }

  /// `{ from: "2026-05-01", to: "2026-05-31", reason: "beta" }`
  private init(_ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    from = try section.required(.from).day()
    to = try section[.to]?.day()
    reason = try section[.reason]?.name() ?? "\(from)"
    if let to, to < from, let last = section[.to] {
      throw last.wrongValue(.absence(because: "the phase would end before it begins"))
    }
  }

  private func overlaps(_ other: FreePhase) -> Bool {
    (other.to.map { from <= $0 } ?? true) && (to.map { other.from <= $0 } ?? true)
  }
}
