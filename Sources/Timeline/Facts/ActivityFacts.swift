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

/// The measures of ``FactTable/activity``.
package enum ActivityMeasure: Int, FactMeasure {
  /// Change: customers with coverage.
  case active
  /// Customers with a paid charge.
  case paying
}

/// Who had access, and who paid, in each day, week and month (Definitions, "Revenue", ARPU and
/// ARPPU).
extension FactEmitter {
  func emitActivity(_ sums: inout FactSums) {
    // Taken out, for what is drawn from it is added to what it stands in.
    var lists = CustomerActivity()
    swap(&lists, &sums.lists.activity)
    fill(&lists.whole)
    let place =
      if !timeline.coverages.isEmpty, isAllSold(as: 0) {
        sums.own(and: timeline.coverages[0])
      } else {
        emitSegments(&lists, &sums)
      }
    emit(&lists.whole, place, &sums)
    lists.empty()
    swap(&lists, &sums.lists.activity)
  }

  private func isPayment(_ charge: Int) -> Bool {
    timeline.charges[charge].isPaid && timeline.charges[charge].isPayment
  }

  private func isAllSold(as coverage: Int) -> Bool {
    timeline.coverages.indices.allSatisfy {
      timeline.coverages[$0].isSold(as: timeline.coverages[coverage])
    }
      && timeline.charges.indices.allSatisfy {
        !isPayment($0) || timeline.charges[$0].isSold(as: timeline.coverages[coverage])
      }
  }

  private func fill(_ whole: inout Activity) {
    for coverage in timeline.coverages.indices { add(coverage, to: &whole) }
    for index in timeline.charges.indices where isPayment(index) {
      whole.paying.append(zone.day(of: timeline.charges[index].time))
    }
  }

  /// Adds what the product segments have, but for those that have all of it: these go with the
  /// whole, whose place this is. They are segments of one coverage.
  private func emitSegments(_ lists: inout CustomerActivity, _ sums: inout FactSums) -> Place {
    fill(&lists.parts)
    var whole: [Segment] = []
    for place in lists.parts.segments.indices {
      let segment = lists.parts.segments[place]
      if lists.parts.activities[place].hasAll(of: lists.whole) {
        whole.append(segment)
      } else {
        emit(&lists.parts.activities[place], Place(segment), &sums)
      }
    }
    return sums.own(and: whole)
  }

  /// What each product segment has of the coverages and payments.
  private func fill(_ parts: inout SegmentActivities) {
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

  private func emit(_ activity: inout Activity, _ place: Place, _ sums: inout FactSums) {
    let active = DaySet(activity.active)
    if timeline.subscriptions.count > 1 { activity.paying.sort() }
    for grain in Grain.allCases {
      emitActive(active, grain, place, &sums)
      emitPaying(activity.paying, grain, place, &sums)
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
      sums.add(.activity, start, grain.rawValue, place, .active, 1)
      sums.add(.activity, end + grain.step, grain.rawValue, place, .active, -1)
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
      sums.add(.activity, position, grain.rawValue, place, .paying, 1)
      last = position
    }
  }
}

/// When a customer had access, and when he paid.
struct CustomerActivity: Sendable {
  fileprivate var whole = Activity()
  fileprivate var parts = SegmentActivities()

  /// Keeps the memory.
  fileprivate mutating func empty() {
    whole.empty()
    parts.empty()
  }
}

private struct Activity: Sendable {
  /// How many coverages there are, those of no day included.
  var coverages = 0
  var active: [Range<Day>] = []
  var paying: [Day] = []

  /// Whether it is as much as the whole that it is a part of.
  func hasAll(of whole: Activity) -> Bool {
    coverages == whole.coverages && paying.count == whole.paying.count
  }

  mutating func empty() {
    coverages = 0
    active.empty()
    paying.empty()
  }
}

/// The activity of each segment that a customer bought something in.
private struct SegmentActivities: Sendable {
  /// Most customers bought in fewer.
  private static let usualCount = 16

  private var index = KeyIndex<Segment>()
  /// That of each of `segments`; behind these empty ones, whose memory is used again.
  var activities: [Activity] = []

  var segments: SmallArray<Segment> { index.keys }

  /// Changes that of a segment, which is empty before the first time.
  mutating func change(_ segment: Segment, _ body: (inout Activity) -> Void) {
    let place = index.add(segment)
    if place == activities.count { activities.append(Activity()) }
    body(&activities[place])
  }

  mutating func empty() {
    for place in segments.indices { activities[place].empty() }
    index.removeAll()
    if activities.count > Self.usualCount {
      activities.removeLast(activities.count - Self.usualCount)
    }
  }
}
