import Feed
package import Values

/// The life of one customer in order: what happened, and what each event led to.
///
/// What an event led to is found by folding the events before it, and once more with it: whatever
/// differs is its effect. So the history follows the rules of the fold, and knows none itself. The
/// time that this takes grows with the square of the events: 1,000 renewals take a second.
package struct CustomerHistory: Sendable {
  /// Something that happened, or came about by itself.
  package struct Entry: Sendable {
    package let time: Instant
    /// The place of the event among the customer's; nil where time alone brought it about.
    package let event: Int?
    package let effects: [Effect]
  }

  package enum Effect: Sendable {
    case charged(Charge)
    /// A later event of the same payment told more of it.
    case completed(Charge)
    case began(Coverage)
    /// A coverage that ran has ended, by this event or by itself.
    case ended(Coverage, why: Ending)
    /// A coverage goes on under another plan.
    case changesPlan(Coverage)
    /// A coverage now lasts until another moment than before.
    case lasts(Coverage)
    /// Money went back, or (negative) came again.
    case refunded(Refund, Charge)
    case renews(Bool)
    case granted(until: Instant)
  }

  /// Why a coverage ended.
  package enum Ending: Sendable, Equatable {
    case stopped(Coverage.Stop)
    case renewalOff, billingFailed, notRenewed
  }

  /// How MRR stood at the end of a day on which it moved.
  package struct Movement: Sendable {
    package let day: Day
    package let changes: [(measure: DayMeasure, amount: Amount)]
    package let mrr: Amount
  }

  /// Every event, and every end that came by itself, in order of time.
  package let entries: [Entry]
  package let movements: [Movement]
  /// What all events together came to.
  package let timeline: Timeline

  package init(_ customer: CustomerEvents, _ rules: FoldRules) throws(AmountOverflow) {
    let timeline = try Timeline(customer, rules)
    self.timeline = timeline
    let told = try Self.told(customer, rules)
    entries = (told + Self.silentEnds(timeline)).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    movements = Self.movements(timeline, rules)
  }

  private static func told(_ customer: CustomerEvents, _ rules: FoldRules)
    throws(AmountOverflow) -> [Entry]
  {
    var before = try Timeline(CustomerEvents(), rules)
    return try customer.events.indices.map { index throws(AmountOverflow) in
      let event = customer.events[index]
      guard event.kind.has([.subscription, .access]) else {
        return Entry(time: event.time, event: index, effects: [])
      }
      let after = try Timeline(customer.first(index + 1), rules)
      defer { before = after }
      return Entry(time: event.time, event: index, effects: after.changes(since: before))
    }
  }

  /// Coverages that nothing ended but time, and nothing followed.
  private static func silentEnds(_ timeline: Timeline) -> [Entry] {
    timeline.subscriptions.flatMap { subscription in
      let coverages = timeline.coverages[subscription.coverages]
      let starts = Set(coverages.map(\.start))
      return coverages.filter { $0.stop == nil && !starts.contains($0.end) }.map { coverage in
        let off = !subscription.autoRenew.isOn(before: coverage.end)
        let why: Ending =
          off ? .renewalOff : coverage.hadBillingTrouble ? .billingFailed : .notRenewed
        return Entry(time: coverage.end, event: nil, effects: [.ended(coverage, why: why)])
      }
    }
  }

  private static let moves: [DayMeasure] = [
    .openingMRR, .newMRR, .reactivationMRR, .expansionMRR, .contractionMRR, .churnMRR, .fxMRR,
  ]

  private static func movements(_ timeline: Timeline, _ rules: FoldRules) -> [Movement] {
    var sums = FactSums(only: [.day])
    FactEmitter(timeline, rules).emit(into: &sums)
    sums.flush()
    let facts = sums.rows(of: .day)
    var mrr = Amount.zero
    return facts.ordered.filter { facts.key($0).segment == Segment.all.id }
      .compactMap { row in
        let values = Array(facts.values(row))
        let changes = moves.map { ($0, Amount(micros: values[$0.rawValue])) }
          .filter { $0.1 != .zero }
        mrr = changes.reduce(mrr) { $0 + $1.1 }
        guard !changes.isEmpty else { return nil }
        return Movement(day: Day(Int(facts.key(row).first)), changes: changes, mrr: mrr)
      }
  }
}

extension Timeline {
  /// What differs from the timeline of one event less.
  fileprivate func changes(since before: Timeline) -> [CustomerHistory.Effect] {
    var effects: [CustomerHistory.Effect] = []
    for subscription in subscriptions {
      let old = before.subscriptions.first {
        $0.key == subscription.key && $0.app == subscription.app
      }
      effects += chargeChanges(
        old.map { Array(before.charges[$0.charges]) } ?? [], Array(charges[subscription.charges]))
      effects += coverageChanges(
        old.map { Array(before.coverages[$0.coverages]) } ?? [],
        Array(coverages[subscription.coverages]))
      if old?.autoRenew.isOn ?? true != subscription.autoRenew.isOn {
        effects.append(.renews(subscription.autoRenew.isOn))
      }
    }
    effects += refunds.dropFirst(before.refunds.count).map { .refunded($0, charges[$0.charge]) }
    if grants != before.grants {
      effects += grants.suffix(1).map { .granted(until: $0.end) }
    }
    return effects
  }

  private func chargeChanges(_ old: [Charge], _ new: [Charge]) -> [CustomerHistory.Effect] {
    new.enumerated().compactMap { index, charge in
      guard index < old.count else { return .charged(charge) }
      let isSame =
        old[index].price == charge.price && old[index].product == charge.product
        && old[index].transaction == charge.transaction
      return isSame ? nil : .completed(charge)
    }
  }

  private func coverageChanges(_ old: [Coverage], _ new: [Coverage]) -> [CustomerHistory.Effect] {
    new.enumerated().compactMap { index, coverage in
      guard index < old.count else { return .began(coverage) }
      return CustomerHistory.Effect(from: old[index], to: coverage)
    }
  }
}

extension CustomerHistory.Effect {
  /// What has become of a coverage; nil where it lasts as long as before.
  init?(from old: Coverage, to new: Coverage) {
    if new.stop != old.stop, let stop = new.stop {
      self = .ended(new, why: .stopped(stop))
    } else if new.changesOfPlan != old.changesOfPlan {
      self = .changesPlan(new)
    } else if new.end != old.end {
      self = .lasts(new)
    } else {
      return nil
    }
  }
}
