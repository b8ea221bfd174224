package import Metrics
package import Values

/// The alerts of a run that are worth a message: a new one, a warning that became critical, a
/// trouble that reached others, a reminder once a week, and a resolved one.
///
/// A log that stops is one alert, that of the freshness rule: rules that wait for newer data say
/// nothing. A rule that flaps keeps its beginning, so it does not page every night. An acknowledged
/// one does not page at all, nor does another rule that fires for the same cause.
package struct AlertNotifications: Sendable {
  package enum Change: String, Sendable {
    case new, worse, wider, still, resolved

    /// Whether it says of a trouble that was told only that it goes on, or is over.
    fileprivate var isOfOpen: Bool { self == .still || self == .resolved }
  }

  package struct Item: Sendable {
    package let change: Change
    package let rule: JudgedRule
    package let line: AlertLine
    /// When the trouble began; of one that is over, that which was told.
    package let since: Day
    /// Whether it is critical, or was when it was told.
    package let isCritical: Bool
  }

  /// Days after which a trouble that lasts is told again.
  private static let reminder = 7

  package private(set) var items: [Item] = []
  /// The memory for the next run.
  package private(set) var lastNotified: [String: LastNotified] = [:]

  /// `lines` are those of `judged`, in the same order.
  package init(
    _ judged: [JudgedRule], _ lines: [AlertLine], lastNotified: [String: LastNotified], asOf: Day
  ) {
    let known = KnownCauses(judged, lines, lastNotified)
    for (rule, line) in zip(judged, lines) {
      let before = lastNotified[line.name]
      let change = line.isStale ? nil : Self.change(rule, line, before, asOf)
      if let change, change.isOfOpen || !known.cover(rule, line) {
        items.append(
          Item(
            change: change, rule: rule, line: line, since: line.since ?? before?.since ?? asOf,
            isCritical: line.severity == .critical
              || change == .resolved && before?.extent?.isCritical == true))
      }
      switch change {
      case nil: self.lastNotified[line.name] = before
      case .resolved: break
      case .new, .worse, .wider, .still:
        self.lastNotified[line.name] = line.since.map {
          LastNotified(since: $0, day: asOf, extent: rule.extent)
        }
      }
    }
  }

  private static func change(
    _ rule: JudgedRule, _ line: AlertLine, _ before: LastNotified?, _ asOf: Day
  ) -> Change? {
    guard line.needsAttention else {
      return line.since == nil && before != nil ? .resolved : nil
    }
    guard let before, before.since == line.since else { return .new }
    if let told = before.extent, let reached = rule.extent, !told.covers(reached) {
      return reached.isCritical && !told.isCritical ? .worse : .wider
    }
    return before.day.distance(to: asOf) >= reminder ? .still : nil
  }
}

/// The causes of troubles that somebody knows: of rules that were told, or are acknowledged.
private struct KnownCauses {
  private var known: [(rule: String, cause: SmallestCause, isCritical: Bool)] = []

  init(_ judged: [JudgedRule], _ lines: [AlertLine], _ lastNotified: [String: LastNotified]) {
    for (rule, line) in zip(judged, lines) where line.state == .firing {
      let told = lastNotified[line.name].flatMap { $0.since == line.since ? $0.extent : nil }
      guard let cause = rule.verdict.smallest,
        let extent = line.acknowledged == nil ? told : rule.extent
      else { continue }
      known.append((line.name, cause, extent.isCritical))
    }
  }

  /// Whether another rule told of the same, as bad.
  func cover(_ rule: JudgedRule, _ line: AlertLine) -> Bool {
    guard let cause = rule.verdict.smallest else { return false }
    return known.contains { other in
      other.rule != line.name && other.cause.isOne(with: cause)
        && (other.isCritical || line.severity != .critical)
    }
  }
}

/// What the last message about a rule said.
package struct LastNotified: Sendable, Hashable {
  package var since: Day
  package var day: Day
  /// How far the trouble had reached; nil where an older version did not keep it.
  package var extent: AlertScope?

  package init(since: Day, day: Day, extent: AlertScope? = nil) {
    self.since = since
    self.day = day
    self.extent = extent
  }
}
