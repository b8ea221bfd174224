import Settings
import Feed
import Values

/// The measures of ``FactTable/cancellation``.
package enum CancellationMeasure: Int, FactMeasure {
  case cancellations
  case inTrial
}

/// The measures of ``FactTable/billing``.
package enum BillingMeasure: Int, FactMeasure {
  case failures
  case recovered
  /// Whole days from the failures to the charges that ended them.
  case recoveryDays
}

/// The measures of ``FactTable/quality``.
package enum QualityMeasure: Int, FactMeasure {
  case count
}

/// Cancellations, failures of billing, and doubts about the data (Definitions, "Churn and
/// retention").
extension FactEmitter {
  func emitCancellations(_ sums: inout FactSums) {
    for subscription in timeline.subscriptions.indices {
      for cancellation in timeline.subscriptions[subscription].cancellations {
        let place = Place(Segment(.reason, cancellation.reason))
        sums.add(.cancellation, day(cancellation.time), cancellation.product, place) { put in
          put(.cancellations, 1)
          put(.inTrial, cancellation.isInTrial ? 1 : 0)
        }
      }
    }
  }

  /// A failure lasts from the first trouble to the next charge, or for 60 days.
  func emitBilling(_ sums: inout FactSums) {
    for subscription in timeline.subscriptions where !subscription.billingTroubles.isEmpty {
      let charges = timeline.charges[subscription.charges].map(\.time)
      var failure: Instant?
      for trouble in subscription.billingTroubles {
        if let failure, !isOver(failure, by: trouble, charges) { continue }
        failure = trouble
        emit(failure: trouble, charges, in: subscription.app, &sums)
      }
    }
  }

  private func isOver(_ failure: Instant, by time: Instant, _ charges: [Instant]) -> Bool {
    time > failure + BillingRecovery.window
      || first(charges, after: failure).map { $0 <= time } ?? false
  }

  private func emit(
    failure: Instant, _ charges: [Instant], in app: StringID?, _ sums: inout FactSums
  ) {
    let place = sums.own(in: app)
    sums.add(.billing, day(failure), 0, place, .failures, 1)
    guard let recovery = first(charges, after: failure),
      recovery <= failure + BillingRecovery.window
    else {
      return
    }
    sums.add(.billing, day(failure), 0, place) { put in
      put(.recovered, 1)
      put(.recoveryDays, Int64((recovery - failure).wholeDays))
    }
  }

  private func first(_ charges: [Instant], after time: Instant) -> Instant? {
    let place = charges.partitioningIndex { $0 > time }
    return place < charges.count ? charges[place] : nil
  }

  func emitQuality(_ sums: inout FactSums) {
    for index in timeline.charges.indices { emitQuality(timeline.charges[index], &sums) }
    for doubt in timeline.doubts {
      let place = Place(Segment(.doubt, doubt.issue.rawValue))
      sums.add(.quality, known(zone.day(of: doubt.time)).number, 0, place, .count, 1)
    }
  }

  private func emitQuality(_ charge: Charge, _ sums: inout FactSums) {
    guard charge.isPayment else { return }
    let day = day(charge.time)
    func add(_ doubt: DataQualityIssue, if isSo: Bool) {
      guard isSo else { return }
      sums.add(.quality, day, 0, Place(Segment(.doubt, doubt.rawValue)), .count, 1)
    }
    add(.estimatedPrice, if: charge.isEstimated)
    add(.missingPrice, if: charge.price == nil)
    add(.missingRate, if: charge.lacksRate)
    add(.toldTwice, if: charge.tellers == [.log, .history])
    add(.inHistoryAlone, if: charge.tellers == .history)
    add(.unknownProduct, if: charge.hasUnknownProduct)
    let mayRecur = charge.hasUnknownProduct && charge.isPaid && !charge.isOneTime
    add(.missingPeriod, if: mayRecur && charge.period == nil)
  }
}
