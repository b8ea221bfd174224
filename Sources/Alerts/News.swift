package import Metrics
package import Values

/// What is worth a message: a rule's trouble is told when it begins, when a warning becomes
/// critical, once a week while it lasts, and when it is over. A log that stops is one trouble, that
/// of the freshness rule: the rules that wait for newer data say nothing. A rule that flaps keeps its beginning, so it does not page every night; one
/// that somebody has acknowledged does not page at all.
package struct News: Sendable {
  package enum Change: String, Sendable { case new, worse, still, resolved }

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
    for (rule, line) in zip(judged, lines) {
      let before = told[line.name]
      if line.isWaiting {
        self.told[line.name] = before
      } else {
        take(rule, line, before, worst: told[News.worstName(line)], asOf)
      }
    }
  }

  /// Under which name it is remembered that a rule's trouble was told as a critical one.
  private static func worstName(_ line: AlertLine) -> String { "\(line.name)\tcritical" }

  private mutating func take(
    _ rule: JudgedRule, _ line: AlertLine, _ before: Told?, worst: Told?, _ asOf: Day
  ) {
    let isCritical = line.needsAttention && line.severity == .critical
    let change = News.change(line, before, isWorse: isCritical && worst?.since != line.since, asOf)
    if let change { items.append(Item(change: change, rule: rule, line: line)) }
    let now = line.since.map { Told(since: $0, day: asOf) }
    switch change {
    case .new, .worse, .still: told[line.name] = now
    case .resolved: break
    case nil: told[line.name] = before
    }
    let isTold = isCritical && told[line.name] != nil
    told[News.worstName(line)] = isTold ? now : worst?.since == line.since ? worst : nil
  }

  private static func change(
    _ line: AlertLine, _ before: Told?, isWorse: Bool, _ asOf: Day
  ) -> Change? {
    if line.needsAttention {
      guard let before, before.since == line.since else { return .new }
      if isWorse { return .worse }
      return before.day.distance(to: asOf) >= reminder ? .still : nil
    }
    return line.since == nil && before != nil ? .resolved : nil
  }
}
