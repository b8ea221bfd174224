import Values

/// The end of a coverage: renewed, cancelled, failed, expired.
extension Market {
  /// Decides how a paid coverage will go on and end.
  mutating func planTerm(_ customer: inout Customer) {
    planSurprises(&customer)
    let churn = (65_536 - customer.loyalty) * customer.source.restlessness / 1000
    guard customer.random.below(65_536) >= Int64(churn) else { return planLeaving(&customer) }
    let fails = customer.random.happens(customer.plan.period.unit == .week ? 4 : 9)
    scheduleEnd(fails ? .billing : .renew, after: customer.covered, &customer)
  }

  /// Somebody will cancel, early in a trial, at any time in a paid coverage.
  mutating func planLeaving(_ customer: inout Customer, hastily: Bool = false) {
    let span = customer.expires - customer.covered - 2 * Clock.hour
    let isHasty = hastily || customer.state == .trial && customer.random.happens(550)
    let wait = customer.random.below(max(1, isHasty ? min(span, 2 * Clock.day) : span))
    let time = customer.covered + Clock.minute + wait
    schedule(.cancel, at: time, &customer)
    if customer.random.happens(45) {
      let regret = customer.random.below(max(1, customer.expires - Clock.hour - time))
      schedule(.uncancel, at: time + regret, &customer)
    }
    scheduleEnd(.expire, after: time, &customer)
  }

  /// Refunds and changes of the plan.
  private mutating func planSurprises(_ customer: inout Customer) {
    let span = customer.expires - customer.covered - 30 * Clock.hour
    guard span > 0 else { return }
    let time = customer.covered + Clock.hour + customer.random.below(span)
    if customer.takesBack {
      return schedule(.refund, at: customer.covered + Clock.hour + span / 4, &customer)
    }
    switch customer.random.below(1000) {
    case ..<14:
      let wait = customer.random.below(min(span, 10 * Clock.day))
      schedule(.refund, at: customer.covered + Clock.hour + wait, &customer)
    case ..<22: schedule(.upgrade, at: time, &customer)
    case ..<27: schedule(.downgrade, at: time, &customer)
    default: break
    }
  }

  mutating func renew(_ time: Int64, _ customer: inout Customer) {
    if trouble.strikes(.renewals, at: time), customer.random.happens(660) {
      return failBilling(max(time, customer.expires), &customer)
    }
    if trouble.strikes(.billing, at: time), customer.random.happens(27) {
      return failBilling(max(time, customer.expires), &customer)
    }
    customer.product = customer.nextProduct
    customer.pay(from: time, to: customer.plan.period.end(after: customer.expires))
    chargeRenewal(time, &customer)
    checkReceipt(time, &customer)
    planTerm(&customer)
  }

  private mutating func chargeRenewal(_ time: Int64, _ customer: inout Customer) {
    charge(.renewed, time, &customer, from: customer.storeSender())
    guard customer.random.happens(80) else { return }
    let echo = time + customer.random.span(10, 30_000, Clock.second)
    charge(.renewed, echo, &customer, from: .app)
  }

  private mutating func checkReceipt(_ time: Int64, _ customer: inout Customer) {
    guard customer.random.happens(30) else { return }
    validate(time + Clock.second, &customer)
  }

  mutating func cancel(_ time: Int64, _ customer: inout Customer) {
    customer.traits.insert(.willNotRenew)
    let sender = customer.random.happens(250) ? Sender.app : customer.storeSender()
    begin(.cancelled, at: time, &customer, from: sender)
    describeTerm(customer)
    line.text("reason", customer.reason())
    commit()
  }

  mutating func uncancel(_ time: Int64, _ customer: inout Customer) {
    customer.traits.remove(.willNotRenew)
    customer.term &+= 1
    begin(.uncancelled, at: time, &customer, from: .store)
    describeTerm(customer)
    commit()
    scheduleEnd(customer.state == .trial ? .convert : .renew, after: time, &customer)
  }

  mutating func expire(_ time: Int64, _ customer: inout Customer) {
    let wasPaying = customer.traits.contains(.paidOnce)
    begin(.expired, at: time, &customer, from: customer.storeSender())
    describeTerm(customer)
    line.text("reason", customer.state == .retry ? "billing_error" : "voluntary")
    commit()
    customer.state = .lapsed
    customer.term &+= 1
    if customer.hops {
      schedule(.approve, at: time + customer.random.span(1, 4, Clock.day), &customer)
    } else if wasPaying, customer.random.happens(110) {
      assignCode(time + Clock.hour, &customer)
      schedule(.winback, at: time + customer.random.span(20, 60, Clock.day), &customer)
    }
  }

  mutating func extend(_ time: Int64, _ customer: inout Customer) {
    customer.covered = time
    customer.expires += 7 * Clock.day
    customer.term &+= 1
    begin(.subscriptionExtended, at: time, &customer, from: .store)
    describeTerm(customer)
    commit()
    guard !customer.traits.contains(.willNotRenew) else {
      return scheduleEnd(.expire, after: time, &customer)
    }
    planTrial(&customer)
  }
}

extension Customer {
  /// Some of the store's messages know no user.
  mutating func storeSender() -> Market.Sender { random.happens(120) ? .storeAlone : .store }

  mutating func reason() -> StaticString {
    let reasons: [StaticString] = [
      "too_expensive", "not_used_enough", "missing_feature", "found_alternative", "unknown",
    ]
    return reasons[random.pick([320, 280, 120, 80, 200])]
  }
}
