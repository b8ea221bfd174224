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
