import Values

// What a customer paid within a time. Each subscription's charges and refunds are in the order of
// time, so that those of a window are found by halving: a customer may have a hundred thousand.

extension Timeline {
  /// Goes through the charges within `window`, those of one subscription after the other.
  private func forEachCharge(in window: ClosedRange<Instant>, _ body: (Int) -> Void) {
    for subscription in subscriptions.indices {
      let own = charges[subscriptions[subscription].charges]
      var index = own.partitioningIndex { $0.time >= window.lowerBound }
      while index < own.endIndex, charges[index].time <= window.upperBound {
        body(index)
        index += 1
      }
    }
  }

  private func forEachRefund(in window: ClosedRange<Instant>, _ body: (Refund) -> Void) {
    for subscription in subscriptions.indices {
      let own = refunds[subscriptions[subscription].refunds]
      var index = own.partitioningIndex { $0.time >= window.lowerBound }
      while index < own.endIndex, refunds[index].time <= window.upperBound {
        body(refunds[index])
        index += 1
      }
    }
  }

  /// Payments less refunds of `window`.
  func net(in window: ClosedRange<Instant>) -> Amount {
    var net = Amount.zero
    forEachCharge(in: window) { net += charges[$0].gross ?? .zero }
    forEachRefund(in: window) { net = net - $0.amount }
    return net
  }

  /// The charges within `window`, less what was refunded of them within it.
  func netRevenue(in window: ClosedRange<Instant>) -> Amount {
    var net = Amount.zero
    forEachCharge(in: window) { net += charges[$0].gross ?? .zero }
    forEachRefund(in: window) { refund in
      if window.contains(charges[refund.charge].time) { net = net - refund.amount }
    }
    return net
  }

  /// The place of the earliest charge with a price above zero.
  var firstPaid: Int? {
    var first: Int?
    for subscription in subscriptions.indices {
      guard let own = subscriptions[subscription].charges.first(where: { charges[$0].isPaid })
      else { continue }
      if first.map({ charges[own].time < charges[$0].time }) ?? true { first = own }
    }
    return first
  }

  /// The first charge with a price above zero that does not renew what was paid before, of several at
  /// once that of the first subscription.
  func firstPayment(in window: ClosedRange<Instant>) -> Int? {
    firstCharge(in: window) { charge in
      charge.isPaid && !(charge.renewed.map { $0 < window.lowerBound } ?? false)
    }
  }

  /// The first payment without an offer in `start` < time ≤ `end`.
  func fullPrice(after start: Instant, upTo end: Instant) -> Instant? {
    let next = start + TimeSpan(milliseconds: 1)
    guard next <= end else { return nil }
    return firstCharge(in: next...end) { $0.isPaid && !$0.hasOffer }.map { charges[$0].time }
  }

  private func firstCharge(
    in window: ClosedRange<Instant>, where isMeant: (borrowing Charge) -> Bool
  ) -> Int? {
    var first: Int?
    for subscription in subscriptions.indices {
      let own = charges[subscriptions[subscription].charges]
      var index = own.partitioningIndex { $0.time >= window.lowerBound }
      while index < own.endIndex, charges[index].time <= window.upperBound {
        if isMeant(charges[index]) {
          if first.map({ charges[index].time < charges[$0].time }) ?? true { first = index }
          break
        }
        index += 1
      }
    }
    return first
  }
}

/// Payments less refunds of any window, for whoever asks about many: a running total.
struct NetPayments {
  private var totals: [(time: Instant, total: Amount)] = []

  init(_ timeline: borrowing Timeline) {
    totals.reserveCapacity(timeline.charges.count + timeline.refunds.count)
    for index in timeline.charges.indices {
      totals.append((timeline.charges[index].time, timeline.charges[index].gross ?? .zero))
    }
    for index in timeline.refunds.indices {
      totals.append((timeline.refunds[index].time, -timeline.refunds[index].amount))
    }
    totals.sort { $0.time < $1.time }
    for index in totals.indices.dropFirst() {
      totals[index].total = totals[index - 1].total + totals[index].total
    }
  }

  func amount(in window: ClosedRange<Instant>) -> Amount {
    let first = totals.partitioningIndex { $0.time >= window.lowerBound }
    let end = totals.partitioningIndex { $0.time > window.upperBound }
    return total(before: end) - total(before: first)
  }

  private func total(before index: Int) -> Amount { index > 0 ? totals[index - 1].total : .zero }
}
