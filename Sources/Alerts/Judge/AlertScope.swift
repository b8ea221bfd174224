import Metrics
import Settings
import Values

extension AlertScope {
  /// The data is too old for the rule: nothing is wrong with its figure, as far as anybody knows.
  private static let waiting = "waiting"
  /// Cases that came regularly are gone.
  private static let gone = "gone"
  private static let everybody = "all"
  private static let critical = "critical"
  /// Begins the name of a cause.
  private static let cause = "cause "

  /// That of a rule that fires or is stale, of one day.
  init(_ verdict: Verdict) {
    let isOfEverybody = verdict.segment == nil || verdict.isOfEverybody
    var parts: Set<String> =
      switch verdict.finding {
      case .outdated where !verdict.rule.isOfFreshness: [Self.waiting]
      case .noCases: [Self.gone]
      default: isOfEverybody ? [Self.everybody] : Set(verdict.breaches.map(\.name))
      }
    for name in verdict.causes { parts.insert(Self.cause + name) }
    if verdict.firesCritically { parts.insert(Self.critical) }
    self.init(parts: parts)
  }

  /// Whether the rule never did more than wait for newer data.
  var isOnlyWaiting: Bool { parts == [Self.waiting] }

  /// Whether it was critical on one of its days.
  var isCritical: Bool { parts.contains(Self.critical) }

  /// With what another day adds: of a known cause no segments, in which it shows as well.
  func union(_ other: AlertScope) -> AlertScope {
    let isKnown = !other.causes.isEmpty && other.causes.allSatisfy { hasCause(like: $0) }
    let added = isKnown ? other.parts.filter { !isSegment($0) } : other.parts
    return AlertScope(parts: parts.union(added))
  }

  /// Whether nothing of `other` is news to who knows of this.
  func covers(_ other: AlertScope) -> Bool { news(in: other).isEmpty }

  /// What of `other` is news to who knows of this, in words. Segments are a part of everybody.
  func news(in other: AlertScope) -> [String] {
    other.parts.subtracting(parts).sorted().compactMap { part in
      switch part {
      case Self.critical: "it became critical"
      case Self.gone: "its cases are gone"
      case _ where part == Self.waiting || part.hasPrefix(Self.cause): nil
      case _ where parts.contains(Self.everybody): nil
      default: "it reached \(part == Self.everybody ? "everybody" : part)"
      }
    }
  }
}

// MARK: - Causes

extension AlertScope {
  /// The segments of each cause that was named.
  private var causes: [Set<String>] {
    parts.filter { $0.hasPrefix(Self.cause) }.map {
      Set($0.dropFirst(Self.cause.count).split(separator: " × ").map(String.init))
    }
  }

  /// Whether a segment, as of ``Breach/name``, is one of a named cause.
  func names(_ segment: String) -> Bool { causes.contains { $0.contains(segment) } }

  /// Whether each of its causes lies in a cause of the other, or holds it: on few cases a rule names
  /// country US where another names country US × variant benefits. Where it has none, whether all of its
  /// segments are causes of the other.
  func isOne(with other: AlertScope) -> Bool {
    guard causes.isEmpty else { return causes.allSatisfy(other.hasCause) }
    let segments = parts.filter(isSegment)
    return !segments.isEmpty && segments.allSatisfy { other.causes.contains([$0]) }
  }

  private func hasCause(like other: Set<String>) -> Bool {
    causes.contains { $0.isSubset(of: other) || other.isSubset(of: $0) }
  }

  private func isSegment(_ part: String) -> Bool {
    ![Self.critical, Self.gone, Self.waiting].contains(part) && !part.hasPrefix(Self.cause)
  }
}

extension Verdict {
  /// The smallest cause; of what cannot be taken apart, the segment that it is about.
  fileprivate var causes: [String] {
    if let smallest { return smallest.parts.map(\.name) }
    return [segment].compactMap { isOfSingleFigures ? $0 : nil }
  }

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
