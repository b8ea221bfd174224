package import Metrics
package import Values

/// What is worth a message: a rule's trouble is told when it begins, once a week while it lasts,
/// and when it is over. A rule that flaps keeps its beginning, so it does not page every night; one
/// that somebody has acknowledged does not page at all.
package struct News: Sendable {
  package enum Change: String, Sendable { case new, still, resolved }

  package struct Item: Sendable {
    package let change: Change
    package let rule: JudgedRule
    package let line: AlertLine
  }

  /// What the last message about a rule said.
  package struct Told: Sendable, Hashable {
    package var since: Day
    package var day: Day

    package init(since: Day, day: Day) {
      self.since = since
      self.day = day
    }
  }

  /// Days after which a trouble that lasts is told again.
  private static let reminder = 7

  package private(set) var items: [Item] = []
  /// The memory for the next run.
  package private(set) var told: [String: Told] = [:]

  /// `lines` are those of `judged`, in the same order.
  package init(_ judged: [JudgedRule], _ lines: [AlertLine], told: [String: Told], asOf: Day) {
    for (rule, line) in zip(judged, lines) { take(rule, line, told[line.name], asOf) }
  }

  private mutating func take(_ rule: JudgedRule, _ line: AlertLine, _ before: Told?, _ asOf: Day) {
    let change = News.change(line, before, asOf)
    if let change { items.append(Item(change: change, rule: rule, line: line)) }
    switch change {
    case .new, .still: told[line.name] = line.since.map { Told(since: $0, day: asOf) }
    case .resolved: break
    case nil: told[line.name] = before
    }
  }

  private static func change(_ line: AlertLine, _ before: Told?, _ asOf: Day) -> Change? {
    if line.needsAttention {
      guard let before, before.since == line.since else { return .new }
      return before.day.distance(to: asOf) >= reminder ? .still : nil
    }
    return line.since == nil && before != nil ? .resolved : nil
  }
}
