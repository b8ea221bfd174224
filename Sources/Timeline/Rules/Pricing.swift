import Feed
import Settings
import Values

/// Works out what a payment cost and what a month of it is worth (Definitions, "Charges").
struct Pricing {
  let rules: FoldRules
  /// The customer's country and platform, for charges that name none.
  let country: StringID
  let platform: StringID

  /// The charge of a candidate, without tax and commission: these depend on the charges before it.
  /// `coverages` and `charges` are those before it.
  func charge(
    _ candidate: ChargeCandidate, of product: ProductRule?,
    in subscription: SubscriptionKey, after coverages: [Coverage], _ charges: [Charge]
  ) -> Charge {
    var charge = Charge(time: candidate.time)
    charge.product = product?.id ?? 0
    charge.tier = product?.tier ?? 0
    charge.hasUnknownProduct = product.map { !$0.isKnown } ?? true
    charge.subscription = subscription
    charge.transaction = candidate.claimed
    charge.isClaimedByMany = candidate.transaction == 0 && candidate.claimed != 0
    charge.mentions = candidate.mentions
    charge.tellers = candidate.tellers
    (charge.isOpening, charge.isOneTime) = (candidate.isOpening, candidate.isOneTime)
    charge.hasPaymentID = candidate.hasPaymentID
    charge.isPlanChange = candidate.kind == .productChanged
    charge.isEstimated = candidate.isEstimated
    charge.hasOffer =
      candidate.kind == .offerRedeemed || candidate.offerID != 0 || candidate.offerCode != 0
    charge.isFreeOfList =
      candidate.price == .zero && candidate.recurringPrice == nil && !charge.hasOffer
      && (product?.price ?? .zero) > .zero
    charge.startsAt = candidate.startsAt
    charge.country = candidate.country != 0 ? candidate.country : country
    charge.platform = candidate.platform != 0 ? candidate.platform : platform
    let termsPeriod = setPrice(of: &charge, candidate, product)
    charge.toldTax = charge.price.flatMap { price in candidate.tax.map { min($0, price) } }
    charge.hasTaxWithin = candidate.hasTaxWithin
    charge.toldFee = charge.price.flatMap { price in candidate.fee.map { min($0, price) } }
    charge.isInSeveralUnits = charge.isPaid && candidate.isInSeveralUnits(at: charge.price ?? .zero)
    if !isForLife(candidate) {
      charge.expiresAt = candidate.expiresAt
      charge.isPeriodOfList =
        candidate.period == nil && termsPeriod == nil && product?.period != nil
      charge.period =
        candidate.period ?? termsPeriod ?? product?.period
        ?? length(of: candidate, charge.product, after: coverages, charges)
    }
    convert(&charge, candidate.converted)
    return charge
  }

  /// How long it pays for, by its ends alone. What recurs of a change of plan up to the same end does so
  /// in the period that runs. A length that nobody sells is that of a payment made early or late, or of
  /// a change of plan that adds the time that was left: then it pays from the own end of the coverage
  /// before on. So does a payment within a grace, which may be two weeks late, and the same payment
  /// again for a period that follows.
  private func length(
    of candidate: ChargeCandidate, _ product: StringID, after coverages: [Coverage],
    _ charges: [Charge]
  ) -> Period? {
    guard let end = candidate.expiresAt else { return nil }
    let last = charges.isEmpty ? nil : charges[charges.count - 1].period
    if candidate.recurringPrice != nil, let place = charges.indices.last,
      charges[place].expiresAt == end
    {
      return last
    }
    let start = candidate.startsAt ?? candidate.time
    let length = Period(from: start, to: end, after: last)
    guard let previous = coverages.indices.last,
      let usual = Period(from: coverages[previous].ownEnd, to: end, after: last),
      usual.unit != .day
    else { return length }
    func hasPrice(of charge: Charge?) -> Bool {
      charge.map { $0.price == candidate.price && $0.currency == candidate.currency } ?? false
    }
    let isSame = coverages[previous].product == product
    let isRunning = coverages[previous].isRunning(at: candidate.time)
    if length?.unit == .day { return isSame || isRunning ? usual : length }
    let isAhead = isSame && isRunning && start < coverages[previous].ownEnd
    if isAhead, usual == last, hasPrice(of: coverages[previous].charge.map { charges[$0] }) {
      return usual
    }
    let isLate = isSame && isRunning && coverages[previous].ownEnd < start
    return isLate && (usual == last || coverages[previous].kind == .trial) ? usual : length
  }

  /// Whether access ends so far ahead that it is bought once and for life: in more than ten years.
  private func isForLife(_ candidate: ChargeCandidate) -> Bool {
    candidate.expiresAt.map { $0 > candidate.time.adding(months: 120) } ?? false
  }

  /// Sets price and currency; returns the period of the offer's terms where
  /// these apply.
  private func setPrice(
    of charge: inout Charge, _ candidate: ChargeCandidate, _ product: ProductRule?
  ) -> Period? {
    let productCurrency = product.map(\.currency) ?? 0
    let fallback = productCurrency != 0 ? productCurrency : rules.reportingCurrency
    charge.currency = candidate.currency != 0 ? candidate.currency : fallback
    charge.recurringPrice = candidate.recurringPrice
    if let price = candidate.price {
      charge.price = price
      return nil
    }
    guard candidate.offerID != 0 || candidate.offerCode != 0 else {
      charge.price = product?.price
      charge.currency = fallback
      charge.isEstimated = charge.price != nil
      return nil
    }
    guard let offer = rules.offer(candidate.offerID, candidate.offerCode) else {
      charge.price = .zero
      charge.hasUnknownOffer = true
      return Period(1, .month)
    }
    charge.price = offer.price
    return offer.period
  }

  /// The catalogue's price of a product in the reporting currency, at the rate of a day.
  func listPrice(of product: StringID, at time: Instant) -> Amount? {
    let rule = rules.product(product)
    let currency = rule.currency != 0 ? rule.currency : rules.reportingCurrency
    return rule.price.flatMap { converted($0, currency, on: rules.zone.day(of: time)) }
  }

  /// An amount in the reporting currency at the rate of a day; nil without a rate, or where no sum
  /// could hold it.
  func converted(_ amount: Amount, _ currency: StringID, on day: Day) -> Amount? {
    let converted = rules.rates.rate(of: currency, on: day).map { amount.times($0) }
    return converted.flatMap { $0 <= .largestConverted ? $0 : nil }
  }
}

// MARK: - Reporting currency

extension Pricing {
  /// The reporting amount at the rate of the charge's day, else by the vendor's own conversion, and
  /// the monthly share of what recurs. What no sum can hold is refused by
  /// ``Timeline/checkMoney()``.
  private func convert(_ charge: inout Charge, _ converted: (price: Amount, currency: StringID)?) {
    guard let price = charge.price else { return }
    let rate = rules.rates.rate(of: charge.currency, on: day(ofRateFor: charge))
    charge.gross = rate.map { price.times($0) }
    if rate == nil, let converted, converted.currency == rules.reportingCurrency, price > .zero {
      charge.gross = converted.price
      charge.isConvertedByVendor = true
    }
    if let gross = charge.gross, gross > .largestConverted {
      charge.gross = Amount(micros: .max)
      return
    }
    guard let gross = charge.gross else { return }
    charge.recurringGross =
      charge.recurringPrice.map { told in
        rate.map { told.times($0) } ?? told.share(gross, of: price)
      } ?? gross
    guard let share = charge.period?.monthlyShare else { return }
    charge.originalMRR = (charge.recurringPrice ?? price).times(share)
    charge.mrr = charge.recurringGross.times(share)
  }

  /// What was paid before the log counts at the rate of the log's first day.
  private func day(ofRateFor charge: borrowing Charge) -> Day {
    let day = rules.zone.day(of: charge.time)
    return charge.isOpening ? max(day, rules.firstDay ?? day) : day
  }
}

// MARK: - Tax and commission

extension Pricing {
  /// Splits the charge into tax, commission and proceeds (Definitions, "Charges"). `storeRate`: the
  /// store's share of a price net of tax.
  func split(_ charge: inout Charge, storeRate: Fraction) {
    guard let gross = charge.gross, let price = charge.price else { return }
    if gross > .zero {
      (charge.tax, charge.commission) = parts(of: gross, price, charge, storeRate)
      charge.netMRR = charge.mrr.share(charge.proceeds, of: gross)
    } else if let recurring = charge.recurringPrice, recurring > .zero {
      let (tax, commission) = parts(of: recurring, recurring, charge, storeRate)
      charge.netMRR = charge.mrr.share(recurring - tax - commission, of: recurring)
    }
    if charge.isOpening { (charge.gross, charge.tax, charge.commission) = (.zero, .zero, .zero) }
  }

  /// Tax and commission within `whole`, which is `price` in some currency.
  private func parts(
    of whole: Amount, _ price: Amount, _ charge: borrowing Charge, _ storeRate: Fraction
  ) -> (tax: Amount, commission: Amount) {
    func share(_ part: Amount) -> Amount { whole.share(part, of: price) }
    let net = rules.tax(in: charge.country).plusOne.inverse.map { whole.times($0) } ?? whole
    let tax = charge.toldTax.map(share) ?? whole - net
    if let fee = charge.toldFee { return (tax, share(fee)) }
    if let platform = rules.platformCommission(charge.platform) {
      return (tax, share(min(price, price.times(platform.share) + platform.fixed)))
    }
    return (tax, (whole - tax).times(storeRate))
  }
}

// MARK: - Changes of plan without money

extension Pricing {
  /// The terms from a change of plan on, as MRR without money: `last` are those before, `base` is the
  /// charge of the coverage that has them. Nil where the plan's price is meant, and nobody knows it.
  func terms(_ event: Event, after last: Charge, base: Charge) -> Charge? {
    var terms = Charge(time: event.time)
    terms.isPlanTerms = true
    (terms.app, terms.subscription) = (base.app, base.subscription)
    (terms.country, terms.platform) = (base.country, base.platform)
    let product = rules.product(of: event)
    (terms.product, terms.tier) = product.map { ($0.id, $0.tier) } ?? (last.product, last.tier)
    terms.period = event.period ?? product?.period ?? last.period
    let planCurrency = event.recurringPrice == nil ? product?.currency ?? 0 : event.currency
    terms.currency = planCurrency != 0 ? planCurrency : last.currency
    guard let list = event.recurringPrice ?? product?.price else { return nil }
    let recurring = event.kind == .uncancelled ? base.withoutTax(ofPlan: list) : list
    terms.recurringPrice = recurring
    guard let share = terms.period?.monthlyShare,
      let gross = reporting(recurring, terms.currency, at: event.time, base)
    else { return terms }
    terms.recurringGross = gross
    (terms.mrr, terms.originalMRR) = (gross.times(share), recurring.times(share))
    terms.netMRR = base.mrr > .zero ? terms.mrr.share(base.netMRR, of: base.mrr) : terms.mrr
    return terms
  }

  /// At the rate of its own day, else at that of the charge.
  private func reporting(
    _ amount: Amount, _ currency: StringID, at time: Instant, _ base: Charge
  ) -> Amount? {
    if let rate = rules.rates.rate(of: currency, on: rules.zone.day(of: time)) {
      let gross = amount.times(rate)
      return gross <= .largestConverted ? gross : nil
    }
    guard currency == base.currency, let price = base.price, price > .zero, let gross = base.gross
    else { return nil }
    return amount.share(gross, of: price)
  }
}
