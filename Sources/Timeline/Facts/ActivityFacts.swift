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
    for (places, coverages, charges) in activityGroups(&sums) {
      let stretches = coverages.flatMap(\.pieces).filter { $0.start < $0.end }.compactMap {
        known(
          zone.day(
            of: $0.start)..<zone.day(of: Instant(milliseconds: $0.end.milliseconds - 1))
            .advanced(by: 1))
      }
      let active = DaySet(stretches)
      let paying = charges.map { zone.day(of: $0.time) }
      for grain in Grain.allCases {
        for place in places {
          emitActive(active, grain, place, &sums)
          emitPaying(paying, grain, place, &sums)
        }
      }
    }
  }

  /// The whole customer, and each product segment by itself; segments that everything the
  /// customer has belongs to go with the whole.
  private func activityGroups(_ sums: inout FactSums)
    -> [(places: [Place], coverages: [Coverage], charges: [Charge])]
  {
    let paid = timeline.charges.filter { $0.isPaid && !$0.isOpening }
    if let first = timeline.coverages.first,
      timeline.coverages.allSatisfy({ $0.isSold(as: first) }),
      paid.allSatisfy({ $0.isSold(as: first) })
    {
      return [([sums.own(and: first)], timeline.coverages, paid)]
    }
    let (coverages, charges) = (parts(of: timeline.coverages), parts(of: paid))
    var whole = [sums.own]
    var groups: [(places: [Place], coverages: [Coverage], charges: [Charge])] = []
    for segment in Set(coverages.keys).union(charges.keys) {
      let mine = (coverages: coverages[segment] ?? [], charges: charges[segment] ?? [])
      if mine.coverages.count == timeline.coverages.count, mine.charges.count == paid.count {
        whole.append(Place(segment))
      } else {
        groups.append(([Place(segment)], mine.coverages, mine.charges))
      }
    }
    return groups + [(whole, timeline.coverages, paid)]
  }

  /// What belongs to each of their segments.
  private func parts<Item: Sold>(of items: [Item]) -> [Segment: [Item]] {
    var parts: [Segment: [Item]] = [:]
    for item in items {
      for segment in item.segments { parts[segment, default: []].append(item) }
    }
    return parts
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

  private func emitPaying(
    _ days: [Day], _ grain: Grain, _ place: Place, _ sums: inout FactSums
  ) {
    var last: Int32?
    for position in days.map(grain.position(of:)).sorted() where position != last {
      sums.add(.activity, position, grain.rawValue, place, 1, 1)
      last = position
    }
  }
}
