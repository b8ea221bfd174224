import Feed
package import Values

/// A payment or a refund by which a figure may be wrong, though nothing about it is an error
/// (Definitions, "Data quality").
package struct PaymentDoubt: Sendable {
  package let issue: DataQualityIssue
  package let time: Instant
  /// What was paid or given back, in the reporting currency; zero where that is not known.
  package let amount: Amount
  /// The payment that a refund names; 0 for none.
  package var transaction: UInt64 = 0
}

extension PaymentDoubt {
  /// Those of a timeline but for its refunds, which the fold has found.
  static func all(in timeline: Timeline) -> [PaymentDoubt] {
    timeline.charges.filter(\.isPayment).flatMap(ofCharge)
      + timeline.subscriptions.flatMap { ofCoverages(timeline, $0) }
  }

  private static func ofCharge(_ charge: Charge) -> [PaymentDoubt] {
    var doubts: [PaymentDoubt] = []
    if charge.isClaimedByMany { doubts.append(PaymentDoubt(.claimedByMany, charge)) }
    if charge.isConvertedByVendor { doubts.append(PaymentDoubt(.convertedByVendor, charge)) }
    return doubts
  }

  private static func ofCoverages(
    _ timeline: Timeline, _ subscription: Timeline.Subscription
  ) -> [PaymentDoubt] {
    let coverages = timeline.coverages[subscription.coverages]
    return zip(coverages, coverages.dropFirst()).flatMap { coverage, next -> [PaymentDoubt] in
      guard let own = coverage.charge.map({ timeline.charges[$0] }),
        let later = next.charge.map({ timeline.charges[$0] }), !later.isPlanChange
      else { return [] }
      var doubts: [PaymentDoubt] = []
      let isTold = subscription.key.group != 0 || subscription.key.original != 0
      if !isTold, isCutShort(coverage, by: next) {
        doubts.append(PaymentDoubt(.cutShort, own, at: coverage.end))
      }
      if let end = own.expiresAt, later.expiresAt == end, later.product == own.product {
        doubts.append(PaymentDoubt(.standingEnd, later))
      }
      return doubts
    }
  }

  /// Whether another product takes the place of a paid one before its time is over.
  private static func isCutShort(_ coverage: Coverage, by next: Coverage) -> Bool {
    coverage.kind == .paid && next.kind == .paid && coverage.stop == .replaced
      && coverage.product != next.product && coverage.end == next.start
      && coverage.end < coverage.ownEnd - FactEmitter.earlyRenewalWindow
  }

  private init(_ issue: DataQualityIssue, _ charge: Charge, at time: Instant? = nil) {
    self.init(issue: issue, time: time ?? charge.time, amount: charge.gross ?? .zero)
  }
}

/// Reasons to doubt a figure, counted in data quality. Raw values are stored: never renumber.
package enum DataQualityIssue: Int32, CaseIterable, Sendable {
  /// Added to the raw value, it is the kind of a row of `suspicion`: those of ``AnomalyFlag`` are
  /// smaller.
  package static let firstKind: Int64 = 100

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
