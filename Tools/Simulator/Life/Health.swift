import Values

/// What the apps log of themselves in a log with a story: restores, refreshes, notifications,
/// conflicts, old entitlements, and signs that somebody goes around the rules.
extension Market {
  /// When the customer's access was last checked: mostly within the day, sometimes in a plane, and
  /// now and then by somebody who stays offline.
  mutating func describeCheck(_ time: Int64, _ customer: inout Customer) {
    guard story != nil, customer.isCovered, customer.random.happens(300) else { return }
    let age =
      switch customer.random.below(1000) {
      case ..<965: customer.random.span(0, 20, Clock.hour)
      case ..<996: customer.random.span(1, 6, Clock.day)
      default: customer.random.span(8, 21, Clock.day)
      }
    line.time("validated_at", time - age)
  }

  /// The duration of a sync; slower, and failing for a reason, in the week of the release that
  /// breaks it.
  mutating func describeSync(fails: Bool, _ customer: inout Customer) {
    guard story != nil else { return }
    let isSlow = customer.random.happens(30)
    line.number(
      "latency_ms",
      isSlow ? customer.random.between(4000, 12_000) : customer.random.between(200, 3000))
    if fails { line.text("error", customer.random.happens(600) ? "network_lost" : "server_busy") }
  }

  mutating func describeValidation(fails: Bool, _ customer: inout Customer) {
    guard story != nil, fails else { return }
    line.text("error", customer.random.happens(650) ? "receipt_expired" : "server_timeout")
  }

  /// What a session leaves behind besides features and paywalls.
  mutating func reportHealth(_ time: Int64, _ customer: inout Customer) {
    guard story != nil else { return }
    tryFeature(time + 20, &customer)
    if customer.isCovered, customer.random.happens(25) { refresh(time + 40, &customer) }
    if customer.random.happens(20) { notify(time + Clock.hour, &customer) }
    if customer.isCovered, customer.random.happens(6) { conflict(time + 900, &customer) }
    if customer.isCovered ? customer.random.happens(5) : customer.random.rarely(250) {
      restore(time + 5000, &customer)
    }
    if customer.isCovered, customer.app == .screenTime, customer.random.happens(25) {
      reportUsage(time + 60, &customer)
    }
    if customer.traits.contains(.jailbroken), customer.random.happens(120) {
      logSimple(.jailbreakDetected, time + 10, &customer)
    }
    if customer.traits.contains(.forges), customer.isCovered, customer.random.happens(60) {
      logSimple(.receiptTampered, time + 20, &customer)
    }
  }

  mutating func logSimple(_ name: EventName, _ time: Int64, _ customer: inout Customer) {
    begin(name, at: time, &customer)
    line.text("app", customer.app.name)
    commit()
  }

  /// A family grows: who is at the plan's limit asks for one child more now and then.
  private mutating func reportUsage(_ time: Int64, _ customer: inout Customer) {
    let limit = customer.plan.children
    let wanted = 1 + Int64(mixed(UInt64(customer.number) &* 29) % 4) + customer.transactions / 5
    begin(.usageReported, at: time, &customer)
    line.text("metric", "child_count")
    line.number("value", min(wanted, limit))
    line.text("app", customer.app.name)
    commit()
    guard wanted > limit else { return }
    if customer.state == .paid, mixed(UInt64(customer.number) &* 31) % 3 == 0 {
      return buyAddOn(time + 40, &customer)
    }
    guard customer.random.happens(400) else { return }
    begin(.featureUsed, at: time + 30, &customer)
    line.text("feature", "add_child")
    line.text("access", "denied")
    line.text("app", customer.app.name)
    commit()
  }

  /// One child more for a month, unless the last one is still on.
  private mutating func buyAddOn(_ time: Int64, _ customer: inout Customer) {
    guard customer.addOnEnd <= time else { return }
    customer.addOnEnd = Period(1, .month).end(after: time)
    customer.addOns += 1
    begin(.purchased, at: time, &customer)
    line.text("product_id", AddOn.extraChild.id)
    line.numeral("transaction_id", customer.transaction(4000 + customer.addOns))
    line.price(AddOn.extraChild.prices[customer.home.currency.rawValue], customer.home.currency)
    line.text("app", customer.app.name)
    commit()
  }

  /// The first use of what is rolled out, by who has it by now.
  private mutating func tryFeature(_ time: Int64, _ customer: inout Customer) {
    guard let story, !customer.traits.contains(.hasFeature), customer.app == .screenTime,
      story.hasFeature(customer, options.lastDay, at: time)
    else { return }
    customer.traits.insert(.hasFeature)
    begin(.featureUsed, at: time, &customer)
    line.text("feature", Story.rolledOutFeature)
    line.text("access", "allowed")
    line.text("app", customer.app.name)
    commit()
  }

  /// What the customer has agreed to when the app was opened first: some were never asked.
  mutating func describeConsent(_ customer: Customer) {
    guard story != nil else { return }
    switch mixed(UInt64(customer.number) &* 41) % 100 {
    case ..<70: line.text("consent", "granted")
    case ..<88: line.text("consent", "denied")
    default: break
    }
  }

  private mutating func refresh(_ time: Int64, _ customer: inout Customer) {
    begin(.entitlementRefreshed, at: time, &customer)
    let fails = customer.random.happens(8)
    line.flag("ok", !fails)
    line.number("latency_ms", customer.random.between(60, 900))
    if fails { line.text("error", "server_timeout") }
    line.text("app", customer.app.name)
    commit()
  }

  private mutating func notify(_ time: Int64, _ customer: inout Customer) {
    begin(.notificationSent, at: time, &customer)
    let fails = customer.random.happens(7)
    line.flag("ok", !fails)
    line.number("latency_ms", customer.random.between(300, 6000))
    if fails { line.text("error", "token_expired") }
    line.text("app", customer.app.name)
    commit()
  }

  private mutating func conflict(_ time: Int64, _ customer: inout Customer) {
    begin(.syncConflict, at: time, &customer)
    line.flag("ok", !customer.random.happens(40))
    line.text("app", customer.app.name)
    commit()
  }

  /// Who has bought gets it back, mostly; who has not, or under another account, does not, and some
  /// begin a trial then.
  private mutating func restore(_ time: Int64, _ customer: inout Customer) {
    logSimple(.restoreStarted, time, &customer)
    let end = time + customer.random.span(1, 9, Clock.second)
    if customer.isCovered, !customer.random.happens(120) {
      return note(.purchaseRestored, end, &customer)
    }
    begin(.restoreFailed, at: end, &customer)
    line.text("error", customer.isCovered ? "network_lost" : "no_purchases")
    line.text("app", customer.app.name)
    commit()
    guard customer.mayBuy, customer.random.happens(300) else { return }
    approve(end + customer.random.span(1, 20, Clock.minute), &customer)
  }
}
