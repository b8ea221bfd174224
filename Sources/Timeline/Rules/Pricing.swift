import Feed
import Values

/// Works out what a payment cost and what a month of it is worth (Definitions, "Charges",
/// Definitions, "Charges").
struct Pricing {
  let rules: FoldRules
  /// The customer's country, for charges that name none.
  let country: StringID

  /// The charge of a candidate, without commission: that depends on the charges before it.
  func charge(_ candidate: ChargeCandidate, group: StringID) -> Charge {
    let product = rules.product(of: candidate.asEvent)
    var charge = Charge(time: candidate.time)
    charge.product = product?.id ?? 0
    charge.tier = product?.tier ?? 0
    charge.hasUnknownProduct = product.map { !$0.isKnown } ?? true
    charge.group = group
    charge.transaction = candidate.transaction
    charge.mentions = candidate.mentions
    charge.isOpening = candidate.isOpening
    charge.isPlanChange = candidate.kind == .productChanged
    charge.hasOffer =
      candidate.kind == .offerRedeemed || candidate.offerID != 0 || candidate.offerCode != 0
    charge.expiresAt = candidate.expiresAt
    charge.country = candidate.country != 0 ? candidate.country : country
    let termsPeriod = setPrice(of: &charge, candidate, product)
    charge.period =
      candidate.period ?? termsPeriod ?? product?.period
      ?? charge.expiresAt.flatMap { Period(length: $0 - candidate.time) }
    convert(&charge)
    return charge
  }

  /// Sets price and currency; returns the period of the offer's terms where these apply.
  private func setPrice(
    of charge: inout Charge, _ candidate: ChargeCandidate, _ product: ProductRule?
  ) -> Period? {
    let productCurrency = product.map(\.currency) ?? 0
    let fallback = productCurrency != 0 ? productCurrency : rules.reportingCurrency
    charge.currency = candidate.currency != 0 ? candidate.currency : fallback
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
    guard let offer = rules.offer(of: candidate.asEvent) else {
      charge.price = .zero
      charge.hasUnknownOffer = true
      return Period(1, .month)
    }
    charge.price = offer.price
    return offer.period
  }

  /// The reporting amount at the rate of the charge's day, and the monthly share of both. What no
  /// sum can hold is refused by ``Timeline/checkMoney()``.
  private func convert(_ charge: inout Charge) {
    let rate = rules.rates.rate(of: charge.currency, on: day(ofRateFor: charge))
    charge.gross = rate.flatMap { rate in charge.price?.times(rate) }
    if let gross = charge.gross, gross > .largestConverted {
      charge.gross = Amount(micros: .max)
      return
    }
    guard let price = charge.price, let gross = charge.gross, let period = charge.period else {
      return
    }
    charge.originalMRR = price.times(period.monthlyShare)
    charge.mrr = gross.times(period.monthlyShare)
  }

  /// What was paid before the log counts at the rate of the log's first day.
  private func day(ofRateFor charge: Charge) -> Day {
    let day = rules.zone.day(of: charge.time)
    return charge.isOpening ? max(day, rules.firstDay ?? day) : day
  }

  /// The catalogue's price of a product in the reporting currency, at the rate of a day.
  func listPrice(of product: StringID, at time: Instant) -> Amount? {
    let rule = rules.product(product)
    let currency = rule.currency != 0 ? rule.currency : rules.reportingCurrency
    let rate = rules.rates.rate(of: currency, on: rules.zone.day(of: time))
    return rate.flatMap { rate in rule.price?.times(rate) }.flatMap {
      $0 <= .largestConverted ? $0 : nil
    }
  }

  /// Splits the charge into tax, commission and proceeds (Definitions, "Charges").
  func split(_ charge: inout Charge, commission: Fraction) {
    guard let gross = charge.gross, gross > .zero else { return }
    let net = rules.tax(in: charge.country).plusOne.inverse.map { gross.times($0) } ?? gross
    charge.tax = gross - net
    charge.commission = net.times(commission)
    charge.netMRR = charge.mrr.share(charge.proceeds, of: gross)
    if charge.isOpening { (charge.gross, charge.tax, charge.commission) = (.zero, .zero, .zero) }
  }
}
