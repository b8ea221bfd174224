import Values

/// From a paywall to a trial or a payment.
extension Market {
  /// Shows a paywall; answers when the customer is done with it.
  mutating func paywall(
    _ id: StaticString, _ trigger: StaticString, _ time: Int64, _ customer: inout Customer
  ) -> Int64 {
    let isSecond = customer.hasSecond(.paywallCopy)
    if customer.events < 12 { expose(.paywallCopy, time, &customer) }
    begin(.paywallShown, at: time + 40, &customer)
    line.text("paywall_id", id)
    line.text("trigger", trigger)
    line.text("experiment", ABTest.paywallCopy.name)
    line.text("variant", ABTest.paywallCopy.variant(isSecond))
    commit()
    let decided = time + customer.random.span(3, 75, Clock.second)
    let wants = customer.random.happens(desire(customer))
    guard wants, !isBroken(time, customer) else { return dismiss(id, trigger, decided, &customer) }
    return purchase(id, decided, &customer)
  }

  /// How many of a thousand views of a paywall this customer buys from.
  private func desire(_ customer: Customer) -> Int {
    var desire = 235 * customer.appetite / 1000
    if customer.hasSecond(.paywallCopy) { desire = desire * 7 / 4 }
    if customer.takesPart(in: .yearlyPrice), customer.hasSecond(.yearlyPrice) {
      desire = desire * 93 / 100
    }
    if story != nil { desire = Story.raised(desire) }
    return customer.state == .lapsed ? desire / 3 : desire
  }

  private func isBroken(_ time: Int64, _ customer: Customer) -> Bool {
    let isVictim = customer.hasSecond(.paywallCopy) && customer.country == Country.broken
    return switch trouble.kind(at: time) {
    case .paywall: isVictim
    case .crossed: isVictim && customer.channel == Channel.broken
    case .tablet: customer.traits.contains(.tablet)
    default: false
    }
  }

  private mutating func dismiss(
    _ id: StaticString, _ trigger: StaticString, _ time: Int64, _ customer: inout Customer
  ) -> Int64 {
    guard customer.random.happens(790) else { return time }
    begin(.paywallDismissed, at: time, &customer)
    line.text("paywall_id", id)
    line.text("trigger", trigger)
    commit()
    return time
  }

  private mutating func purchase(
    _ paywall: StaticString, _ time: Int64, _ customer: inout Customer
  ) -> Int64 {
    choosePlan(time, &customer)
    startPurchase(paywall, time, &customer)
    let now = time + customer.random.span(5, 45, Clock.second)
    switch customer.random.below(1000) {
    case ..<170: note(.purchaseCancelled, now, &customer)
    case ..<175: failPurchase(paywall, now, &customer)
    case ..<183: waitForParent(now, &customer)
    default: complete(now, &customer)
    }
    return now + customer.random.span(20, 90, Clock.second)
  }

  private mutating func startPurchase(
    _ paywall: StaticString, _ time: Int64, _ customer: inout Customer
  ) {
    begin(.purchaseStarted, at: time, &customer)
    line.text("product_id", customer.plan.id)
    line.text("paywall_id", paywall)
    commit()
    guard customer.random.happens(14) else { return }
    begin(.storeError, at: time + 900, &customer)
    line.text("error", "store_unavailable")
    commit()
  }

  mutating func note(_ name: EventName, _ time: Int64, _ customer: inout Customer) {
    begin(name, at: time, &customer)
    line.text("product_id", customer.plan.id)
    commit()
  }

  private mutating func failPurchase(
    _ paywall: StaticString, _ time: Int64, _ customer: inout Customer
  ) {
    begin(.purchaseFailed, at: time, &customer)
    line.text("product_id", customer.plan.id)
    line.text("error", customer.random.happens(700) ? "payment_declined" : "network_lost")
    commit()
    guard customer.random.happens(550) else { return }
    let again = time + customer.random.span(1, 30, Clock.minute)
    startPurchase(paywall, again, &customer)
    complete(again + customer.random.span(5, 45, Clock.second), &customer)
  }

  /// A child asks to buy; a parent answers within a day, or never.
  private mutating func waitForParent(_ time: Int64, _ customer: inout Customer) {
    note(.purchasePending, time, &customer)
    guard customer.random.happens(600) else { return }
    schedule(.approve, at: time + customer.random.span(1, 24, Clock.hour), &customer)
  }

  mutating func approve(_ time: Int64, _ customer: inout Customer) {
    guard customer.mayBuy else { return }
    complete(time, &customer)
  }

  private mutating func complete(_ time: Int64, _ customer: inout Customer) {
    let isFirst = !customer.traits.contains(.hadTrial)
    let isTrial = customer.plan.offersTrial && (isFirst || customer.hops)
    isTrial ? startTrial(time, &customer) : buy(time, &customer)
    if isTrial, !isFirst, story != nil { logSimple(.trialBypass, time + 100, &customer) }
    let checked = time + customer.random.between(200, 4000)
    validate(checked, &customer)
    sync(checked + customer.random.between(100, 2500), &customer)
  }

  mutating func validate(_ time: Int64, _ customer: inout Customer) {
    let isBroken = trouble.strikes(.validation, at: time)
    let isSlow = customer.random.happens(isBroken ? 700 : 15)
    let latency = isSlow ? customer.random.between(1500, 9000) : customer.random.between(90, 700)
    begin(.receiptValidated, at: time, &customer)
    let fails = customer.random.happens(isBroken ? 450 : 8)
    line.flag("ok", !fails)
    line.number("latency_ms", latency)
    describeValidation(fails: fails, &customer)
    line.text("app", customer.app.name)
    commit()
  }
}

extension Market {
  /// Picks a plan of the app, by how often each is picked.
  func choosePlan(_ time: Int64, _ customer: inout Customer) {
    let weights = Product.all.map { product in
      product.app == customer.app ? story?.weight(of: product, at: time) ?? product.weight : 0
    }
    customer.product = customer.random.pick(weights)
    customer.nextProduct = customer.product
    customer.loyalty = customer.random.beta(customer.plan.loyalty.0, customer.plan.loyalty.1)
    if let story, story.hasRaised(at: time) { customer.traits.insert(.raisedPrice) }
  }
}

extension Country {
  /// The index of the country whose paywall the incident breaks.
  static let broken = 0
}
