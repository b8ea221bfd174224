import Feed
import Values

/// What a customer used, or was kept from using, by month (Definitions, "Paywalls, funnels,
/// features").
struct FeatureLog: Sendable {
  /// One month in which the customer was there.
  struct Month: Sendable {
    let number: Int32
    /// Its part of ``FeatureLog/uses``.
    fileprivate(set) var uses: Range<Int>
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
  private(set) var uses: [Use] = []
  /// Where each feature of the month that is being taken stands among its uses.
  private var features = KeyIndex<StringID>()

  init() {}

  /// Fills it anew.
  mutating func fold(_ customer: CustomerEvents, _ timeline: Timeline, _ zone: Zone) {
    months.empty()
    uses.empty()
    guard customer.rules.contains(.activity) else { return }
    let paid = timeline.access { $0.kind == .paid }
    var clock = DayClock(zone)
    var days = Day(0)..<Day(0)
    for index in customer.events.indices {
      let kind = customer.events[index].kind
      guard kind.has(.activity) else { continue }
      let time = customer.events[index].time
      let day = clock.day(of: time)
      if !days.contains(day) {
        let month = day.month
        days = month.days
        months.append(Month(number: month.number, uses: uses.count..<uses.count))
        features.removeAll()
      }
      guard kind == .featureUsed else { continue }
      take(customer.events[index], isPaying: paid.contains(time))
    }
    features.removeAll()
  }

  /// Takes a use of the last month.
  private mutating func take(_ event: borrowing Event, isPaying: Bool) {
    let month = months.count - 1
    let time = event.time
    if !isPaying { months[month].firstUnpaid = months[month].firstUnpaid ?? time }
    let feature = event.feature
    let place = months[month].uses.lowerBound + features.add(feature)
    if place == uses.count {
      uses.append(Use(feature: feature))
      months[month].uses = months[month].uses.lowerBound..<uses.count
    }
    uses[place].take(event, isPaying: isPaying)
  }
}

extension FeatureLog.Use {
  /// A use that says nothing of access was one.
  fileprivate mutating func take(_ event: borrowing Event, isPaying: Bool) {
    if event.flags.contains(.accessDenied) {
      denied += 1
      let time = event.time
      if !isPaying { firstDenial = firstDenial ?? time }
    } else if event.flags.contains(.accessTrial) {
      inTrial += 1
    } else {
      allowed += 1
    }
  }
}
