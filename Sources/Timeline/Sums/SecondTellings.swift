import Values

extension Timeline {
  /// How far apart two systems tell of one payment.
  private static let telling = TimeSpan.hours(1)

  /// Two systems may tell of one payment under transactions and products of their own, as RevenueCat
  /// and Stripe do.
  mutating func findSecondPayments() {
    let first = charges.first?.product
    guard charges.contains(where: { $0.product != first }) else { return }
    let paid = charges.indices.filter { isOfPlan($0) }
      .sorted { (charges[$0].time, $0) < (charges[$1].time, $1) }
    for (place, later) in paid.enumerated() {
      let time = charges[later].time
      let near = paid[..<place].reversed().prefix { time - charges[$0].time <= Self.telling }
      guard near.contains(where: { isAlike($0, later) }) else { continue }
      doubts.append(
        PaymentDoubt(
          issue: .perhapsToldTwice, time: time, amount: charges[later].gross ?? .zero))
    }
  }

  private func isOfPlan(_ index: Int) -> Bool {
    charges[index].isPaid && charges[index].isPayment && charges[index].transaction != 0
      && charges[index].period != nil && charges[index].addOn == nil
  }

  private func isAlike(_ index: Int, _ other: Int) -> Bool {
    charges[index].product != charges[other].product
      && charges[index].transaction != charges[other].transaction
      && charges[index].price == charges[other].price
      && charges[index].currency == charges[other].currency
      && charges[index].period == charges[other].period
  }
}
