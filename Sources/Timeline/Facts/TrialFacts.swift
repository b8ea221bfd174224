import Values

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
