import Metrics
import Values

/// Offers, referrals and features: do they bring what they cost?
extension Figures {
  /// Each offer over all months beside similar customers of the same months without one.
  var offerTable: FigureTable {
    FigureTable(
      offerGroups, self, words: 2,
      [
        .text("Offer") { $0.offer }, .text("Who") { $0.audience },
        .text("Redeemed") { shown($0.own.pooled(Offers.starts)) },
        .text("Full price after") { shown(conversion($0.own)?.rate) },
        .text("Without") { shown(conversion($0.similarMatured)?.rate) },
        .text("With MRR on day 90") { shown(retention($0.own)?.rate) },
        .text("Without") { shown(retention($0.similar(Offers.aged))?.rate) },
        .text("90 days' revenue") { shown($0.own.agedRevenuePerCustomer) },
        .text("Without") { shown($0.similar(Offers.aged).agedRevenuePerCustomer) },
      ])
  }

  /// Redemptions of one audience, and its accesses without an offer in the same months.
  private struct OfferGroup {
    let offer: String
    let audience: String
    let own: [Row<Offers>]
    let without: [Row<Offers>]

    func similar(_ column: Column<Offers, Int64>) -> [Row<Offers>] {
      let months = own.filter { $0.integer(column) > 0 }.compactMap { $0[Offers.month] }
      return without.filter { $0[Offers.month].map(months.contains) ?? false }
    }

    /// Who returns without an offer has paid by that: nothing to compare a conversion with.
    var similarMatured: [Row<Offers>] {
      audience == "returning" ? [] : similar(Offers.matured)
    }
  }

  private var offerGroups: [OfferGroup] {
    let rows = rows(of: Offers.self).where(Offers.dimension, is: "offer")
    let none = MissingText.without
    let without = rows.where(Offers.value, is: none)
    return rows.groups(by: Offers.value).filter { $0.value != none }.flatMap { offer in
      offer.rows.groups(by: Offers.audience).map { audience in
        OfferGroup(
          offer: offer.value, audience: audience.value, own: audience.rows,
          without: Array(without.where(Offers.audience, is: audience.value)))
      }
    }
  }

  /// What is left of the pools of one-time codes.
  var codeTable: FigureTable {
    FigureTable(
      citing: rows(of: OfferCodes.self), self,
      [
        .of("Codes of", OfferCodes.offer), .of("Made", OfferCodes.codes),
        .of("Handed out", OfferCodes.assigned), .of("Redeemed", OfferCodes.redeemed),
        .of("Not redeemed", OfferCodes.unredeemed), .of("Expired unused", OfferCodes.expired),
        .of("Left", OfferCodes.available),
        .text("Days left") { row in
          row[OfferCodes.daysOfStock].map { grouped($0.millionths / 1_000_000) }
            ?? DisplayFormat.unknown
        },
        .of("This quarter", OfferCodes.redeemedQuarter),
        .of("Store's limit", OfferCodes.quarterLimit), .of("Next expiry", OfferCodes.nextExpiry),
      ])
  }

  private func conversion(_ rows: [Row<Offers>]) -> PooledShare? {
    rows.pooledShare(Offers.maturedConverted, of: Offers.matured)
  }

  private func retention(_ rows: [Row<Offers>]) -> PooledShare? {
    rows.pooledShare(Offers.agedRetained, of: Offers.aged)
  }

  /// Whether offers win customers for the full price, a sentence each.
  var offerSentences: [String] { offerGroups.compactMap(offerSentence) }

  private func offerSentence(_ group: OfferGroup) -> String? {
    guard let own = conversion(group.own), let others = conversion(group.similarMatured),
      let verdict = own.verdict(beside: others)
    else { return nil }
    return "\(group.offer), \(group.audience) customers: \(shown(own.rate)) of "
      + "\(grouped(own.whole)) paid the full price afterwards, vs "
      + "\(shown(others.rate)) of \(grouped(others.whole)) similar customers "
      + "without it: \(verdict.rawValue)."
  }

  var referralTable: FigureTable {
    FigureTable(
      citing: rows(of: Referrals.self).suffix(6), self,
      [
        .of("Recorded in", Referrals.month), .of("Referrals", Referrals.recorded),
        .of("Completed", Referrals.completed), .of("Expired", Referrals.expired),
        .of("Pending", Referrals.pending), .of("Rate", Referrals.completionRate),
        .interval(Referrals.low, Referrals.high),
        .of("Rewards redeemed", Referrals.rewardsRedeemed),
        .of("Outstanding", Referrals.rewardsOutstanding),
      ])
  }

  /// What referred customers brought in ninety days, and what the others did.
  var referralSentence: String {
    let rows = rows(of: LTV.self).where(LTV.dimension, is: "referral").where(LTV.days, is: 90)
    let referred = rows.where(LTV.value, is: "referred")
    let others = rows.where(LTV.value, is: "others")
    guard let size = referred.pooled(LTV.customers), let rest = others.pooled(LTV.customers),
      size > 0, rest > 0
    else { return "" }
    return
      "In their first 90 days \(grouped(size)) referred customers "
      + "brought \(shown(referred.pooledAverage(LTV.netRevenue, over: LTV.customers))) each, "
      + "\(grouped(rest)) others "
      + "\(shown(others.pooledAverage(LTV.netRevenue, over: LTV.customers)))."
  }

  /// Features over the last three months that are matured.
  private var featureRows: [Row<Features>] {
    newest(3, by: Features.month) { row in
      row[Features.matured] == true && row[Features.usersRetained] != nil
    }
  }

  /// What a denial leads to, beside customers who were denied nothing.
  var gateSentence: String {
    let all = featureRows.filter { $0[Features.dimension] == "all" }
    func denied(_ part: Column<Features, Int64>) -> PooledShare? {
      all.pooledShare(part, of: Features.deniedCustomers)
    }
    func others(_ part: Column<Features, Int64>) -> PooledShare? {
      all.pooledShare(part, of: Features.others)
    }
    guard let trials = denied(Features.deniedStarted),
      let payments = denied(Features.deniedConverted),
      let otherTrials = others(Features.othersStarted),
      let otherPayments = others(Features.othersConverted),
      let started = trials.verdict(beside: otherTrials),
      let paid = payments.verdict(beside: otherPayments)
    else { return "" }
    return "Of \(grouped(trials.whole)) customers who were denied a feature, "
      + "\(shown(trials.rate)) started a trial or paid within 7 days, vs \(shown(otherTrials.rate)) of "
      + "\(grouped(otherTrials.whole)) "
      + "who used features without paying and were denied none: "
      + "\(started.rawValue). "
      + "\(shown(payments.rate)) and \(shown(otherPayments.rate)) paid: \(paid.rawValue). "
      + "Each customer counts once per month."
  }

  var featureTable: FigureTable {
    let rows = featureRows
    var table = FigureTable(
      header: [
        "Used in \(rows.months(Features.month))", "Users", "Back next month", "Denied",
        "Trial or payment in 7 days", "Paid in 7 days",
      ])
    table.rows = rows.groups(by: Features.value).map { featureLine($0.value, $0.rows) }
    let all = rows.filter { $0[Features.dimension] == "all" }
    guard let others = all.pooled(Features.others), others > 0 else { return table }
    let rates = [Features.othersStarted, Features.othersConverted].map {
      shown(all.pooledShare($0, of: Features.others)?.rate)
    }
    table.rows.append(
      ["not denied", DisplayFormat.unknown, DisplayFormat.unknown, shown(others)] + rates)
    return table
  }

  private func featureLine(_ feature: String, _ rows: [Row<Features>]) -> [String] {
    func denied(_ part: Column<Features, Int64>) -> String {
      shown(rows.pooledShare(part, of: Features.deniedCustomers)?.rate)
    }
    return [
      feature == "all" ? "all features" : feature, shown(rows.pooled(Features.users)),
      shown(rows.pooledShare(Features.usersRetained, of: Features.users)?.rate),
      shown(rows.pooled(Features.deniedCustomers)), denied(Features.deniedStarted),
      denied(Features.deniedConverted),
    ]
  }
}

/// Complimentary access: who has it, why, and whether he comes to pay.
extension Figures {
  var complimentaryTable: FigureTable {
    typealias Reasons = ComplimentaryReasons
    return FigureTable(
      citing: rows(of: Reasons.self), self,
      [
        .of("Reason", Reasons.reason), .of("Granted", Reasons.grants),
        .of("Running", Reasons.running), .of("End in 30 days", Reasons.ending),
        .of("List value a month", Reasons.listValue), .of("Ended", Reasons.matured),
        .of("Paid then", Reasons.converted), .of("Rate", Reasons.conversionRate),
        .interval(Reasons.low, Reasons.high),
      ])
  }

  /// Those that end next.
  func endingTable(_ count: Int) -> FigureTable {
    let known = rows(of: Complimentary.self).filter { $0[Complimentary.ends] != nil }
    return FigureTable(
      known.prefix(count), self, words: 6,
      [
        .of("Ends", Complimentary.ends), .of("Customer", Complimentary.customer),
        .of("Since", Complimentary.since), .of("Reason", Complimentary.reason),
        .of("Granted by", Complimentary.grantedBy), .of("Product", Complimentary.product),
        .of("List value", Complimentary.listValue),
      ])
  }
}
