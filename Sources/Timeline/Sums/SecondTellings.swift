import Values

extension Timeline {
  /// How far apart two systems tell of one payment.
  private static let telling = TimeSpan.hours(1)

  /// Payments that two systems may have told, under products of their own: a client without a
  /// transaction, or RevenueCat and Stripe with one each.
  mutating func findSecondTellings() {
    for subscription in subscriptions.indices {
      findRepetitions(in: subscription)
    }
    let first = charges.first?.product
    guard charges.contains(where: { $0.product != first }) else { return }
    let paid = charges.indices.filter { charges[$0].isPaid && charges[$0].isPayment }
      .sorted { (charges[$0].time, $0) < (charges[$1].time, $1) }
    var told: Set<Int> = []
    for (place, later) in paid.enumerated() {
      let time = charges[later].time
      let near = paid[..<place].reversed().prefix { time - charges[$0].time <= Self.telling }
      for earlier in near where isAlike(earlier, later) {
        told.insert(charges[earlier].transaction == 0 ? earlier : later)
      }
    }
    for index in told.sorted() { doubt(.perhapsToldTwice, index) }
  }

  private func isAlike(_ index: Int, _ other: Int) -> Bool {
    charges[index].product != charges[other].product
      && charges[index].price == charges[other].price
      && charges[index].currency == charges[other].currency
      && charges[index].transaction != charges[other].transaction
      && (charges[index].transaction == 0 || charges[other].transaction == 0
        || isOfPlan(index) && charges[index].period == charges[other].period && isOfPlan(other))
  }

  /// Coins and add-ons are bought at one price twice in an hour.
  private func isOfPlan(_ index: Int) -> Bool {
    charges[index].period != nil && charges[index].addOn == nil
  }
}

// MARK: - Of one subscription

extension Timeline {
  /// Payments that may be one under two transactions, or one that a client tells of when the app is
  /// opened, days after the store or itself.
  private mutating func findRepetitions(in subscription: Int) {
    var known: Int?
    for index in subscriptions[subscription].charges
    where charges[index].isPaid && charges[index].isPayment {
      if charges[index].transaction == 0 {
        if let known, hasTerms(of: known, index), hasPaid(known, beyond: index),
          !hasEnded(known, in: subscription)
        {
          doubt(.withinPaid, index)
        }
        if let known, charges[known].transaction != 0 { continue }
      } else if let known, repeats(known, index) {
        doubt(.perhapsPaidTwice, index)
      }
      known = index
    }
  }

  private func hasTerms(of index: Int, _ next: Int) -> Bool {
    charges[index].product == charges[next].product && charges[index].price == charges[next].price
      && charges[index].currency == charges[next].currency && charges[index].addOn == nil
  }

  /// Whether one payment is for longer than a day after another one.
  private func hasPaid(_ index: Int, beyond next: Int) -> Bool {
    let end = charges[index].expiresAt ?? charges[index].period?.end(from: charges[index].time)
    return !charges[index].isRefundedWhole
      && end.map { $0 > charges[next].time + FactEmitter.earlyRenewalWindow } ?? false
  }

  /// Whether the access that was paid for was taken away.
  private func hasEnded(_ index: Int, in subscription: Int) -> Bool {
    guard let coverage = charges[index].coverage else { return false }
    let stop = coverages[subscriptions[subscription].coverages.lowerBound + coverage].stop
    return stop == .expired || stop == .revoked
  }

  private func repeats(_ index: Int, _ next: Int) -> Bool {
    charges[next].time - charges[index].time <= Self.telling && hasTerms(of: index, next)
      && charges[index].transaction != 0
      && charges[index].transaction != charges[next].transaction
      && charges[index].period != nil && charges[index].period == charges[next].period
      && charges[index].startsAt == charges[next].startsAt
      && charges[index].expiresAt == charges[next].expiresAt
  }
}
