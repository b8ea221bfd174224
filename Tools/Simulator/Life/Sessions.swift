import Values

/// The app in use: installs, sessions, features.
extension Market {
  mutating func install(_ time: Int64, _ customer: inout Customer) {
    customer.version = release(at: time)
    begin(.appInstalled, at: time, &customer)
    if !customer.source.campaigns.isEmpty {
      line.text("campaign", customer.source.campaigns[customer.campaign])
    }
    line.text("app", customer.app.name)
    describeConsent(customer)
    commit()
    var now = time + customer.random.span(1, 20, Clock.second)
    recordReferral(now, &customer)
    now = logSession(now, &customer)
    for experiment in [ABTest.buttonColor, .onboardingFlow, .yearlyPrice] {
      expose(experiment, now, &customer)
    }
    now = onboard(now + customer.random.span(4, 60, Clock.second), &customer)
    alias(now + customer.random.span(30, 1200, Clock.second), &customer)
    scheduleSession(after: now, &customer)
  }

  /// The first steps: most people see a paywall, a few hold a code or are given access.
  private mutating func onboard(_ time: Int64, _ customer: inout Customer) -> Int64 {
    if customer.traits.contains(.referred), customer.random.happens(300) {
      return redeemFriend(time, &customer)
    }
    if customer.random.rarely(120) { grant(time, &customer) }
    guard customer.random.happens(880) else { return time }
    return paywall("onboarding", "onboarding", time, &customer)
  }

  private mutating func alias(_ time: Int64, _ customer: inout Customer) {
    guard customer.traits.contains(.aliases) else { return }
    customer.traits.remove(.anonymous)
    begin(.userAliased, at: time, &customer)
    line.id("previous_id", "anon-", anonymousID(customer.number))
    commit()
  }

  mutating func expose(_ experiment: ABTest, _ time: Int64, _ customer: inout Customer) {
    guard customer.takesPart(in: experiment) else { return }
    begin(.experimentExposed, at: time, &customer)
    line.text("experiment", experiment.name)
    line.text("variant", experiment.variant(customer.hasSecond(experiment)))
    commit()
  }

  mutating func session(_ time: Int64, _ customer: inout Customer) {
    customer.version = release(at: time)
    var now = logSession(time, &customer)
    if customer.random.happens(620) { now = useFeature(now, &customer) }
    if customer.random.happens(100) { sync(now, &customer) }
    if customer.isCovered, customer.random.happens(80) { validate(now, &customer) }
    if story == nil, customer.isCovered, customer.random.happens(3) {
      note(.purchaseRestored, now, &customer)
    }
    reportHealth(now, &customer)
    if customer.random.rarely(parts(options.disorder.unknown, in: 100_000)) {
      logUnknown(now, &customer)
    }
    if customer.mayBuy, customer.random.happens(70) {
      now = paywall("settings", "upgrade_button", now + Clock.minute, &customer)
    }
    scheduleSession(after: now, &customer)
  }

  private mutating func scheduleSession(after time: Int64, _ customer: inout Customer) {
    guard let next = customer.nextSession(after: time) else { return }
    schedule(.session, at: next, &customer)
  }

  private mutating func logSession(_ time: Int64, _ customer: inout Customer) -> Int64 {
    let length = customer.random.between(8, 900)
    let pause = customer.random.between(3000, 1000 * min(length, 60))
    begin(.appSession, at: time, &customer)
    line.number("duration_s", length)
    line.flag("crashed", customer.random.rarely(45))
    line.flag("anr", customer.random.rarely(18))
    describeCheck(time, &customer)
    line.text("app", customer.app.name)
    commit()
    return time + pause
  }

  private mutating func useFeature(_ time: Int64, _ customer: inout Customer) -> Int64 {
    let features = customer.app.features
    let feature = features[Int(customer.random.below(Int64(features.count)))]
    let isDenied = customer.mayBuy && customer.random.happens(300)
    begin(.featureUsed, at: time, &customer)
    line.text("feature", feature)
    line.text("access", isDenied ? "denied" : customer.state == .trial ? "trial" : "allowed")
    describeCheck(time, &customer)
    line.text("app", customer.app.name)
    commit()
    guard isDenied, customer.random.happens(450) else { return time + 5130 }
    return paywall(
      "feature_gate", "subscribe_to_access", time + customer.random.between(300, 9000), &customer)
  }

  private mutating func logUnknown(_ time: Int64, _ customer: inout Customer) {
    begin(customer.random.happens(500) ? .settingsOpened : .notificationSeen, at: time, &customer)
    line.text("screen", "home")
    commit()
  }

  mutating func sync(_ time: Int64, _ customer: inout Customer) {
    begin(.entitlementSynced, at: time, &customer)
    let fails = customer.random.rarely(60)
    line.flag("ok", !fails)
    describeSync(fails: fails, &customer)
    line.number("entitlements", customer.isCovered ? 1 : 0)
    line.text("app", customer.app.name)
    commit()
  }

  /// The version on sale at a time: one every three weeks.
  private func release(at time: Int64) -> Int64 {
    let count = (time / Clock.day - Int64(options.firstDay.number)) / 21
    return 30_000 + (count / 6) * 100 + count % 6
  }
}
