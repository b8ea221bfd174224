import Metrics
import Settings

/// How far a trouble has reached since it began: whom it is about, and how bad it is. Who was told
/// of one part, or knows of it, knows nothing of the others.
package struct AlertScope: Sendable, Hashable {
  /// The data is too old for the rule: nothing is wrong with its figure, as far as anybody knows.
  private static let waiting = "waiting"
  /// Cases that came regularly are gone.
  private static let gone = "gone"
  private static let everybody = "all"
  private static let critical = "critical"

  /// Words of above, and segments: `country US`. As the database keeps them.
  package private(set) var parts: Set<String>

  /// What was kept of one.
  package init(parts: Set<String>) { self.parts = parts }

  /// That of a rule that fires or is stale, of one day.
  init(_ verdict: Verdict) {
    switch verdict.finding {
    case .outdated where !verdict.rule.isOfFreshness: parts = [Self.waiting]
    case .noCases: parts = [Self.gone]
    default:
      parts = verdict.segment == nil ? [Self.everybody] : Set(verdict.breaches.map(\.name))
    }
    if verdict.firesCritically { parts.insert(Self.critical) }
  }

  /// Whether the rule never did more than wait for newer data.
  var isOnlyWaiting: Bool { parts == [Self.waiting] }

  /// Whether it was critical on one of its days.
  var isCritical: Bool { parts.contains(Self.critical) }

  /// With what another day adds.
  func union(_ other: AlertScope) -> AlertScope {
    AlertScope(parts: parts.union(other.parts))
  }

  /// Whether nothing of `other` is news to who knows of this. Segments are a part of everybody.
  func covers(_ other: AlertScope) -> Bool {
    other.parts.subtracting(parts).allSatisfy { part in
      part == Self.waiting
        || parts.contains(Self.everybody) && part != Self.critical && part != Self.gone
    }
  }
}

extension Verdict {
  /// Whether it fires, or tells of a log that stopped, as a critical one: by the rule, and how bad
  /// it is.
  var firesCritically: Bool {
    switch finding {
    case .firing: !isTentative && !isOfHoliday && (rule.severity == .critical || isCritical)
    case .missing: rule.severity == .critical
    default: false
    }
  }
}
