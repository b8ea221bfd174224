package import Values

/// The length of a report's period. Raw values are stored in the database: never renumber.
package enum Grain: Int32, CaseIterable, Sendable {
  case day = 0
  case week = 1
  case month = 2

  /// The name in the column `grain` of the CSV files.
  package var name: String {
    switch self {
    case .day: "day"
    case .week: "week"
    case .month: "month"
    }
  }

  /// The period of a day: its number, that of the week's Monday, or the month's.
  package func position(of day: Day) -> Int32 {
    switch self {
    case .day: day.number
    case .week: day.week.number
    case .month: day.month.number
    }
  }

  /// The last day of the period that `day` is in.
  package func lastDay(of day: Day) -> Day {
    switch self {
    case .day: day
    case .week: day.week.advanced(by: 6)
    case .month: day.month.lastDay
    }
  }

  /// The distance between neighbouring positions.
  var step: Int32 { self == .week ? 7 : 1 }
}

/// Who had access, and who paid, in each day, week and month (Definitions, "Revenue", ARPU and
/// ARPPU).
extension FactEmitter {
  func emitActivity(_ sums: inout FactSums) {
    let whole = wholeActivity
    if let first = timeline.coverages.first, isAllSold(as: first) {
      return emit(whole, ShortList(sums.own(and: first)), &sums)
    }
    var places = ShortList(sums.own)
    let parts = activityBySegment
    for (segment, part) in zip(parts.segments.keys, parts.activities) {
      // What everything that the customer has belongs to goes with the whole.
      if part.coverages == whole.coverages, part.paying.count == whole.paying.count {
        places.append(Place(segment))
      } else {
        emit(part, ShortList(sums.place([segment])), &sums)
      }
    }
    emit(whole, places, &sums)
  }

  private func isPayment(_ charge: Int) -> Bool {
    timeline.charges[charge].isPaid && !timeline.charges[charge].isOpening
  }

  private func isAllSold(as one: Coverage) -> Bool {
    timeline.coverages.indices.allSatisfy { timeline.coverages[$0].isSold(as: one) }
      && timeline.charges.indices.allSatisfy {
        !isPayment($0) || timeline.charges[$0].isSold(as: one)
      }
  }

  private var wholeActivity: Activity {
    var whole = Activity()
    whole.active.reserveCapacity(timeline.coverages.count)
    whole.paying.reserveCapacity(timeline.charges.count)
    for coverage in timeline.coverages.indices { add(coverage, to: &whole) }
    for index in timeline.charges.indices where isPayment(index) {
      whole.paying.append(zone.day(of: timeline.charges[index].time))
    }
    return whole
  }

  /// What each product segment has of the coverages and payments.
  private var activityBySegment: SegmentActivities {
    var parts = SegmentActivities()
    for index in timeline.coverages.indices {
      timeline.coverages[index].forEachSegment { segment in
        parts.change(segment) { add(index, to: &$0) }
      }
    }
    for index in timeline.charges.indices where isPayment(index) {
      let day = zone.day(of: timeline.charges[index].time)
      timeline.charges[index].forEachSegment { segment in
        parts.change(segment) { $0.paying.append(day) }
      }
    }
    return parts
  }

  /// Adds a coverage by its place.
  private func add(_ coverage: Int, to activity: inout Activity) {
    activity.coverages += 1
    for index in timeline.coverages[coverage].pieces.indices {
      let piece = timeline.coverages[coverage].pieces[index]
      guard piece.start < piece.end else { continue }
      let last = zone.day(of: Instant(milliseconds: piece.end.milliseconds - 1))
      if let days = known(zone.day(of: piece.start)..<last.advanced(by: 1)) {
        activity.active.append(days)
      }
    }
  }

  private func emit(_ activity: Activity, _ places: ShortList<Place>, _ sums: inout FactSums) {
    let active = DaySet(activity.active)
    var paying = activity.paying
    if timeline.subscriptions.count > 1 { paying.sort() }
    for grain in Grain.allCases {
      for place in places {
        emitActive(active, grain, place, &sums)
        emitPaying(paying, grain, place, &sums)
      }
    }
  }

  private func emitActive(
    _ days: DaySet, _ grain: Grain, _ place: Place, _ sums: inout FactSums
  ) {
    var last: Int32?
    for stretch in days.stretches {
      let end = grain.position(of: stretch.upperBound.advanced(by: -1))
      var start = grain.position(of: stretch.lowerBound)
      if let last, start <= last { start = last + grain.step }
      guard start <= end else { continue }
      sums.add(.activity, start, grain.rawValue, place, 0, 1)
      sums.add(.activity, end + grain.step, grain.rawValue, place, 0, -1)
      last = end
    }
  }

  /// `days` in order.
  private func emitPaying(
    _ days: [Day], _ grain: Grain, _ place: Place, _ sums: inout FactSums
  ) {
    var last: Int32?
    for day in days {
      let position = grain.position(of: day)
      if position == last { continue }
      sums.add(.activity, position, grain.rawValue, place, 1, 1)
      last = position
    }
  }
}

/// When somebody had access, and when he paid.
private struct Activity {
  /// How many coverages there are, those of no day included.
  var coverages = 0
  var active: [Range<Day>] = []
  var paying: [Day] = []
}

/// When somebody had access, and when he paid, by segment.
private struct SegmentActivities {
  private(set) var segments = KeyIndex<Segment>()
  /// The activity of each of `segments`.
  private(set) var activities: [Activity] = []

  /// Changes that of a segment, which is empty before the first time.
  mutating func change(_ segment: Segment, _ body: (inout Activity) -> Void) {
    let place = segments.add(segment)
    if place == activities.count { activities.append(Activity()) }
    body(&activities[place])
  }
}
