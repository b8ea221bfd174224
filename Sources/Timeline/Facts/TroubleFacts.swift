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
    for subscription in timeline.subscriptions {
      for cancellation in subscription.cancellations {
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
    for subscription in timeline.subscriptions { emitDoubts(of: subscription, &sums) }
    let unmatched = Int64(timeline.unmatchedRefunds)
    let day = known(zone.day(of: timeline.firstEvent)).number
    let place = Place(Segment(.doubt, DataQualityIssue.unmatchedRefund.rawValue))
    sums.add(.quality, day, 0, place, .count, unmatched)
  }

  private func emitDoubts(of subscription: Timeline.Subscription, _ sums: inout FactSums) {
    let coverages = timeline.coverages[subscription.coverages]
    for (coverage, next) in zip(coverages, coverages.dropFirst()) {
      if subscription.key.group == 0, isCutShort(coverage, by: next) {
        add(.cutShort, coverage.end, &sums)
      }
      let (own, later) = (coverage.charge.map { timeline.charges[$0] }, next.charge)
      if let end = own?.expiresAt, let later, timeline.charges[later].expiresAt == end {
        add(.standingEnd, next.start, &sums)
      }
    }
  }

  /// Whether another product takes the place of a paid one before its time is over, and the log does
  /// not say that the plan was changed.
  private func isCutShort(_ coverage: Coverage, by next: Coverage) -> Bool {
    coverage.kind == .paid && next.kind == .paid && coverage.stop == .replaced
      && coverage.product != next.product && coverage.end == next.start
      && coverage.end < coverage.ownEnd - Self.earlyRenewalWindow
      && !(next.charge.map { timeline.charges[$0].isPlanChange } ?? false)
  }

  private func add(_ doubt: DataQualityIssue, _ time: Instant, _ sums: inout FactSums) {
    let place = Place(Segment(.doubt, doubt.rawValue))
    sums.add(.quality, known(zone.day(of: time)).number, 0, place, .count, 1)
  }

  private func emitQuality(_ charge: Charge, _ sums: inout FactSums) {
    guard charge.isPayment else { return }
    let day = day(charge.time)
    func add(_ doubt: DataQualityIssue, if isSo: Bool) {
      guard isSo else { return }
      sums.add(.quality, day, 0, Place(Segment(.doubt, doubt.rawValue)), .count, 1)
    }
    add(.claimedByMany, if: charge.isClaimedByMany)
    add(.estimatedPrice, if: charge.isEstimated)
    add(.unknownOffer, if: charge.hasUnknownOffer)
    add(.missingPrice, if: charge.price == nil)
    add(.missingRate, if: charge.lacksRate)
    add(.convertedByVendor, if: charge.isConvertedByVendor)
    add(.unknownProduct, if: charge.hasUnknownProduct)
    let mayRecur = charge.hasUnknownProduct && charge.isPaid
    add(.missingPeriod, if: mayRecur && charge.period == nil)
  }
}

/// Reasons to doubt a figure, counted in data quality. Raw values are stored: never renumber.
package enum DataQualityIssue: Int32, CaseIterable, Sendable {
  case estimatedPrice = 1
  case unknownOffer = 2
  case missingPrice = 3
  case missingRate = 4
  case unknownProduct = 5
  case unmatchedRefund = 6
  /// Of a product that the catalogue lacks: what the catalogue knows may be bought once.
  case missingPeriod = 7
  /// The vendor's own conversion, for want of an exchange rate.
  case convertedByVendor = 8
  /// Paid coverages that another product without a group takes the place of before their end.
  case cutShort = 9
  /// Charges whose transaction more than five customers claim.
  case claimedByMany = 10
  /// Renewals whose `expires_at` is that of the payment before.
  case standingEnd = 11
}
