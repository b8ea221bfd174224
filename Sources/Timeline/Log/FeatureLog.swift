import Feed
import Values

/// What a customer used, or was kept from using, by month (Definitions, "Paywalls, funnels,
/// features").
struct FeatureLog: Sendable {
  /// One month in which the customer was there.
  struct Month: Sendable {
    let number: Int32
    fileprivate(set) var uses: [Use] = []
    /// Where each feature stands among the uses.
    fileprivate var features = KeyIndex<StringID>()
    /// The first use of a feature in the month while the customer did not pay.
    fileprivate(set) var firstUnpaid: Instant?
  }

  /// One feature in one month.
  struct Use: Sendable {
    let feature: StringID
    fileprivate(set) var allowed: Int64 = 0
    fileprivate(set) var denied: Int64 = 0
    fileprivate(set) var inTrial: Int64 = 0
    /// The first denial while the customer did not pay.
    fileprivate(set) var firstDenial: Instant?
  }

  private(set) var months: [Month] = []

  init() {}

  init(_ customer: CustomerEvents, _ timeline: Timeline, _ zone: Zone) {
    guard customer.events.contains(where: { $0.kind.has(.activity) }) else { return }
    let paid = timeline.paidTime
    var clock = DayClock(zone)
    for index in customer.events.indices {
      let kind = customer.events[index].kind
      guard kind.has(.activity) else { continue }
      let time = customer.events[index].time
      let month = Day(Int(clock.day(of: time))).month.number
      if months.last?.number != month { months.append(Month(number: month)) }
      let isPaying = paid.contains(time)
      months[months.count - 1].take(customer.events[index], isPaying: isPaying)
    }
  }
}

extension Timeline {
  /// The stretches that a customer paid for.
  fileprivate var paidTime: Stretches<Instant> {
    Stretches(
      coverages.filter { $0.kind == .paid }.flatMap(\.pieces).map {
        $0.start..<max($0.start, $0.end)
      })
  }
}

extension FeatureLog.Month {
  fileprivate mutating func take(_ event: Event, isPaying: Bool) {
    guard event.kind == .featureUsed else { return }
    if !isPaying { firstUnpaid = firstUnpaid ?? event.time }
    let feature = event.feature
    let place = features.add(feature)
    if place == uses.count { uses.append(FeatureLog.Use(feature: feature)) }
    uses[place].take(event, isPaying: isPaying)
  }
}

extension FeatureLog.Use {
  /// A use that says nothing of access was one.
  fileprivate mutating func take(_ event: Event, isPaying: Bool) {
    if event.flags.contains(.accessDenied) {
      denied += 1
      if !isPaying { firstDenial = firstDenial ?? event.time }
    } else if event.flags.contains(.accessTrial) {
      inTrial += 1
    } else {
      allowed += 1
    }
  }
}
