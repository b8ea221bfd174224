package import Metrics
import Settings
package import Values

/// What a rule would have done on past days: so that a threshold can be chosen from history.
///
///     state        ok ok FIRING FIRING recovering ok ok FIRING recovering ok
///     firings            └── 2 days ──┘                └ 1 day: a false start
package struct Backtest: Sendable {
  /// A trouble from its first day to the last one that fired.
  package struct Firing: Sendable, Hashable {
    package let first: Day
    package fileprivate(set) var last: Day
    /// Days that fired; others between them were well or could not be judged.
    package fileprivate(set) var days: Int
    /// Whether the next days were well again.
    package fileprivate(set) var isOver: Bool
    /// The day on which it was told that it is over.
    package fileprivate(set) var resolved: Day?
    /// What the rule said on the first day.
    package let message: String
    /// What stood out on the first day.
    package let moved: String?
    package let isStale: Bool
    /// Whether it was critical on one of its days.
    package fileprivate(set) var isCritical: Bool

    /// One single day, and well again: somebody was woken for nothing, or for something short.
    package var isFalseStart: Bool { days == 1 && isOver && !isStale }
  }

  package let rule: String
  package let severity: AlertLine.Severity
  package private(set) var firings: [Firing] = []
  /// Days that were judged, by what was found.
  package private(set) var days: [AlertState: Int] = [:]
  /// What the figure was, where it was known.
  package private(set) var values: [Rate] = []
  private var memory: RememberedState?
  /// How far the trouble of the newest day has reached; nil where there is none.
  package var told: AlertScope? { memory?.extent }
  private var unit = Units.Kind.number

  package init(rule: String, severity: AlertLine.Severity) {
    self.rule = rule
    self.severity = severity
  }

  /// Takes the next day's verdict; days come in their order. `explained` finds the cause, on the first
  /// day of a trouble.
  package mutating func take(
    _ verdict: Verdict, on day: Day, currency: String, newest: Instant?,
    explained: (Verdict) throws -> Verdict = { $0 }
  ) rethrows {
    let before = memory
    let judged = JudgedRule(verdict, after: before, on: day)
    memory = judged.remembered
    days[judged.state, default: 0] += 1
    if judged.resolved != nil, !firings.isEmpty { firings[firings.count - 1].resolved = day }
    if let value = verdict.value { values.append(value) }
    unit = MetricSource(verdict.rule).unit
    // A rule that waits for newer data does not fire: that of freshness does.
    if judged.state.isTrouble, verdict.finding != .outdated || verdict.rule.isOfFreshness {
      try fire(judged, on: day) {
        let verdict = try explained(verdict)
        let judged = JudgedRule(verdict, after: before, on: day)
        return AlertMessage(judged, currency: currency, newest: newest)
      }
    } else if !firings.isEmpty {
      firings[firings.count - 1].isOver = true
    }
  }

  private mutating func fire(
    _ judged: JudgedRule, on day: Day, _ message: () throws -> AlertMessage
  ) rethrows {
    if let last = firings.last, last.first == judged.since {
      firings[firings.count - 1].last = day
      firings[firings.count - 1].days += 1
      firings[firings.count - 1].isOver = false
      if judged.severity == .critical { firings[firings.count - 1].isCritical = true }
    } else {
      let message = try message()
      firings.append(
        Firing(
          first: day, last: day, days: 1, isOver: false, resolved: nil, message: message.text,
          moved: message.moves,
          isStale: judged.state == .stale, isCritical: judged.severity == .critical))
    }
  }

  package func count(_ state: AlertState) -> Int { days[state] ?? 0 }
  package var falseStarts: Int { firings.count(where: \.isFalseStart) }

  /// The value below which `share` of the days were; nil without values.
  package func quantile(_ share: Double) -> Rate? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }

  /// A value of this rule's figure, as sentences write it.
  package func text(_ value: Rate, currency: String) -> String {
    Units(unit, currency: currency).text(value)
  }
}
