import Values

/// Referrals, codes and complimentary access.
extension Market {
  mutating func recordReferral(_ time: Int64, _ customer: inout Customer) {
    guard customer.traits.contains(.referred) else { return }
    begin(.referralRecorded, at: time, &customer)
    line.id("referrer_id", "u-", userID(customer.referrer))
    commit()
    guard customer.swapsReferrals else { return }
    begin(.referralRecorded, at: time + Clock.minute, &customer, from: .storeAlone)
    line.id("user_id", "u-", userID(customer.referrer))
    line.id("referrer_id", "u-", userID(customer.number))
    commit()
  }

  mutating func completeReferral(_ time: Int64, _ customer: inout Customer) {
    guard customer.traits.contains(.referred) else { return }
    begin(.referralCompleted, at: time, &customer)
    line.id("referrer_id", "u-", userID(customer.referrer))
    commit()
    guard customer.random.happens(600) else { return }
    thank(time + customer.random.span(5, 50, Clock.minute), &customer)
  }

  /// The reward of the referrer: a month for nothing.
  private mutating func thank(_ time: Int64, _ customer: inout Customer) {
    let referrer = Customer.born(number: customer.referrer, slot: 0, options: options)
    begin(.offerRedeemed, at: time, &customer, from: .storeAlone)
    line.id("user_id", "u-", userID(referrer.number))
    line.text("offer_id", Offer.thanks.id)
    line.text("offer_code", Offer.thanks.id)
    line.text("product_id", referrer.app.firstProduct)
    commit()
  }

  /// A friend's code: a month for nothing, then the plan's price.
  mutating func redeemFriend(_ time: Int64, _ customer: inout Customer) -> Int64 {
    choosePlan(time, &customer)
    customer.beginSubscription()
    customer.traits.formUnion([.freeOffer, .hadTrial])
    let month = Product.all[0].period
    customer.cover(.trial, from: time, to: month.end(after: time))
    begin(.offerRedeemed, at: time, &customer)
    line.text("offer_id", Offer.friend.id)
    line.text("offer_code", Offer.friend.id)
    describeTerm(customer)
    commit()
    planTrial(&customer)
    return time + Clock.minute
  }

  /// Half the price for one period, for somebody who had left.
  mutating func winBack(_ time: Int64, _ customer: inout Customer) {
    guard customer.state == .lapsed else { return }
    customer.pay(from: time, to: customer.plan.period.end(after: time))
    customer.price = max(1, customer.price / 2)
    begin(.offerRedeemed, at: time, &customer)
    line.text("offer_id", Offer.winback.id)
    describeCode(customer)
    describeTerm(customer)
    line.price(customer.price, customer.home.currency)
    commit()
    planTerm(&customer)
  }

  /// A code of their own by mail, in a log with a story.
  mutating func assignCode(_ time: Int64, _ customer: inout Customer) {
    guard story != nil else { return }
    begin(.offerCodeAssigned, at: time, &customer)
    line.text("offer_id", Offer.winback.id)
    describeCode(customer)
    commit()
  }

  /// One in twelve uses a code that somebody has made public.
  private mutating func describeCode(_ customer: Customer) {
    guard story != nil else { return line.text("offer_code", Offer.winback.id) }
    line.id("offer_code", "w", mixed(UInt64(customer.isCopier ? 60 : customer.number) &* 7919))
  }

  mutating func grant(_ time: Int64, _ customer: inout Customer) {
    let end = time + customer.random.span(30, 365, Clock.day)
    begin(.accessGranted, at: time, &customer)
    line.text("reason", customer.random.happens(500) ? "press" : "support_goodwill")
    line.time("expires_at", end)
    if story != nil {
      line.text("product_id", customer.app.firstProduct)
      line.text("granted_by", customer.random.happens(700) ? "support" : "marketing")
    }
    commit()
    guard customer.random.happens(150) else { return }
    begin(.accessRevoked, at: time + 40 * Clock.minute, &customer)
    line.text("reason", "granted_by_mistake")
    commit()
  }
}

extension Customer {
  /// Somebody who was there before; now and then customers name themselves.
  var referrer: Int {
    let isSelf = mixed(UInt64(number) &* 97) % 60 == 0
    return isSelf ? number : Int(mixed(UInt64(number) &* 31) % UInt64(max(1, number)))
  }

  fileprivate var isCopier: Bool { mixed(UInt64(number) &* 131) % 12 == 0 }

  /// Two who name each other.
  var swapsReferrals: Bool { mixed(UInt64(number) &* 53) % 50 == 0 && referrer != number }
}
