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

/// The measure of ``FactTable/trialStep``.
package enum TrialStepMeasure: Int, FactMeasure {
  case trials
}

/// How a trial stands at the end of a day.
package enum TrialState: Int32, CaseIterable, Sendable {
  /// It will renew.
  case on
  /// It will not.
  case off
  /// Its payment has failed, and may still come.
  case failing
  case paid
  /// It can lead to no payment any more.
  case over
}

/// What became of a trial on a day, as the second position of ``FactTable/trialStep``: how many
/// days it lasts, how many days after its start it was, and how it stood before and stands now.
package struct TrialStep: Sendable, Hashable {
  package let length: Int
  package let age: Int
  /// Nil where it began.
  package let from: TrialState?
  package let to: TrialState

  /// Longer trials are not told apart.
  private static let longest = 400
  private static let ages: Int32 = 512
  private static let begun: Int32 = 7

  package init(length: Int, age: Int, from: TrialState?, to: TrialState) {
    self.length = min(Self.longest, max(0, length))
    self.age = min(Int(Self.ages) - 1, max(0, age))
    (self.from, self.to) = (from, to)
  }

  /// Nil for what ``packed`` never is.
  package init?(packed: Int32) {
    guard let to = TrialState(rawValue: packed % 8) else { return nil }
    from = TrialState(rawValue: packed / 8 % 8)
    age = Int(packed / 64 % Self.ages)
    length = Int(packed / 64 / Self.ages)
    self.to = to
  }

  package var packed: Int32 {
    (Int32(length) * Self.ages + Int32(age)) * 64 + (from?.rawValue ?? Self.begun) * 8
      + to.rawValue
  }
}

/// Day by day what became of trials (Definitions, "Nowcast").
extension FactEmitter {
  func emitSteps(of trial: Trial, _ place: Place, _ sums: inout FactSums) {
    let start = day(trial.start)
    let length = Int(day(trial.scheduledEnd) - start)
    var last: TrialState?
    for (age, state) in states(of: trial, from: start) where state != last {
      let step = TrialStep(length: length, age: age, from: last, to: state)
      sums.add(.trialStep, start, step.packed, place, .trials, 1)
      last = state
    }
  }

  /// By the days on which any changed, with how it stood at their ends.
  private func states(of trial: Trial, from start: Int32) -> [(age: Int, state: TrialState)] {
    var states: [(age: Int, state: TrialState)] = [(0, .on)]
    func note(_ state: TrialState, on day: Int32) {
      let age = max(states[states.count - 1].age, Int(day - start))
      if age == states[states.count - 1].age { states.removeLast() }
      states.append((age, state))
    }
    let subscription = timeline.subscriptions[trial.subscription]
    let end = min(trial.scheduledEnd, trial.convertedAt ?? .distantFuture)
    for change in subscription.autoRenew.changes where change.time < end {
      note(change.isOn ? .on : .off, on: day(max(change.time, trial.start)))
    }
    let failure = subscription.billingTroubles.first { $0 >= trial.scheduledEnd - .hours(24) }
    if let failure, failure < trial.convertedAt ?? trial.maturesAt {
      note(.failing, on: day(failure))
    }
    if let converted = trial.convertedAt {
      note(.paid, on: day(converted))
    } else {
      note(.over, on: maturityDay(of: trial))
    }
    return states
  }
}
