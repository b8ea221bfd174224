package import Values

// Add-ons: payments that have MRR beside a plan, and give no access (Definitions, "Add-ons").

extension Timeline {
  /// The days at whose ends an add-on has MRR, with its charge: those of its period on which the
  /// customer also has MRR by a plan of the same subscription.
  package func addOnStretches(_ zone: Zone) -> [(charge: Int, days: Range<Day>)] {
    subscriptions.flatMap { subscription -> [(charge: Int, days: Range<Day>)] in
      let addOns = subscription.charges.filter {
        charges[$0].addOn != nil && charges[$0].mrr > .zero
      }
      guard !addOns.isEmpty else { return [] }
      let plan = planDays(subscription, zone)
      let refunds = Dictionary(grouping: refunds[subscription.refunds], by: \.charge)
      return addOns.flatMap { index in
        stretches(of: index, refunds[index] ?? [], within: plan, zone).map { (index, $0) }
      }
    }
  }

  private func planDays(_ subscription: Subscription, _ zone: Zone) -> DaySet {
    DaySet(
      coverages[subscription.coverages].filter { $0.kind == .paid }.flatMap { coverage in
        coverage.pieces.filter { piece in
          coverage.terms(in: piece).map { charges[$0].mrr > .zero } ?? false
        }.compactMap { Coverage.days($0.start, $0.end, zone) }
      })
  }

  private func stretches(
    of index: Int, _ refunds: [Refund], within plan: DaySet, _ zone: Zone
  ) -> [Range<Day>] {
    guard let addOn = charges[index].addOn else { return [] }
    let held = charges[index].heldTime(refunds).compactMap {
      Coverage.days($0.lowerBound, $0.upperBound, zone)
    }
    let days = held.flatMap { own in plan.overlapping(own).map { $0.clamped(to: own) } }
    guard addOn.endsWithPlan, let first = days.first else { return days }
    let stay = plan.overlapping(first).first?.upperBound ?? first.upperBound
    return days.filter { $0.lowerBound < stay }
  }
}

extension Charge {
  /// From the payment to the end of an add-on, without the time for which it was given back whole.
  fileprivate func heldTime(_ refunds: [Refund]) -> [Range<Instant>] {
    guard let end = addOn?.end, time < end else { return [] }
    var stretches: [Range<Instant>] = []
    var start: Instant? = time
    var back = Amount.zero
    for refund in refunds where refund.time < end {
      back += refund.amount
      if back == gross, let from = start {
        stretches.append(from..<max(from, refund.time))
        start = nil
      } else if back != gross {
        start = start ?? refund.time
      }
    }
    return stretches + (start.map { [$0..<end] } ?? [])
  }
}
