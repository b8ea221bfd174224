import Feed
import Settings
import Values

/// The measures of ``FactTable/paymentRecovery``.
package enum RecoveryMeasure: Int, FactMeasure {
  case failures
}

/// What a customer's app and store did, by day (Definitions, "Operations"): by the platform, app
/// version and paywall variant of then, and by the country and channel of the customer.
extension FactEmitter {
  func emitOperations(_ sums: inout FactSums) {
    let log = timeline.operations
    guard !log.places.isEmpty else { return }
    let own = sums.place(timeline.attributes, Self.ownDimensions, in: timeline.app)
    for (row, place) in log.places.enumerated() {
      sums.add(log.counts[row], at: place, own)
    }
    for (day, minutes) in log.recoveries {
      sums.add(.paymentRecovery, day, minutes, Place(.all), .failures, 1)
    }
  }
}

extension FactEmitter {
  /// What the place of an operation does not say.
  private static let ownDimensions = Dimension.ofOperations.filter {
    $0.source == .customer && $0 != .platform
  }
}

extension OperationLog.Place {
  /// All customers that were seen here.
  var segments: [Segment] {
    [
      .all, Segment(.platform, platform), Segment(.appVersion, version),
      Segment(.variant, variant),
    ]
  }

  /// The place as the key of a row: day and platform, version and variant.
  var key: FactSums.Key {
    FactSums.Key(
      first: day, second: platform,
      segment: Int64(version) << 32 | Int64(UInt32(bitPattern: variant)))
  }

  init(_ key: FactSums.Key) {
    self.init(
      day: key.first, platform: key.second, version: Int32(key.segment >> 32),
      variant: Int32(truncatingIfNeeded: key.segment))
  }
}

/// Counts of one customer's operations: most events come to one addition here.
struct OperationLog: Sendable {
  /// Where an event counts. What says no platform, version or variant of a paywall has the one
  /// that the customer was last seen with.
  struct Place: Hashable, Sendable {
    var day: Int32
    var platform: StringID
    var version: StringID
    var variant: StringID
  }

  /// Numbers by ``OperationMeasure``.
  struct Counts: Sendable {
    var values = InlineArray<20, Int32>(repeating: 0)
    /// Which of them are not 0, as bits.
    var counted: UInt32 = 0

    /// Each measure that is not 0.
    @inline(__always)
    func write(to record: inout FactRecord) {
      var rest = counted
      while rest != 0 {
        let measure = rest.trailingZeroBitCount
        record.put(measure, Int64(values[measure]))
        rest &= rest - 1
      }
    }
  }

  /// So many that hardly a customer has more.
  private static let usualPlaces = 8

  private(set) var places: [Place] = []
  /// What was counted at each of `places`.
  private(set) var counts: [Counts] = []
  /// The day of the charge that followed a failed purchase, and the minutes between them.
  private(set) var recoveries: [(day: Int32, minutes: Int32)] = []
  var signals = SignalLog()

  init() {}

  /// Everything is as in a new log, but for its memory.
  mutating func empty() {
    places.empty()
    counts.empty()
    recoveries.empty()
    signals.empty()
  }

  mutating func add(_ measure: OperationMeasure, _ place: Place) {
    let row = row(of: place)
    counts[row].values[measure.rawValue] += 1
    counts[row].counted |= 1 << UInt32(measure.rawValue)
  }

  mutating func add(recovery length: TimeSpan, on day: Int32) {
    recoveries.append((day, Int32(clamping: length.milliseconds / 60_000)))
  }

  /// Events come nearly in the order of days, so the place is among the last ones. A place that
  /// stands here twice does no harm: facts add.
  private mutating func row(of place: Place) -> Int {
    if let last = places.last, last == place { return places.count - 1 }
    if let row = places.suffix(4).lastIndex(of: place) { return row }
    if places.isEmpty {
      places.reserveCapacity(Self.usualPlaces)
      counts.reserveCapacity(Self.usualPlaces)
    }
    places.append(place)
    counts.append(Counts())
    return places.count - 1
  }
}

/// The measures of ``FactTable/operation`` (Definitions, "Operations"): counts
/// by the day of the event unless another day is named.
package enum OperationMeasure: Int, FactMeasure {
  case paywallsShown
  case paywallsDismissed
  /// Customers with a paywall on the day.
  case viewers
  /// Those of them that started a purchase or trial within 24 h of the day's first paywall.
  case viewersStarted
  case purchasesStarted
  /// Purchases of which it is known what came of them, neither cancelled nor pending; by the day
  /// on which their hour is over.
  case purchasesDecided
  /// Those of them that led to a charge or trial.
  case purchasesSucceeded
  case purchasesFailed
  case billingsFailed
  case gracesEntered
  /// Charges with a price above zero.
  case paidCharges
  /// Those of them whose currency has no exchange rate.
  case chargesWithoutRate
  case receipts
  case receiptsFailed
  case syncs
  case syncsFailed
  case storeErrors
  case sessions
  case crashes
  case anrs
}
