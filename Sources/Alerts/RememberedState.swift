package import Metrics
package import Values

/// What is remembered of a rule from the newest as-of day before this one.
///
///     finding   firing  firing  ok          firing  ok          ok
///     state     firing  firing  recovering  firing  recovering  ok, resolved
///     since     Mon     Mon     Mon         Mon     Mon         –
///
/// One good day is no recovery yet: a rule that flaps keeps its beginning and is not new every
/// night.
package struct RememberedState: Sendable, Hashable {
  package var state: AlertLine.State
  /// The first day of an uninterrupted trouble.
  package var since: Day?

  package init(state: AlertLine.State, since: Day? = nil) {
    self.state = state
    self.since = since
  }

  /// The state after `verdict` of a later day.
  package static func after(_ verdict: Verdict, _ before: RememberedState?, on asOf: Day)
    -> RememberedState
  {
    let now = verdict.state
    if now.isTrouble { return RememberedState(state: now, since: before?.since ?? asOf) }
    guard let before, before.state.isTrouble else { return RememberedState(state: now) }
    return RememberedState(state: .recovering, since: before.since)
  }
}

extension AlertLine.State {
  /// What must not be read as all well.
  package var isTrouble: Bool { self == .firing || self == .stale }
}
