import Values

/// What a person should look at: one trial after the other, money taken back again and again.
extension Market {
  /// A new account some days after a trial that nobody paid for, and the next trial with it.
  mutating func hop(_ time: Int64, _ customer: inout Customer) {
    begin(.userAliased, at: time + Clock.minute, &customer)
    line.id("previous_id", "anon-", mixed(anonymousID(customer.number) &+ customer.events))
    commit()
    customer.traits.remove(.hadTrial)
    customer.original = 0
    schedule(.approve, at: time + customer.random.span(1, 9, Clock.day), &customer)
  }

  /// The money back within days of paying.
  mutating func planRefund(_ customer: inout Customer) {
    let wait = customer.random.span(6, 90, Clock.hour)
    schedule(.refund, at: customer.covered + wait, &customer)
  }

  /// Back for half the price, now that all of it was refunded.
  mutating func planReturn(_ time: Int64, _ customer: inout Customer) {
    schedule(.winback, at: time + customer.random.span(1, 6, Clock.day), &customer)
  }
}

extension Customer {
  private static let mostTrials = 4
  private static let mostRefunds = 6

  var hopsTrials: Bool {
    mixed(UInt64(number) &* 71) % 150 == 0 && transactions < Customer.mostTrials
  }

  var refundsAlways: Bool {
    mixed(UInt64(number) &* 89) % 150 == 0 && transactions < Customer.mostRefunds
  }
}
