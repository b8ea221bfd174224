import Feed
import Settings
import Values

/// How MRR moved between the ends of two days (Definitions, "MRR and its movements").
extension FactEmitter {
  func emitMovements(_ sums: inout FactSums) {
    var net = Amount.zero
    for step in steps {
      let after = netMRR(step)
      sums.add(.netMRR, known(step.day).number, sums.own, (after - net).micros)
      net = after
    }
    guard let first = changedSteps.first else { return }
    var before = RecurringStep.before(first.day)
    var hadMRR = timeline.isFromBefore
    var rest = changedSteps[...]
    if let firstDay = rules.firstDay, first.day < firstDay {
      emitOpening(first, &sums)
      (before, rest) = (first, changedSteps.dropFirst())
    }
    for step in rest {
      emit(from: before, to: step, hadMRR: hadMRR, &sums)
      hadMRR = hadMRR || step.total > .zero
      before = step
    }
  }

  private func emit(
    from before: RecurringStep, to after: RecurringStep, hadMRR: Bool, _ sums: inout FactSums
  ) {
    let day = after.day.number
    let move = Movement(from: holding(before), to: holding(after), hadMRR: hadMRR)
    move?.add(to: &sums, day, sums.own)
    let isPayingBeforeAndAfter = before.total > .zero && after.total > .zero
    for part in productParts(&sums, of: before, and: after) {
      let (old, new) = (holding(before, in: part.segment), holding(after, in: part.segment))
      let move =
        isPayingBeforeAndAfter
        ? Movement(within: old, new) : Movement(from: old, to: new, hadMRR: hadMRR)
      move?.add(to: &sums, day, part.place)
    }
  }

  private func netMRR(_ step: RecurringStep) -> Amount {
    step.charges.reduce(.zero) { $0 + timeline.charges[$1].netMRR }
  }

  /// The product segments held at either of two steps, each once. Where all that is held there and
  /// at `other` was sold as one product, they hold the same: they stand in one place, and `segment`
  /// is any of them.
  func productParts(
    _ sums: inout FactSums, of first: RecurringStep, and second: RecurringStep? = nil,
    beside other: RecurringStep? = nil
  ) -> SmallArray<(place: Place, segment: Segment)> {
    var parts = SmallArray<(place: Place, segment: Segment)>()
    guard let one = first.charges.first ?? second?.charges.first else { return parts }
    if [first, second, other].allSatisfy({ isSold($0, as: one) }) {
      let charge = timeline.charges[one]
      parts.append((sums.place(of: charge), Segment(.product, charge.product)))
      return parts
    }
    for step in [first, second] {
      step?.charges.forEach { charge in
        timeline.charges[charge].forEachSegment { segment in
          let isKnown = parts.contains { $0.segment == segment }
          if !isKnown { parts.append((Place(segment), segment)) }
        }
      }
    }
    return parts
  }

  /// Whether all that is held at a step was sold as the charge with this number.
  private func isSold(_ step: RecurringStep?, as charge: Int) -> Bool {
    step?.charges.allSatisfy { timeline.charges[$0].isSold(as: timeline.charges[charge]) } ?? true
  }

  /// What a customer holds at a step, overall or in one product segment.
  func holding(_ step: RecurringStep, in segment: Segment? = nil) -> Holding {
    var holding = Holding()
    for index in step.charges {
      if let segment, !timeline.charges[index].isIn(segment) { continue }
      holding.total += timeline.charges[index].mrr
      holding.add(timeline.charges[index].originalMRR, in: timeline.charges[index].currency)
    }
    return holding
  }
}

/// MRR at the end of a day, in the reporting currency and in the original ones.
struct Holding {
  var total = Amount.zero
  private typealias Original = (currency: StringID, amount: Amount)
  /// The currency that was added first, the only one of most customers.
  private var first: Original?
  /// The others, ascending.
  private var others: [Original] = []

  mutating func add(_ amount: Amount, in currency: StringID) {
    if let first, first.currency != currency { return addOther(amount, in: currency) }
    first = (currency, (first?.amount ?? .zero) + amount)
  }

  private mutating func addOther(_ amount: Amount, in currency: StringID) {
    let place = others.firstIndex { $0.currency >= currency } ?? others.count
    if place < others.count, others[place].currency == currency {
      others[place].amount += amount
    } else {
      others.insert((currency, amount), at: place)
    }
  }

  func hasSameOriginals(as other: Holding) -> Bool {
    if others.isEmpty, other.others.isEmpty {
      return first?.currency == other.first?.currency && first?.amount == other.first?.amount
    }
    return originals.elementsEqual(other.originals) {
      $0.currency == $1.currency && $0.amount == $1.amount
    }
  }

  private var originals: [Original] {
    ((first.map { [$0] } ?? []) + others).sorted { $0.currency < $1.currency }
  }
}

/// One movement of one customer on one day.
struct Movement {
  let kind: Kind
  let amount: Amount

  enum Kind { case new, reactivation, expansion, contraction, churn, fx, movedIn, movedOut }

  /// The movement of a customer; nil where nothing moved.
  init?(from before: Holding, to after: Holding, hadMRR: Bool) {
    guard before.total != after.total || !before.hasSameOriginals(as: after) else { return nil }
    if before.total == .zero {
      self.init(hadMRR ? .reactivation : .new, after.total)
    } else if after.total == .zero {
      self.init(.churn, .zero - before.total)
    } else {
      self.init(change: before, after)
    }
  }

  /// The movement within a segment of a customer that pays before and after.
  init?(within before: Holding, _ after: Holding) {
    if before.total == .zero {
      self.init(.movedIn, after.total)
    } else if after.total == .zero {
      self.init(.movedOut, .zero - before.total)
    } else {
      self.init(change: before, after)
    }
  }

  private init?(change before: Holding, _ after: Holding) {
    let change = after.total - before.total
    if before.hasSameOriginals(as: after) {
      self.init(.fx, change)
    } else {
      self.init(change > .zero ? .expansion : .contraction, change)
    }
  }

  private init?(_ kind: Kind, _ amount: Amount) {
    guard amount != .zero else { return nil }
    self.kind = kind
    self.amount = amount
  }

  func add(to sums: inout FactSums, _ day: Int32, _ place: Place) {
    let (money, count) = measures
    sums.add(.day, day, 0, place) { put in
      put(money, amount.micros)
      if let count { put(count, 1) }
    }
  }

  private var measures: (DayMeasure, DayMeasure?) {
    switch kind {
    case .new: (.newMRR, .newSubscribers)
    case .reactivation: (.reactivationMRR, .reactivatedSubscribers)
    case .expansion: (.expansionMRR, nil)
    case .contraction: (.contractionMRR, nil)
    case .churn: (.churnMRR, .churnedSubscribers)
    case .fx: (.fxMRR, nil)
    case .movedIn: (.movedInMRR, .movedInSubscribers)
    case .movedOut: (.movedOutMRR, .movedOutSubscribers)
    }
  }
}
