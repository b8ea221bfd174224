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

extension Timeline {
  /// Doubts but for those about refunds, which the fold has found.
  mutating func findDoubts() {
    for index in charges.indices where charges[index].isPayment {
      if charges[index].isClaimedByMany { doubt(.claimedByMany, index) }
      if charges[index].isConvertedByVendor { doubt(.convertedByVendor, index) }
      if charges[index].hasUnknownOffer { doubt(.unknownOffer, index) }
      if charges[index].endsAtOnce { doubt(.endsAtOnce, index) }
      if charges[index].hasOtherPeriod { doubt(.otherPeriod, index) }
      if charges[index].isFreeOfList { doubt(.freeOfList, index) }
      if charges[index].isInSeveralUnits { doubt(.severalUnits, index) }
    }
    findSecondTellings()
    for subscription in subscriptions.indices {
      let isTold = subscriptions[subscription].key != SubscriptionKey()
      for next in subscriptions[subscription].coverages.dropFirst() {
        compare(next - 1, next, isTold: isTold)
      }
    }
  }

  /// `isTold`: whether a group or an original transaction says that both are one subscription.
  private mutating func compare(_ coverage: Int, _ next: Int, isTold: Bool) {
    guard let own = coverages[coverage].charge, let later = coverages[next].charge,
      !charges[later].isPlanChange
    else { return }
    if !isTold, isCutShort(coverage, by: next) {
      doubt(.cutShort, own, at: coverages[coverage].end)
    }
    if let end = charges[own].expiresAt, charges[later].expiresAt == end,
      charges[later].product == charges[own].product, coverages[coverage].stop != .expired
    {
      doubt(.standingEnd, later)
    }
  }

  /// Whether another product takes the place of a paid one before its time is over.
  private func isCutShort(_ coverage: Int, by next: Int) -> Bool {
    coverages[coverage].stop == .replaced
      && coverages[coverage].kind == .paid && coverages[next].kind == .paid
      && coverages[coverage].product != coverages[next].product
      && coverages[coverage].end == coverages[next].start
      && coverages[coverage].end < coverages[coverage].ownEnd - FactEmitter.earlyRenewalWindow
  }

  mutating func doubt(_ issue: DataQualityIssue, _ charge: Int, at time: Instant? = nil) {
    let amount = charges[charge].gross ?? .zero
    doubts.append(PaymentDoubt(issue: issue, time: time ?? charges[charge].time, amount: amount))
  }
}

extension Charge {
  /// Whether it pays for no time to speak of: a wrong end, or a test environment's.
  fileprivate var endsAtOnce: Bool {
    guard isPaid, !isPlanChange, !isDifference, startsAt == nil, let expiresAt else { return false }
    return expiresAt < time + .hours(12)
  }

  /// Whether its end is that of another period than the catalogue's, which counts. What renews late ends
  /// early.
  fileprivate var hasOtherPeriod: Bool {
    guard isPeriodOfList, isPaid, !isPlanChange, !isDifference, !endsAtOnce,
      let period, let expiresAt
    else { return false }
    let start = startsAt ?? time
    let told = (expiresAt - start).milliseconds
    let usual = (period.end(from: start) - start).milliseconds
    return told * 10 > usual * 19 || renewed == nil && told * 5 < usual * 2
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
  /// Payments that a vendor's history tells as the log does, and those that the log lacks.
  case toldTwice = 12
  case inHistoryAlone = 13
  /// Payments with the transaction of an earlier one whose period was over, which make one charge.
  case repeatedTransaction = 14
  /// Equal partial refunds of one payment within a day, which all count.
  case repeatedRefund = 15
  /// `trial_converted` without a payment, which convert nothing.
  case conversionWithoutPayment = 16
  /// Reversals that do not say which of several refunds they undo: all.
  case reversalOfSeveral = 17
  /// Payments of trials in a grace period, later than trials may convert.
  case lateConversion = 18
  /// Charges of the price of another product's within an hour, which do not share a transaction.
  case perhapsToldTwice = 19
  /// Charges that were told with two prices, of which the earlier counts.
  case differentPrices = 20
  /// Charges with an end at once, or before them.
  case endsAtOnce = 21
  /// Charges without a transaction in the paid time of another, of the same product and price.
  case withinPaid = 22
  /// Refunds of more than the whole payment, of which the payment alone counts.
  case refundAboveCharge = 23
  /// Charges that follow one of the same product and price within an hour, under another transaction.
  case perhapsPaidTwice = 24
  /// Charges with an end of another period than the catalogue's, which counts.
  case otherPeriod = 25
  /// Charges whose tax and fee are more than their price, or of which a hundred times as much recurs.
  case severalUnits = 26
  /// Refunds in another currency than their payment, which count as the whole of it.
  case refundInOtherCurrency = 27
  /// What ends one of several subscriptions and does not say which: it ends none.
  case unknownSubscription = 28
  /// What ends an original transaction in whose place another one of another id runs: it ends that.
  case endOfOtherID = 29
  /// Charges of price 0 without an offer, of a product with a list price: they count as free.
  case freeOfList = 30
}
