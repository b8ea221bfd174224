import Feed
import Settings
import Values

/// The measures of ``FactTable/limit``: customers of a product by how much of a limit they use, and
/// what followed.
package enum LimitMeasure: Int, FactMeasure {
  /// Change: customers whose use is known. Each is below, near, at or above the limit.
  case customers
  /// Change: less than 80 % of the limit.
  case below
  /// Change: 80 % of the limit or more, and less than it.
  case near
  /// Change.
  case atLimit
  /// Change.
  case above
  /// Uses of features that were denied at the limit, or above it.
  case denied
  /// By the day on which fourteen days are over: stays on the product in which the limit was
  /// reached.
  case reached
  /// Those of them that were followed by a product with more room within these days.
  case upgraded
  /// The same from the first report on, of stays in which the limit was not reached until then.
  case others
  case othersUpgraded
}

/// Limits of plans (Definitions, "Limits of plans"), by product and what is counted.
extension FactEmitter {
  private static let upgradeWindow = TimeSpan.days(14)

  func emitLimits(_ sums: inout FactSums) {
    guard !timeline.usage.reports.isEmpty else { return }
    let stays = timeline.stays
    for (metric, reports) in timeline.usage.reports {
      for stay in stays {
        guard let limit = rules.product(stay.product).limits[metric] else { continue }
        emit(LimitedStay(stay, limit, reports), metric, among: stays, &sums)
      }
    }
  }

  private func emit(
    _ limited: LimitedStay, _ metric: StringID, among stays: [ProductStay], _ sums: inout FactSums
  ) {
    let place = Place(Segment(.product, limited.stay.product))
    func add(_ measure: LimitMeasure, _ day: Int32, _ value: Int64 = 1) {
      sums.add(.limit, day, metric, place, measure, value)
    }
    for stretch in limited.stretches {
      let (first, last) = (day(stretch.start), day(stretch.end))
      guard first < last else { continue }
      for measure in [.customers, stretch.level] {
        add(measure, first)
        add(measure, last, -1)
      }
    }
    for time in timeline.usage.denials where limited.isFull(at: time) { add(.denied, day(time)) }
    guard let base = limited.reached ?? limited.known else { return }
    let isUpgraded = stays.contains { next in
      next.start > base && next.start <= base + Self.upgradeWindow
        && hasMoreRoom(next.product, limited, metric)
    }
    let matured = day(base + Self.upgradeWindow)
    add(limited.reached == nil ? .others : .reached, matured)
    if isUpgraded { add(limited.reached == nil ? .othersUpgraded : .upgraded, matured) }
  }

  /// Another plan of the same group, whose limit is higher, or that has none; what is bought beside
  /// a plan leaves it as it is.
  private func hasMoreRoom(_ product: StringID, _ limited: LimitedStay, _ metric: StringID) -> Bool
  {
    let (new, old) = (rules.product(product), rules.product(limited.stay.product))
    guard new.id != old.id, new.group == old.group, new.addOn == nil else { return false }
    return new.limits[metric].map { $0 > limited.limit } ?? true
  }
}

/// How long a customer stayed on one product, trial and renewals together.
struct ProductStay: Sendable {
  let product: StringID
  let start: Instant
  private(set) var end: Instant

  /// A day without access ends it.
  private static let gap = TimeSpan.hours(24)

  /// The stays that coverages of one subscription, in the order of time, make up.
  static func all(_ coverages: some Sequence<Coverage>) -> [ProductStay] {
    var stays: [ProductStay] = []
    for coverage in coverages where coverage.end > coverage.start {
      let last = stays.count - 1
      if last >= 0, stays[last].product == coverage.product,
        coverage.start <= stays[last].end + gap
      {
        stays[last].end = max(stays[last].end, coverage.end)
      } else {
        stays.append(
          ProductStay(product: coverage.product, start: coverage.start, end: coverage.end))
      }
    }
    return stays
  }
}

extension Timeline {
  /// Of all subscriptions.
  fileprivate var stays: [ProductStay] {
    subscriptions.flatMap { ProductStay.all(coverages[$0.coverages]) }
  }
}

extension LimitMeasure {
  /// Where a use stands to its limit; near it from four fifths on.
  fileprivate static func level(_ value: Int64, of limit: Int64) -> LimitMeasure {
    if value >= limit { return value == limit ? .atLimit : .above }
    return value * 5 >= limit * 4 ? .near : .below
  }
}

/// How much of a limit of the product is used in a stay.
private struct LimitedStay {
  struct Stretch {
    let level: LimitMeasure
    let start: Instant
    let end: Instant
  }

  let stay: ProductStay
  let limit: Int64
  /// From the first moment of the stay at which the use is known, with what was reported before.
  let stretches: [Stretch]

  init(_ stay: ProductStay, _ limit: Int64, _ reports: [UsageLog.Report]) {
    self.stay = stay
    self.limit = limit
    let past = reports.last { $0.time <= stay.start }
    let own = reports.filter { $0.time > stay.start && $0.time < stay.end }
    let points = (past.map { [(stay.start, $0.value)] } ?? []) + own.map { ($0.time, $0.value) }
    let ends = points.dropFirst().map(\.0) + [stay.end]
    stretches = zip(points, ends).map { point, end in
      Stretch(level: .level(point.1, of: limit), start: point.0, end: end)
    }
  }

  /// When the use was first known in the stay.
  var known: Instant? { stretches.first?.start }
  /// When the limit was first reached in it.
  var reached: Instant? { stretches.first { $0.level == .atLimit || $0.level == .above }?.start }

  func isFull(at time: Instant) -> Bool {
    stretches.contains { stretch in
      (stretch.level == .atLimit || stretch.level == .above) && stretch.start <= time
        && time < stretch.end
    }
  }
}
