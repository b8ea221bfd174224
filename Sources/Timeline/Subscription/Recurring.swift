import Feed
package import Values

/// One change of a customer's MRR: what is active at the end of a day from this day on.
package struct RecurringStep: Sendable {
  package let day: Day
  /// Indices of the charges whose coverage is active and has MRR.
  package let charges: SmallArray<Int>
  package let total: Amount

  package static func before(_ day: Day) -> RecurringStep {
    RecurringStep(day: day, charges: SmallArray(), total: .zero)
  }
}

extension Timeline {
  /// Adds the customer's MRR over time, from the first day with any; nothing changes between steps.
  /// `changes`: empty, but for its memory.
  ///
  /// An add-on is active beside a plan only, so that nobody has MRR by add-ons alone.
  ///
  /// Active at the end of day d means start < E(d) ≤ end (Definitions, "When somebody has access"):
  /// from the day of the start to the day before that of the end.
  func addRecurringSteps(
    _ zone: Zone, to steps: inout [RecurringStep], noting changes: inout [RecurringChange]
  ) {
    for index in coverages.indices where coverages[index].kind == .paid {
      for piece in coverages[index].pieces {
        guard let terms = coverages[index].terms(in: piece), charges[terms].mrr > .zero,
          let days = Coverage.days(piece.start, piece.end, zone)
        else { continue }
        changes.add(terms, days)
      }
    }
    guard !changes.isEmpty else { return }
    for addOn in addOnStretches(zone) { changes.add(addOn.charge, addOn.days) }
    changes.sort { $0.day < $1.day }
    addSteps(of: changes, to: &steps)
    changes.empty()
  }

  private func addSteps(of changes: [RecurringChange], to steps: inout [RecurringStep]) {
    var active = SmallArray<Int>()
    var at = 0
    while at < changes.count {
      let day = changes[at].day
      while at < changes.count, changes[at].day == day {
        if changes[at].begins {
          active.append(changes[at].charge)
        } else if let index = active.firstIndex(of: changes[at].charge) {
          active.remove(at: index)
        }
        at += 1
      }
      let total = active.reduce(Amount.zero) { $0 + charges[$1].mrr }
      steps.append(RecurringStep(day: day, charges: active, total: total))
    }
  }
}

/// That a charge begins or ends to have MRR.
struct RecurringChange: Sendable {
  let day: Day
  let charge: Int
  let begins: Bool
}

extension [RecurringChange] {
  fileprivate mutating func add(_ charge: Int, _ days: Range<Day>) {
    append(RecurringChange(day: days.lowerBound, charge: charge, begins: true))
    append(RecurringChange(day: days.upperBound, charge: charge, begins: false))
  }
}

extension Timeline {
  /// Adds the steps that differ from the one before in more than the number of the charge: a plain
  /// renewal at the same price is none.
  func addChanges(among steps: [RecurringStep], to changes: inout [RecurringStep]) {
    for step in steps {
      if let last = changes.last, isSame(last.charges, step.charges) { continue }
      changes.append(step)
    }
  }

  private func isSame(_ a: SmallArray<Int>, _ b: SmallArray<Int>) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { isSame(charges[$0], charges[$1], $0 == $1) }
  }

  private func isSame(_ a: Charge, _ b: Charge, _ isOne: Bool) -> Bool {
    isOne
      || a.mrr == b.mrr && a.originalMRR == b.originalMRR && a.currency == b.currency
        && a.product == b.product && a.tier == b.tier && a.period == b.period && a.app == b.app
  }
}

extension Coverage {
  /// The days at whose end it is active, each stretch as first day ..< day after the last.
  func activeDays(_ zone: Zone) -> SmallArray<Range<Day>> {
    var days = SmallArray<Range<Day>>()
    for piece in pieces {
      if let active = Coverage.days(piece.start, piece.end, zone) { days.append(active) }
    }
    return days
  }

  /// The days d with start < E(d) ≤ end; nil for none.
  static func days(_ start: Instant, _ end: Instant, _ zone: Zone) -> Range<Day>? {
    let (first, after) = (zone.day(of: start), zone.day(of: end))
    return first < after ? first..<after : nil
  }
}
