/// The names of events: canonical ones and their spellings (Definitions, "The log"), the
/// configuration's `eventNames`, and the events that only funnels name. Case does not matter.
package struct EventNames: Sendable {
  /// What an event's name means.
  struct Meaning: Sendable, Equatable {
    var kind: EventKind
    /// The name of a `.custom` event, else empty.
    var customName = ""
    /// `manual_override`: granted or revoked by its `access`.
    var isOverride = false
    /// The default of `feature`, for the spellings of `feature_used`.
    var feature = ""
  }

  /// By lower-case name.
  private var meanings: [String: Meaning] = [:]
  /// The lower-case names of `eventNames`.
  private var ownNames: Set<String> = []

  /// - Parameters:
  ///   - eventNames: a log's own name → a canonical name, or a new name. Wins over the canonical ones.
  ///   - funnelEvents: names that funnels use as steps (without the pseudo event `charge`); those
  ///     that are not canonical are accepted as custom events under the name given here.
  package init(eventNames: [String: String] = [:], funnelEvents: Set<String> = []) {
    addSpellings()
    for name in funnelEvents.sorted() { addCustom(name) }
    let targets = meanings
    for (own, canonical) in eventNames.sorted(by: { $0.key < $1.key }) {
      addOwn(own, canonical, targets)
    }
  }

  /// The meaning of a name, nil for events that are not ours.
  func meaning(of name: String) -> Meaning? { meanings[name.lowercased()] }

  /// Whether `eventNames` says what a name means.
  func isOwn(_ name: String) -> Bool { ownNames.contains(name.lowercased()) }

  var hasOwnNames: Bool { !ownNames.isEmpty }

  private mutating func addSpellings() {
    for kind in EventKind.allCases where kind != .custom {
      for name in kind.names {
        var meaning = Meaning(kind: kind)
        if kind == .featureUsed { meaning.feature = name }
        meaning.isOverride = name == "manual_override"
        meanings[name] = meaning
      }
    }
  }

  private mutating func addCustom(_ name: String) {
    let folded = name.lowercased()
    guard !name.isEmpty, meanings[folded] == nil else { return }
    meanings[folded] = Meaning(kind: .custom, customName: name)
  }

  private mutating func addOwn(_ own: String, _ canonical: String, _ targets: [String: Meaning]) {
    let folded = own.lowercased()
    guard !canonical.isEmpty else { return }
    var meaning = targets[canonical.lowercased()] ?? Meaning(kind: .custom, customName: canonical)
    if meaning.kind == .featureUsed { meaning.feature = folded }
    meanings[folded] = meaning
    ownNames.insert(folded)
  }
}
