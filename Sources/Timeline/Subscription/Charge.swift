package import Feed
package import Values

/// One successful payment, after echoes and repeated transactions have been made one
/// (Definitions, "Charges").
package struct Charge: Sendable {
  package var time: Instant
  /// 0 where no event of the charge names a product.
  package var product: StringID = 0
  package var tier: StringID = 0
  /// Nil where apps are not told apart, 0 where none is known.
  package internal(set) var app: StringID?
  package var subscription = SubscriptionKey()
  /// Key of the transaction, or other id of the payment, that it names; 0 for none.
  package var transaction: UInt64 = 0
  package var period: Period?
  /// The period is the catalogue's: the log tells none.
  var isPeriodOfList = false
  /// From when it pays, where the log tells.
  package var startsAt: Instant?
  package var expiresAt: Instant?
  package var country: StringID = 0
  package var platform: StringID = 0

  /// In `currency`; nil where neither event, offer nor product say a price.
  package var price: Amount?
  package var currency: StringID = 0
  /// What of it recurs each period, in `currency`; nil where the whole price does.
  package var recurringPrice: Amount?
  /// `price` in the reporting currency at the rate of the charge's day; nil without a rate.
  package var gross: Amount?
  /// Its rate is the vendor's own conversion, for want of a known one.
  package var isConvertedByVendor = false
  /// The tax within `price`, and what the store or processor keeps of it, where the log tells: in
  /// `currency`, neither more than `price`. Without, both are estimates.
  package var toldTax: Amount?
  package var toldFee: Amount?
  /// The log says that a product with a list price cost nothing, and names no offer.
  var isFreeOfList = false
  /// Its tax, fee or recurring price is probably in hundredths.
  var isInSeveralUnits = false
  /// The tax is within the list price of its plan.
  var hasTaxWithin = false
  /// Parts of `gross`: gross = tax + commission + proceeds.
  package var tax = Amount.zero
  package var commission = Amount.zero
  /// The price was not in the log but taken from the catalogue.
  package var isEstimated = false
  /// The log tells of it as a change of plan.
  package var isPlanChange = false
  /// It paid the difference to another plan, for the rest of a time that was paid for.
  var isDifference = false
  /// More than five customers claim its transaction, which is no id then.
  package var isClaimedByMany = false
  /// When the charge before it was made, of which it renews what is still running.
  var renewed: Instant?
  /// It named an offer or code, or redeemed one.
  package var hasOffer = false
  /// A subscription from before the log: it gives access and MRR, and is no payment of the log.
  package var isOpening = false
  /// New terms of a running coverage, without money: MRR, and no payment either.
  package var isPlanTerms = false
  /// How many events told of it.
  package var mentions = 1
  var tellers = PaymentTellers.log
  /// The price came from an offer without known terms.
  package var hasUnknownOffer = false

  /// The catalogue lacks the product.
  package var hasUnknownProduct = false
  /// Its vendor says that it is no subscription's.
  package var isOneTime = false
  /// Another id of the payment than its transaction is known: what names a third one is not of it.
  var hasPaymentID = false

  /// What recurs each period in the reporting currency; zero where the charge has no money.
  package var recurringGross = Amount.zero
  /// A month's worth of what recurs, in `currency` and in the reporting currency; zero where the
  /// charge has no period or no money.
  package var originalMRR = Amount.zero
  package var mrr = Amount.zero
  /// `mrr` less estimated tax and commission.
  package var netMRR = Amount.zero

  /// What refunds took back so far, in `currency`; never more than `price`.
  package var refunded = Amount.zero
  package var isRefundedWhole = false
  /// Nil for a plan, and for what is bought once.
  package internal(set) var addOn: AddOnTerm?

  /// How long an add-on lasts.
  package struct AddOnTerm: Sendable {
    package internal(set) var end: Instant
    package let endsWithPlan: Bool
  }

  /// The coverage that this charge gave, by its place in the subscription; nil for a
  /// non-renewing purchase.
  var coverage: Int?

  /// Whether it is a payment of the log, if only one of nothing.
  package var isPayment: Bool { !isOpening && !isPlanTerms }
  /// Whether the access that it gives is paid for: by money, or from a balance.
  package var paysAccess: Bool {
    if let recurringPrice { return recurringPrice > .zero }
    return price != .zero
  }
  /// Whether money was asked for.
  package var isPaid: Bool { (price ?? .zero) > .zero }
  /// Whether its money counts nothing because no exchange rate of its currency is known.
  package var lacksRate: Bool { isPaid && gross == nil }
  package var proceeds: Amount { (gross ?? .zero) - tax - commission }
}

// MARK: - Tax within list prices

extension Charge {
  /// A list price of the plan without the tax that is within it.
  func withoutTax(ofPlan list: Amount) -> Amount {
    guard hasTaxWithin, let price, price > .zero else { return list }
    return list.share(price - (toldTax ?? .zero), of: price)
  }

  /// An amount with the tax of this payment on top.
  func withTax(_ amount: Amount) -> Amount {
    guard let price, let toldTax, toldTax < price else { return amount }
    return amount.share(price, of: price - toldTax)
  }
}

extension Amount {
  /// Whether two amounts are one but for the rounding of taxes.
  func isAbout(_ other: Amount) -> Bool {
    (self - other).magnitude.micros <= other.magnitude.micros / 500
  }
}

/// Who tells of a payment.
struct PaymentTellers: OptionSet, Sendable {
  let rawValue: UInt8

  /// Lines from the time when it happened, and a vendor's history.
  static let log = PaymentTellers(rawValue: 1)
  static let history = PaymentTellers(rawValue: 2)
}

/// Money that went back to, or came back from, a customer (Definitions, "Charges").
package struct Refund: Sendable {
  package let time: Instant
  /// Index of the charge within the customer's timeline.
  package var charge: Int
  /// Reporting currency at the charge's rate; negative when a refund is undone.
  package let amount: Amount
  package let tax: Amount
  package let commission: Amount
  package let isReversal: Bool
}
