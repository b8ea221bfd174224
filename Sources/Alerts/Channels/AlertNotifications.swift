package import Metrics
package import Values

/// The alerts of a run that are worth a message: a new one, a warning that became critical, a
/// trouble that reached others, a reminder once a week, and a resolved one.
///
/// A log that stops is one alert, that of the freshness rule: rules that wait for newer data say
/// nothing. A rule that flaps keeps its beginning, so it does not page every night. An acknowledged
/// one does not page at all, nor does another rule that fires for the same cause: what one rule told, it
/// tells to be over.
package struct AlertNotifications: Sendable {
  package enum Change: String, Sendable {
    case new, worse, wider, still, resolved
  }

  package struct Item: Sendable {
    package let change: Change
    package let rule: JudgedRule
    package let line: AlertLine
    /// When the trouble began; of one that is over, that which was told.
    package let since: Day
    /// Whether it is critical, or was when it was told.
    package let isCritical: Bool
    /// Its rule, and those of which it told before.
    let names: [String]

    fileprivate init(
      _ change: Change, _ rule: JudgedRule, _ line: AlertLine,
      _ lastNotified: [String: LastNotified], _ asOf: Day
    ) {
      (self.change, self.rule, self.line) = (change, rule, line)
      let before = lastNotified[line.name]
      let others = lastNotified.filter { $0.value.teller == line.name }.keys.sorted()
      names = [line.name] + (change == .new ? [] : others)
      since = line.since ?? before?.since ?? asOf
      let wasCritical = change == .resolved ? before?.extent?.isCritical : nil
      isCritical = wasCritical ?? (line.severity == .critical)
    }
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
    let open = Set(lines.filter { $0.since != nil }.map(\.name))
    for (rule, line) in zip(judged, lines) {
      let before = lastNotified[line.name]
      let change = line.isStale ? nil : Self.change(rule, line, before, asOf)
      let teller =
        switch change {
        case .new, .worse, .wider: known.teller(of: rule, line)
        case .still: before?.teller.flatMap { open.contains($0) ? $0 : nil }
        case .resolved, nil: before?.teller
        }
      if let change, teller == nil {
        items.append(Item(change, rule, line, lastNotified, asOf))
      }
      switch change {
      case nil: self.lastNotified[line.name] = before
      case .resolved: break
      case .new, .worse, .wider, .still:
        self.lastNotified[line.name] = line.since.map {
          LastNotified(since: $0, day: asOf, extent: rule.extent, teller: teller)
        }
      }
    }
    for (names, item) in items.grouped where item.change != .resolved {
      for name in names where name != item.line.name {
        self.lastNotified[name]?.teller = item.line.name
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
  private var known: [(rule: String, cause: AlertScope, isCritical: Bool)] = []

  init(_ judged: [JudgedRule], _ lines: [AlertLine], _ lastNotified: [String: LastNotified]) {
    for (rule, line) in zip(judged, lines) where line.state == .firing {
      let told = lastNotified[line.name].flatMap { $0.since == line.since ? $0.extent : nil }
      guard let cause = rule.extent, let extent = line.acknowledged == nil ? told : cause
      else { continue }
      known.append((line.name, cause, extent.isCritical))
    }
  }

  /// Another rule that told of the same, as bad.
  func teller(of rule: JudgedRule, _ line: AlertLine) -> String? {
    guard let cause = rule.extent else { return nil }
    return known.first { other in
      other.rule != line.name && cause.isOne(with: other.cause)
        && (other.isCritical || line.severity != .critical)
    }?.rule
  }
}

// MARK: - One message

extension [AlertNotifications.Item] {
  /// Rules that are stale for one reason are one trouble, and so are those that fire for one cause; the
  /// worst of them tells it.
  var grouped: [(names: [String], item: AlertNotifications.Item)] {
    var groups: [(names: [String], item: AlertNotifications.Item)] = []
    for item in self {
      let at = groups.firstIndex { $0.item.change == item.change && $0.item.isOne(with: item) }
      if let at {
        groups[at].names += item.names.filter { !groups[at].names.contains($0) }
        if item.isCritical, !groups[at].item.isCritical { groups[at].item = item }
      } else {
        groups.append((item.names, item))
      }
    }
    return groups
  }
}

extension AlertNotifications.Item {
  fileprivate func isOne(with other: AlertNotifications.Item) -> Bool {
    if line.state == .stale { return line.message == other.line.message }
    guard let extent = rule.extent, let others = other.rule.extent else { return false }
    return extent.isOne(with: others) || others.isOne(with: extent)
  }
}
