import Feed
import Values

/// What a customer's app and store did, by day (SPEC 5.10): by the platform, app version and
/// paywall variant of then, and by the country and channel of the customer.
extension FactDrawing {
  func drawOperations(_ sums: inout FactSums) {
    let log = timeline.operations
    for (row, place) in log.places.enumerated() {
      let segments = [
        .all, Segment(.country, timeline.country), Segment(.channel, timeline.channel),
        Segment(.platform, place.platform), Segment(.appVersion, place.version),
        Segment(.variant, place.variant),
      ]
      sums.add(.operation, place.day, 0, segments, log.counts(row))
    }
    for (day, milliseconds) in log.latencies {
      sums.add(.latency, day, milliseconds, [.all], 0, 1)
    }
    for (day, minutes) in log.recoveries {
      sums.add(.paymentRecovery, day, minutes, [.all], 0, 1)
    }
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

  static let width = OperationMeasure.allCases.count

  private(set) var places: [Place] = []
  /// `width` numbers for each place, by ``OperationMeasure``.
  private var counts: [Int32] = []
  /// The day and the milliseconds of each validation that says how long it took.
  private(set) var latencies: [(day: Int32, milliseconds: Int32)] = []
  /// The day of the charge that followed a failed purchase, and the minutes between them.
  private(set) var recoveries: [(day: Int32, minutes: Int32)] = []

  init() {}

  mutating func add(_ measure: OperationMeasure, _ place: Place) {
    counts[row(of: place) * Self.width + measure.rawValue] += 1
  }

  /// What was counted at a place: mostly one or two measures of many.
  func counts(_ place: Int) -> [(measure: Int, value: Int64)] {
    (0..<Self.width).compactMap { measure in
      let count = counts[place * Self.width + measure]
      return count == 0 ? nil : (measure, Int64(count))
    }
  }

  mutating func add(latency milliseconds: Int64, on day: Int32) {
    latencies.append((day, Int32(clamping: max(0, milliseconds))))
  }

  mutating func add(recovery length: TimeSpan, on day: Int32) {
    recoveries.append((day, Int32(clamping: length.milliseconds / 60_000)))
  }

  /// Events come nearly in the order of days, so the place is among the last ones. A place that
  /// stands here twice does no harm: facts add.
  private mutating func row(of place: Place) -> Int {
    if let row = places.suffix(4).lastIndex(of: place) { return row }
    places.append(place)
    counts.append(contentsOf: repeatElement(0, count: Self.width))
    return places.count - 1
  }
}
