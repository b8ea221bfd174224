import Values

extension Timeline {
  /// How far apart two systems tell of one payment.
  private static let telling = TimeSpan.hours(1)

  /// Payments that two systems may have told, under products of their own: a client without a
  /// transaction, or RevenueCat and Stripe with one each.
  mutating func findSecondTellings() {
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
