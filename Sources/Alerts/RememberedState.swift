package import Values

extension RememberedState {
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

extension Acknowledgement {
  /// What of a trouble it does not cover, in words: nothing of what was known when it was made. Nil where
  /// it is about another trouble, or the day is too late or before anybody knew.
  func news(in trouble: RememberedState, on asOf: Day) -> [String]? {
    guard let since = trouble.since, since <= made, made <= asOf, asOf <= until else {
      return nil
    }
    guard let extent, let reached = trouble.extent else { return [] }
    return extent.news(in: reached)
  }
}
