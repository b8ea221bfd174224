import Values

/// Trials, payments and what follows from them.
extension Market {
  mutating func startTrial(_ time: Int64, _ customer: inout Customer) {
    let isHop = customer.traits.contains(.hadTrial)
    if isHop { customer.original = 0 }
    customer.beginSubscription()
    customer.traits.insert(.hadTrial)
    let end = time + customer.plan.trialDays * Clock.day
    customer.cover(.trial, from: time, to: end)
    isHop ? logHop(time, &customer) : logTrial(time, &customer)
    planTrial(&customer)
  }

  private mutating func logTrial(_ time: Int64, _ customer: inout Customer) {
    begin(.trialStarted, at: time, &customer)
    describeTerm(customer)
    commit()
  }

  /// A new person to the store, who then logs in as the old one.
  private mutating func logHop(_ time: Int64, _ customer: inout Customer) {
    let id = mixed(userID(customer.number) &+ UInt64(customer.transactions))
    begin(.trialStarted, at: time, &customer, from: .storeAlone)
    line.id("user_id", "anon-", id)
    describeTerm(customer)
    commit()
    begin(.userAliased, at: time + 5 * Clock.minute, &customer)
    line.id("previous_id", "anon-", id)
    commit()
  }

  /// How many of a thousand trials of such a customer are converted.
  private func conversion(_ customer: Customer) -> Int {
    if customer.traits.contains(.hops) { return 0 }
    if customer.takesBack { return 1000 }
    let base = customer.plan.period.unit == .year ? 205 : 245
    return min(700, base * (600 + customer.appetite * 2 / 5) / 1000)
  }

  /// Decides how a trial or free offer will end, and notes it.
  mutating func planTrial(_ customer: inout Customer) {
    if customer.random.happens(4) {
      let wait = customer.random.below(customer.expires - customer.covered)
      schedule(.extend, at: customer.covered + wait, &customer)
    }
    if trouble.strikes(.onboarding, at: customer.covered), customer.random.happens(370) {
      return planLeaving(&customer, hastily: true)
    }
    guard customer.random.happens(conversion(customer)) else { return planLeaving(&customer) }
    let fails = customer.random.happens(25)
    scheduleEnd(fails ? .billing : .convert, after: customer.covered, &customer)
  }

  /// A trial is converted at its end: the store says so, and often the app as well.
  mutating func convert(_ time: Int64, _ customer: inout Customer) {
    if trouble.strikes(.checkout, at: time), customer.product == Product.broken,
      customer.random.happens(400)
    {
      return scheduleEnd(.expire, after: time, &customer)
    }
    let wasFree = customer.traits.contains(.freeOffer)
    customer.pay(from: time, to: customer.plan.period.end(after: customer.expires))
    let pattern = wasFree ? 950 : customer.random.below(1000)
    if pattern < 250 { charge(.trialConverted, time, &customer, from: .store) }
    if pattern >= 250 { charge(.purchased, time, &customer, from: .store) }
    if (250..<800).contains(pattern) {
      let echo = time + customer.random.span(1, 10_000, Clock.second)
      charge(.trialConverted, echo, &customer, from: .app)
    }
    finishPayment(time, &customer)
  }

  /// A payment without a trial before it.
  mutating func buy(_ time: Int64, _ customer: inout Customer) {
    customer.beginSubscription(keepsTransaction: true)
    customer.pay(from: time, to: customer.plan.period.end(after: time))
    charge(.purchased, time, &customer, from: .app)
    if customer.random.happens(300) {
      let echo = time + customer.random.span(2, 400, Clock.second)
      charge(.purchased, echo, &customer, from: .store)
    }
    finishPayment(time, &customer)
  }

  /// What every first payment brings with it.
  mutating func finishPayment(_ time: Int64, _ customer: inout Customer) {
    if !customer.traits.contains(.paidOnce) { completeReferral(time + 5000, &customer) }
    customer.traits.insert(.paidOnce)
    share(time, &customer)
    planTerm(&customer)
  }

  mutating func charge(
    _ name: EventName, _ time: Int64, _ customer: inout Customer, from sender: Sender
  ) {
    begin(name, at: time, &customer, from: sender)
    describeTerm(customer)
    line.price(customer.price, customer.home.currency)
    commit()
  }

  /// Product, transactions and end of the running coverage.
  mutating func describeTerm(_ customer: Customer) {
    line.text("product_id", customer.plan.id)
    line.numeral("original_transaction_id", customer.original)
    line.numeral("transaction_id", customer.transaction(customer.transactions))
    line.time("expires_at", customer.expires)
  }

  /// A family plan shows up in the log of a second person as well.
  private mutating func share(_ time: Int64, _ customer: inout Customer) {
    guard customer.plan.tier.isFamily, customer.random.happens(120) else { return }
    begin(.purchased, at: time + 3000, &customer, from: .storeAlone)
    line.id("user_id", "u-", mixed(userID(customer.number)))
    describeTerm(customer)
    line.price(customer.price, customer.home.currency)
    // Now and then two people claim one purchase as their own.
    if !customer.random.happens(60) { line.text("ownership", "family_shared") }
    if story != nil { line.text("app", customer.app.name) }
    commit()
  }

  /// Notes what ends a coverage: its renewal shortly before, or something at its end; in any case
  /// after `time`.
  mutating func scheduleEnd(_ kind: Appointment.Kind, after time: Int64, _ customer: inout Customer)
  {
    let isCharge = kind == .renew || kind == .convert
    let isEarly = isCharge && customer.random.happens(250)
    let lead = isEarly ? customer.random.below(20 * Clock.hour) : customer.random.below(Clock.hour)
    let lag = customer.random.below(5 * Clock.minute)
    let end = isCharge ? customer.expires - lead : customer.expires + lag
    schedule(kind, at: max(time + Clock.minute, end), &customer)
  }
}

extension Customer {
  /// A new subscription, or the next coverage of the one that ran before.
  mutating func beginSubscription(keepsTransaction: Bool = false) {
    traits.remove(.freeOffer)
    if !keepsTransaction { transactions += 1 }
    if original == 0 { original = transaction(max(1, transactions)) }
  }

  /// Starts a coverage; whatever was planned for the one before is void.
  mutating func cover(_ state: State, from start: Int64, to end: Int64) {
    self.state = state
    covered = start
    expires = end
    term &+= 1
    traits.remove(.willNotRenew)
  }

  /// A new transaction at the plan's price, and its coverage.
  mutating func pay(from start: Int64, to end: Int64) {
    transactions += 1
    price = price(of: plan)
    cover(.paid, from: start, to: end)
    traits.remove(.freeOffer)
  }
}

extension Period {
  func end(after time: Int64) -> Int64 { end(from: Instant(milliseconds: time)).milliseconds }
}

extension StaticString {
  /// Whether this is the name of the family tier.
  var isFamily: Bool { utf8CodeUnitCount == 6 && utf8Start.pointee == UInt8(ascii: "f") }
}
