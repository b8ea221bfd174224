import Values

/// The measures of ``FactTable/integrity``: what customers with a sign did, by the day on which
/// both were known.
package enum IntegrityMeasure: Int, FactMeasure {
  case customers
  case maturedTrials
  case maturedConverted
  case payers
  case netRevenue
}

/// What customers brought who go around the rules (Definitions, "App health").
extension FactEmitter {
  func emitIntegrity(_ sums: inout FactSums) {
    for sign in timeline.integritySigns {
      func add(_ measure: IntegrityMeasure, _ time: Instant, _ value: Int64) {
        sums.add(
          .integrity, day(max(time, sign.first)), sign.signal?.rawValue ?? 0, Place(.all), measure,
          value)
      }
      add(.customers, sign.first, 1)
      for trial in timeline.trials where !trial.isFree(rules) {
        add(.maturedTrials, lastInstant(of: trial), 1)
        add(.maturedConverted, lastInstant(of: trial), trial.convertedAt == nil ? 0 : 1)
      }
      if let first = timeline.firstPaid, !timeline.isFromBefore {
        add(.payers, timeline.charges[first].time, 1)
      }
      for charge in timeline.charges where charge.isPayment {
        add(.netRevenue, charge.time, (charge.gross ?? .zero).micros)
      }
      for refund in timeline.refunds { add(.netRevenue, refund.time, -refund.amount.micros) }
    }
  }

  /// The last instant at which a trial's maturity is still to come.
  private func lastInstant(of trial: Trial) -> Instant {
    Instant(milliseconds: trial.maturesAt.milliseconds - 1)
  }
}
