import Feed
import Values

// What each event of a subscription led to, told while it is folded.

extension SubscriptionFold {
  /// Whether every charge has a transaction of its own: then no later event tells more of an
  /// earlier one.
  func tellsEachChargeOnce(_ customer: CustomerEvents, _ indices: [Int]) -> Bool {
    let charges = indices.filter { rules.isCharge(customer.events[$0]) }
    let transactions = Set(charges.map { customer.payment(of: customer.events[$0]) })
    return !transactions.contains(0) && transactions.count == charges.count
  }

  /// Folds as ``run(_:_:)`` does, and calls `body` with what each event led to.
  mutating func run(
    _ customer: CustomerEvents, _ indices: [Int], _ body: (Int, [CustomerHistory.Effect]) -> Void
  ) {
    noteCharges(customer, indices)
    for index in indices {
      let before = State(self, watched(by: customer.events[index], customer))
      take(index, customer)
      body(index, effects(since: before))
    }
  }

  /// What may be otherwise after an event.
  private struct State {
    let charges: Int
    let refunds: Int
    let isOn: Bool
    let coverages: Int
    /// Those that the event may change, by their places, ascending.
    let watched: [(place: Int, coverage: Coverage)]

    init(_ fold: borrowing SubscriptionFold, _ watched: [Int]) {
      charges = fold.charges.count
      refunds = fold.refunds.count
      isOn = fold.autoRenew.isOn
      coverages = fold.coverages.count
      var known: [(place: Int, coverage: Coverage)] = []
      for place in watched { known.append((place, fold.coverages[place])) }
      self.watched = known
    }
  }

  /// The places of the coverages that an event may change: those that run, the latest ones, and
  /// that of the charge that it speaks of.
  private func watched(by event: Event, _ customer: CustomerEvents) -> [Int] {
    var places = Set(notes.open)
    if let last = coverages.indices.last { places.insert(last) }
    if let latestEntitled { places.insert(latestEntitled) }
    let transaction = customer.payment(of: event)
    let refunded = event.kind == .refundReversed && transaction == 0 ? latestRefunded : nil
    let origin = origin(of: event, customer)
    let charge = refunded ?? charge(refundedBy: event, transaction, origin)
    if let coverage = charge.flatMap({ charges[$0].coverage }) { places.insert(coverage) }
    return places.sorted()
  }

  private func effects(since before: State) -> [CustomerHistory.Effect] {
    var effects: [CustomerHistory.Effect] = []
    for charge in charges[before.charges...] { effects.append(.charged(charge)) }
    for (place, old) in before.watched {
      if let change = CustomerHistory.Effect(from: old, to: coverages[place]) {
        effects.append(change)
      }
    }
    for coverage in coverages[before.coverages...] { effects.append(.began(coverage)) }
    if autoRenew.isOn != before.isOn { effects.append(.renews(autoRenew.isOn)) }
    for refund in refunds[before.refunds...] {
      effects.append(.refunded(refund, charges[refund.charge]))
    }
    return effects
  }
}
