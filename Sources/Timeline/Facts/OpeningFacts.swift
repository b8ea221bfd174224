import Values

// What a subscription from before the log looks like from its first day on (Definitions, "Before
// the log").

extension FactEmitter {
  /// Makes one step of everything before `firstDay`: how it stood when the log began. Until then it
  /// has always stood so.
  static func open(_ steps: inout [RecurringStep], on firstDay: Day?) {
    guard let firstDay, let first = steps.first, first.day < firstDay else { return }
    let place = steps.partitioningIndex { $0.day >= firstDay }
    let last = steps[place - 1]
    let before = RecurringStep(day: longBefore, charges: last.charges, total: last.total)
    steps.replaceSubrange(..<place, with: CollectionOfOne(before))
  }

  /// A day before all logs, far from the first of each.
  private static let longBefore = Day(Day.number(year: 1971, month: 1, day: 1))

  /// The day on which a change counts: what was before the log counts on its first day.
  func known(_ day: Day) -> Day { max(day, rules.firstDay ?? day) }

  /// The days of the log among `days`; nil for none.
  func known(_ days: Range<Day>) -> Range<Day>? {
    let (lower, upper) = (known(days.lowerBound), known(days.upperBound))
    return lower < upper ? lower..<upper : nil
  }

  /// Adds a state for the days of the log.
  func add(
    state: DayMeasure, _ days: Range<Day>, _ place: Place, _ sums: inout FactSums,
    _ value: Int64 = 1
  ) {
    if let days = known(days) { sums.add(state: state, days, place, value) }
  }

  /// What customers held when the log began: the balance that movements go on from.
  func emitOpening(_ step: RecurringStep, _ sums: inout FactSums) {
    guard let day = rules.firstDay?.number, step.total > .zero else { return }
    func add(_ place: Place, _ holding: Holding) {
      sums.add(.day, day, 0, place) { put in
        put(.openingMRR, holding.total.micros)
        put(.openingSubscribers, 1)
      }
    }
    add(sums.own, holding(step))
    for part in productParts(&sums, of: step) { add(part.place, holding(step, in: part.segment)) }
  }
}
