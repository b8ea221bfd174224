import Values

/// Payments that do not go through, come back, or are taken back.
extension Market {
  /// Seven of ten keep their access for a while; the others lose it until the store is paid.
  mutating func failBilling(_ time: Int64, _ customer: inout Customer) {
    let hasGrace = customer.random.happens(700)
    let graceEnd = customer.expires + customer.plan.graceDays * Clock.day
    begin(
      hasGrace ? .gracePeriodEntered : .billingFailed, at: time, &customer,
      from: customer.storeSender())
    describeTerm(customer)
    if hasGrace { line.time("grace_expires_at", graceEnd) }
    line.text("reason", reason(at: time, &customer))
    commit()
    customer.term &+= 1
    hasGrace ? planGrace(time, graceEnd, &customer) : planRetry(time, &customer)
  }

  private mutating func reason(at time: Int64, _ customer: inout Customer) -> StaticString {
    guard story != nil else { return "card_declined" }
    if trouble.strikes(.renewals, at: time) { return "provider_unavailable" }
    return customer.random.happens(620) ? "card_declined" : "insufficient_funds"
  }

  private mutating func planGrace(_ time: Int64, _ end: Int64, _ customer: inout Customer) {
    guard customer.random.happens(640) else { return schedule(.expire, at: end, &customer) }
    let wait = customer.random.below(end - time - 2 * Clock.hour)
    schedule(.recover, at: time + Clock.hour + wait, &customer)
  }

  private mutating func planRetry(_ time: Int64, _ customer: inout Customer) {
    customer.state = .retry
    let isPaid = customer.random.happens(380)
    let wait = isPaid ? 6 * Clock.hour + customer.random.below(30 * Clock.day) : 60 * Clock.day
    schedule(isPaid ? .recover : .expire, at: time + wait, &customer)
  }

  /// In grace the billing date stays; out of it a new one begins.
  mutating func recover(_ time: Int64, _ customer: inout Customer) {
    let start = customer.state == .retry ? time : customer.expires
    customer.product = customer.nextProduct
    customer.pay(from: time, to: customer.plan.period.end(after: start))
    begin(.billingRecovered, at: time, &customer, from: .store)
    line.numeral("original_transaction_id", customer.original)
    line.text("product_id", customer.plan.id)
    commit()
    charge(.renewed, time + 1500, &customer, from: .store)
    finishPayment(time, &customer)
  }

  mutating func refund(_ time: Int64, _ customer: inout Customer) {
    let isPartial = customer.random.happens(250) && !customer.takesBack
    begin(.refunded, at: time, &customer, from: customer.storeSender())
    describeTerm(customer)
    if isPartial {
      let part = customer.price * customer.random.between(30, 60) / 100
      line.price(part, customer.home.currency)
    } else if customer.random.happens(600) {
      line.price(customer.price, customer.home.currency)
    }
    commit()
    if !isPartial { endByRefund(time, &customer) }
  }

  private mutating func endByRefund(_ time: Int64, _ customer: inout Customer) {
    customer.term &+= 1
    customer.state = .lapsed
    if customer.takesBack {
      schedule(.approve, at: time + customer.random.span(2, 9, Clock.day), &customer)
    } else if customer.random.happens(60) {
      schedule(.reverse, at: time + customer.random.span(1, 10, Clock.day), &customer)
    } else if customer.random.happens(100) {
      begin(.revoked, at: time + Clock.minute, &customer, from: .store)
      describeTerm(customer)
      commit()
    }
  }

  /// The money goes back to the developer; the coverage runs out at its old end.
  mutating func reverse(_ time: Int64, _ customer: inout Customer) {
    begin(.refundReversed, at: time, &customer, from: .store)
    describeTerm(customer)
    commit()
    guard customer.expires > time else { return }
    customer.state = .paid
    cancel(time + Clock.minute, &customer)
    scheduleEnd(.expire, after: time, &customer)
  }

  mutating func upgrade(_ time: Int64, _ customer: inout Customer) {
    guard let product = Product.upgrades[customer.product], customer.state == .paid else { return }
    customer.product = product
    customer.nextProduct = product
    customer.pay(from: time, to: customer.plan.period.end(after: time))
    charge(.productChanged, time, &customer, from: .store)
    planTerm(&customer)
  }

  mutating func downgrade(_ time: Int64, _ customer: inout Customer) {
    guard let product = Product.downgrades[customer.product], customer.state == .paid,
      !customer.traits.contains(.willNotRenew)
    else { return }
    customer.nextProduct = product
    begin(.productChanged, at: time, &customer, from: .store)
    line.text("product_id", Product.all[product].id)
    line.numeral("original_transaction_id", customer.original)
    line.text("previous_product_id", customer.plan.id)
    commit()
  }
}
