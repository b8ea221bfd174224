import Settings
import Values

/// The measures of ``FactTable/staleness``.
package enum StalenessMeasure: Int, FactMeasure {
  case customers
  /// Those who used the app before the next check.
  case users
}

/// What apps log of themselves, by day, platform, app version and app (Definitions, "App health").
extension FactEmitter {
  func emitSignals(_ sums: inout FactSums) {
    let log = timeline.operations.signals
    for entry in log.entries {
      let place = sums.place(segments(of: entry.place))
      sums.add(.signal, entry.place.day, entry.signal.rawValue, place, entry.measure, 1)
    }
    for failure in log.failures {
      let place = sums.place(segments(of: failure.place))
      sums.add(.failure, failure.place.day, failure.cause, place, failure.measure, 1)
    }
    for took in log.durations {
      sums.add(.latency, took.day, took.milliseconds, Place(.all), took.measure, 1)
    }
    for check in log.checks {
      sums.add(.staleness, check.day, check.age, Place(.all), .customers, 1)
      if let age = check.ageAtUse { sums.add(.staleness, check.day, age, Place(.all), .users, 1) }
    }
  }

  private func segments(of place: OperationLog.Place) -> [Segment] {
    let all = [
      .all, Segment(.platform, place.platform), Segment(.appVersion, place.version),
    ]
    return timeline.app.map { all + [Segment(.app, $0)] } ?? all
  }
}

/// The measures of ``FactTable/consent``, by day and state.
package enum ConsentMeasure: Int, FactMeasure {
  /// Change: customers in the state.
  case customers
  /// Change: those of them who have paid.
  case payers
  /// Paywalls, features, sessions, experiments: what only the app can tell.
  case appEvents
  /// Trials, payments and what comes of them: what stores and servers tell, too.
  case storeEvents
}

/// What customers have agreed to, and what the log has of them (Definitions, "Consent").
extension FactEmitter {
  func emitConsent(_ sums: inout FactSums) {
    let firstPaid =
      timeline.isFromBefore ? nil : timeline.firstPaid.map { timeline.charges[$0].time }
    for (index, stretch) in timeline.consents.enumerated() {
      func add(_ measure: ConsentMeasure, _ day: Int32, _ value: Int64) {
        guard value != 0 else { return }
        sums.add(.consent, day, stretch.state.rawValue, Place(.all), measure, value)
      }
      let next = timeline.consents.dropFirst(index + 1).first?.start
      add(.customers, day(stretch.start), 1)
      if let next { add(.customers, day(next), -1) }
      if let firstPaid, next.map({ firstPaid < $0 }) ?? true {
        add(.payers, day(max(firstPaid, stretch.start)), 1)
        if let next { add(.payers, day(next), -1) }
      }
      for known in stretch.days {
        add(.appEvents, known.day, known.app)
        add(.storeEvents, known.day, known.store)
      }
    }
  }
}
