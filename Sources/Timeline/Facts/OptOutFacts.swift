import Values

/// The measures of ``FactTable/trialOptOut`` and ``FactTable/optOutTime``.
package enum OptOutMeasure: Int, FactMeasure {
  case trials
  case optedOut
}

/// The second position of ``FactTable/trialOptOut``: an age in calendar days, or, from 100 on, the
/// end of a trial that lasts so many days more than 100.
package enum OptOutPoint {
  /// By the end of the first, second, fifth and seventh day after the day of the start.
  package static let ages: [Int32] = [1, 2, 5, 7]
  package static let end: Int32 = 100
}

/// When trials were set not to renew (Definitions, "Trials"). The last state counts: who switched
/// auto-renew on again is back.
extension FactEmitter {
  func emitOptOut(of trial: Trial, _ place: Place, _ sums: inout FactSums) {
    let start = zone.day(of: trial.start)
    let renewal = timeline.subscriptions[trial.subscription].autoRenew
    // A payment ends the trial, also before its scheduled end.
    let end = min(trial.scheduledEnd, trial.convertedAt ?? .distantFuture)
    let isOff = !renewal.isOn(before: end)
    let length = day(trial.scheduledEnd) - start.number
    sums.add(.trialOptOut, start.number, OptOutPoint.end + length, place) { put in
      put(.trials, 1)
      if isOff { put(.optedOut, 1) }
    }
    guard !renewal.changes.isEmpty else { return }
    for age in OptOutPoint.ages {
      let known = min(end, zone.end(of: start.advanced(by: Int(age))))
      guard !renewal.isOn(before: known) else { continue }
      sums.add(.trialOptOut, start.number, age, place, .optedOut, 1)
    }
    guard isOff, let last = renewal.changes.last(where: { $0.time < end }) else { return }
    let hours = max(0, (last.time - trial.start).milliseconds / 3_600_000)
    sums.add(.optOutTime, start.month.number, Int32(clamping: hours), place, .optedOut, 1)
  }
}
