package import Values

/// The measures of ``FactTable/trialStart`` and ``FactTable/trialEnd``.
package enum TrialMeasure: Int, FactMeasure {
  case trials
  case converted
  case pending
  case maturedTrials
  case maturedConverted
  /// The list price of those that are pending.
  case pendingAmount
  /// Auto-renew is off, and nothing has ended the access: it runs to its scheduled end.
  case cancelled
}

/// The measures of ``FactTable/trialAge``.
package enum TrialAgeMeasure: Int, FactMeasure {
  case trials
  case converted
}

/// What became of trials (Definitions, "Trials"), by start, by scheduled end and by age.
extension FactEmitter {
  func emitTrials(_ sums: inout FactSums) {
    for trial in timeline.trials {
      let place = sums.own(and: trial)
      sums.add(.trialsStarted, day(trial.start), place, 1)
      emit(trial, atAge: 0, counts: .trials, place, &sums)
      if let converted = trial.convertedAt {
        sums.add(.trialsConverted, day(converted), place, 1)
        emit(trial, atAge: (converted - trial.start).wholeDays, counts: .converted, place, &sums)
      }
      emit(trial, in: .trialStart, at: day(trial.start), place, &sums)
      emit(trial, in: .trialEnd, at: day(trial.scheduledEnd), place, &sums)
    }
  }

  /// What became of trials before they ended, by the paywalls they began on, too.
  func emitTrialSteps(_ sums: inout FactSums) {
    for (index, trial) in timeline.trials.enumerated() {
      let view = timeline.paywalls.view(ofTrial: index)
      emitOptOut(of: trial, sums.own(and: trial, seen: view), &sums)
      emitSteps(of: trial, sums.place(of: trial, seen: view, timeline.attributes), &sums)
    }
  }

  private func emit(
    _ trial: Trial, atAge age: Int, counts measure: TrialAgeMeasure, _ place: Place,
    _ sums: inout FactSums
  ) {
    let position = TrialAge.position(age, from: trial.start, zone)
    sums.add(.trialAge, day(trial.start), position, place, measure, 1)
  }

  private func emit(
    _ trial: Trial, in table: Facts<TrialMeasure>, at position: Int32, _ place: Place,
    _ sums: inout FactSums
  ) {
    typealias Value = (measure: TrialMeasure, value: Int64)
    func add(_ day: Int32, _ first: Value, _ second: Value? = nil, _ third: Value? = nil) {
      sums.add(table, position, day, place) { put in
        put(first.measure, first.value)
        if let second { put(second.measure, second.value) }
        if let third { put(third.measure, third.value) }
      }
    }
    let started = day(trial.start)
    let matured = maturityDay(of: trial)
    // Nobody needed to pay: it counts in no matured rate.
    let counts: Int64 = trial.isFree(rules) ? 0 : 1
    if let converted = trial.convertedAt {
      let price = trial.price.micros
      add(started, (.trials, 1), (.pending, 1), (.pendingAmount, price))
      add(day(converted), (.converted, 1), (.pending, -1), (.pendingAmount, -price))
      add(matured, (.maturedTrials, counts), (.maturedConverted, counts))
    } else if trial.isLapsed {
      add(started, (.trials, 1), (.cancelled, trial.isCancelled ? 1 : 0))
      add(matured, (.maturedTrials, counts))
    } else {
      let price = trial.price.micros
      add(started, (.trials, 1), (.pending, 1), (.pendingAmount, price))
      add(matured, (.maturedTrials, counts), (.pending, -1), (.pendingAmount, -price))
    }
  }

  /// The first day d with E(d) ≥ the instant of maturity.
  func maturityDay(of trial: Trial) -> Int32 {
    day(Instant(milliseconds: trial.maturesAt.milliseconds - 1))
  }
}

/// How old trials are at the end of a day, and at which age they convert: both in whole 24-hour
/// days (Definitions, "Trials"). The second position of ``FactTable/trialAge``.
///
/// A trial that began on day d is a − d such days old at the end of day a, or one more if it began
/// in the first instant of d. Where clocks change, an hour decides for others, too, and not for
/// the ends of all days: it depends on the zone's offset there. So the position carries a ternary
/// digit for each of the zone's offsets, and a report asks for the one of its own end:
///
///     too young from (as-of day − d + digit) days on      digit: 0, 1 (mostly), 2
package enum TrialAge {
  /// How many offsets can be told apart; no zone has had more than four since 2001.
  private static let offsets = 6
  /// 3 to the power of `offsets`: position = age × base + digits.
  package static let base: Int32 = 729

  /// The position of what happened at an age of whole days to a trial that began at `start`.
  static func position(_ age: Int, from start: Instant, _ zone: Zone) -> Int32 {
    let digits = zone.offsets.prefix(offsets).reversed().reduce(Int32(0)) { digits, offset in
      digits * 3 + digit(start, offset, zone)
    }
    return Int32(age) * base + digits
  }

  /// The worth of the digit that is meant at `end`, the end of a day: 1, 3, 9 …
  package static func place(at end: Instant, _ zone: Zone) -> Int32 {
    let index = zone.offsets.firstIndex { (end + $0).isMidnight } ?? 0
    return (0..<min(index, offsets - 1)).reduce(1) { place, _ in place * 3 }
  }

  private static func digit(_ start: Instant, _ offset: TimeSpan, _ zone: Zone) -> Int32 {
    let calendarDay = zone.day(of: start).number
    let youngest = Instant(milliseconds: -(start + offset).milliseconds).dayNumber
    return min(2, max(0, 2 + calendarDay + youngest))
  }
}

extension Instant {
  private static let day = TimeSpan.days(1).milliseconds

  /// The number of its day in UTC.
  fileprivate var dayNumber: Int32 { Int32(floorDivide(milliseconds, by: Self.day)) }

  fileprivate var isMidnight: Bool { milliseconds % Self.day == 0 }
}
