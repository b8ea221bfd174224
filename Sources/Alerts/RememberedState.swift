package import Values

/// What is remembered of a rule from the newest as-of day before this one.
///
///     finding   firing  firing  ok          firing  ok          ok
///     state     firing  firing  recovering  firing  recovering  ok, resolved
///     since     Mon     Mon     Mon         Mon     Mon         –
///
/// A window that still fires although its newest days are reliably well is recovering, too. A rule
/// that was never judged before takes the first day of its trouble from its own series
/// (``IncidentDays``).
///
/// One good day is no recovery yet: a rule that flaps keeps its beginning and is not new every
/// night. A day that cannot be judged is neither good nor bad: the trouble is not over. A rule that
/// has only waited for newer data begins anew with what that says.
package struct RememberedState: Sendable, Hashable {
  package var state: AlertState
  /// The first day of an uninterrupted trouble.
  package var since: Day?
  /// How far that has reached; nil where an older version did not keep it.
  package var extent: AlertScope?

  package init(state: AlertState, since: Day? = nil, extent: AlertScope? = nil) {
    self.state = state
    self.since = since
    self.extent = extent
  }

  /// The state after `verdict` of a later day.
  package static func after(_ verdict: Verdict, _ before: RememberedState?, on asOf: Day)
    -> RememberedState
  {
    let now = verdict.state
    let open = before.flatMap { $0.isOpen(for: verdict) ? $0 : nil }
    if now.isTrouble || verdict.finding == .firing {
      let extent = AlertScope(verdict)
      let first = before == nil || now == .recovering ? verdict.incident?.days.lowerBound : nil
      return RememberedState(
        state: now, since: open?.since ?? first ?? asOf,
        extent: open?.extent?.union(extent) ?? extent)
    }
    guard let open, now == .notEnoughData || open.state != .recovering else {
      return RememberedState(state: now)
    }
    return RememberedState(
      state: now == .ok ? .recovering : now, since: open.since, extent: open.extent)
  }

  /// A trouble is reminded of once a week.
  private static let nightsOfNews = 7

  /// Whether `verdict` is about a trouble that began in the last week, or that has got worse or wider
  /// since the day before.
  package static func isNews(_ verdict: Verdict, after before: RememberedState?, on asOf: Day)
    -> Bool
  {
    guard let since = after(verdict, before, on: asOf).since else { return false }
    return since >= asOf.advanced(by: -nightsOfNews)
      || before?.extent.map { !$0.covers(AlertScope(verdict)) } ?? false
  }

  /// Whether `verdict` is about a trouble that goes on.
  private func isOpen(for verdict: Verdict) -> Bool {
    let isStillWaiting = verdict.state.isTrouble && AlertScope(verdict).isOnlyWaiting
    return since != nil && (extent?.isOnlyWaiting != true || isStillWaiting)
  }
}
