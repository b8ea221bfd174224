package import Metrics
package import Values

/// The alerts of a run that are worth a message: a new one, a warning that became critical, a
/// reminder once a week, and a resolved one.
///
/// A log that stops is one alert, that of the freshness rule: rules that wait for newer data say
/// nothing. A rule that flaps keeps its beginning, so it does not page every night. An acknowledged
/// one does not page at all.
package struct AlertNotifications: Sendable {
  package enum Change: String, Sendable { case new, worse, still, resolved }

  package struct Item: Sendable {
    package let change: Change
    package let rule: JudgedRule
    package let line: AlertLine
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
    for (rule, line) in zip(judged, lines) {
      let before = lastNotified[line.name]
      if line.isWaiting {
        self.lastNotified[line.name] = before
      } else {
        take(rule, line, before, worst: lastNotified[Self.worstName(line)], asOf)
      }
    }
  }

  /// Under which name it is remembered that a rule's trouble was told as a critical one.
  private static func worstName(_ line: AlertLine) -> String { "\(line.name)\tcritical" }

  private mutating func take(
    _ rule: JudgedRule, _ line: AlertLine, _ before: LastNotified?, worst: LastNotified?,
    _ asOf: Day
  ) {
    let isCritical = line.needsAttention && line.severity == .critical
    let change = Self.change(line, before, isWorse: isCritical && worst?.since != line.since, asOf)
    if let change { items.append(Item(change: change, rule: rule, line: line)) }
    let now = line.since.map { LastNotified(since: $0, day: asOf) }
    switch change {
    case .new, .worse, .still: lastNotified[line.name] = now
    case .resolved: break
    case nil: lastNotified[line.name] = before
    }
    let isNotified = isCritical && lastNotified[line.name] != nil
    lastNotified[Self.worstName(line)] = isNotified ? now : worst?.since == line.since ? worst : nil
  }

  private static func change(
    _ line: AlertLine, _ before: LastNotified?, isWorse: Bool, _ asOf: Day
  ) -> Change? {
    if line.needsAttention {
      guard let before, before.since == line.since else { return .new }
      if isWorse { return .worse }
      return before.day.distance(to: asOf) >= reminder ? .still : nil
    }
    return line.since == nil && before != nil ? .resolved : nil
  }
}

/// What the last message about a rule said.
package struct LastNotified: Sendable, Hashable {
  package var since: Day
  package var day: Day

  package init(since: Day, day: Day) {
    self.since = since
    self.day = day
  }
}
