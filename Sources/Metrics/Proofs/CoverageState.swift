import Settings
import SQLite
import Timeline
import Values

/// MRR and subscribers as the rows of `coverage` have them, day by day and segment by segment: the
/// state, counted without any fact. What facts say moved has to lead from one day's to the next.
///
/// One pass over the coverages with MRR, in the order of their customers. Each adds its MRR to the
/// days at whose end it is active; a customer counts once for a segment, however many coverages he
/// has there. What is kept are differences from one probed day to the next.
struct CoverageState {
  /// The days that are probed, ascending; the total has a series of its own, of every day.
  let probes: [Int32]
  private let days: [Int32]
  private let places: [Int64: Int]
  private var series: [Series]

  /// Differences of MRR and of subscribers, one for each probed day and one behind the last.
  private struct Series {
    var mrr: [Int64]
    var subscribers: [Int64]

    init(_ count: Int) {
      mrr = Array(repeating: 0, count: count + 1)
      subscribers = mrr
    }

    mutating func sum() {
      for at in mrr.indices.dropFirst() {
        mrr[at] &+= mrr[at - 1]
        subscribers[at] += subscribers[at - 1]
      }
    }
  }

  /// MRR in micro-units, and customers with any.
  struct State: Equatable {
    /// In micro-units.
    var mrr: Int64
    var subscribers: Int64
  }

  /// `segments`: those that are asked for; `days`: every day that the total is asked for.
  init(_ database: Database, segments: [Int64], probes: [Day], days: ClosedRange<Day>) throws {
    self.probes = probes.map(\.number).sorted()
    self.days = days.map(\.number)
    places = Dictionary(segments.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { a, _ in a })
    series =
      [Series(self.days.count)] + segments.map { [count = probes.count] _ in Series(count) }
    try read(database)
    for index in series.indices { series[index].sum() }
  }

  /// The state of all customers at the end of a day; nil for a day that was not asked for.
  func total(on day: Day) -> State? { state(of: 0, days, day) }

  /// The state of a segment at the end of a probed day.
  func state(of segment: Int64, on day: Day) -> State? {
    if segment == Segment.all.id { return total(on: day) }
    return places[segment].flatMap { state(of: $0, probes, day) }
  }

  private func state(of place: Int, _ days: [Int32], _ day: Day) -> State? {
    let at = Self.place(of: day.number, in: days)
    guard at < days.count, days[at] == day.number else { return nil }
    return State(mrr: series[place].mrr[at], subscribers: series[place].subscribers[at])
  }
}

// MARK: - Reading

extension CoverageState {
  private static let query = """
    SELECT v.customer, v.start_day, v.end_day, v.mrr, \(columns.joined(separator: ", "))
    FROM coverage AS v
    CROSS JOIN customer AS c
    WHERE v.mrr > 0 AND c.id = v.customer
    ORDER BY v.customer
    """
  /// The dimension of each column of the query from the fifth on.
  private static let dimensions = Dimension.ofDays
  private static let columns = dimensions.map { ($0.source == .product ? "v." : "c.") + $0.name }

  /// That a coverage with MRR of the customer at hand is active on some days, in a segment.
  private typealias Active = (place: Int, days: Range<Int32>)

  private mutating func read(_ database: Database) throws {
    let rows = try database.prepare(Self.query)
    var customer: Int64?
    var active: [Active] = []
    while try rows.step() {
      if customer != rows.integer(0) {
        count(&active)
        customer = rows.integer(0)
      }
      let days = Int32(rows.integer(1))..<max(Int32(rows.integer(1)), Int32(rows.integer(2)))
      let known = active.count
      addPlaces(of: rows, days, to: &active)
      for held in active[known...] { add(rows.integer(3), on: days, at: held.place) }
    }
    count(&active)
  }

  /// Notes the segments that a row is in, the total's first.
  private func addPlaces(of row: Statement, _ days: Range<Int32>, to active: inout [Active]) {
    active.append((0, days))
    var column: Int32 = 4
    for dimension in Self.dimensions {
      let value = Int32(truncatingIfNeeded: row.integer(column))
      if let place = places[Segment(dimension, value).id] { active.append((place, days)) }
      column += 1
    }
  }

  /// Wrapping: sums that leave the integers on the way come back.
  private mutating func add(_ mrr: Int64, on active: Range<Int32>, at place: Int) {
    let days = place == 0 ? days : probes
    series[place].mrr[Self.place(of: active.lowerBound, in: days)] &+= mrr
    series[place].mrr[Self.place(of: active.upperBound, in: days)] &-= mrr
  }

  /// Once for the days on which any coverage is active, in each of the customer's segments.
  private mutating func count(_ active: inout [Active]) {
    active.sort { ($0.place, $0.days.lowerBound) < ($1.place, $1.days.lowerBound) }
    var last: Active?
    for next in active where !next.days.isEmpty {
      if let known = last, known.place == next.place, next.days.lowerBound <= known.days.upperBound
      {
        let end = max(known.days.upperBound, next.days.upperBound)
        last = (known.place, known.days.lowerBound..<end)
      } else {
        if let last { countOnce(last) }
        last = next
      }
    }
    if let last { countOnce(last) }
    active.removeAll(keepingCapacity: true)
  }

  private mutating func countOnce(_ active: Active) {
    let days = active.place == 0 ? days : probes
    series[active.place].subscribers[Self.place(of: active.days.lowerBound, in: days)] += 1
    series[active.place].subscribers[Self.place(of: active.days.upperBound, in: days)] -= 1
  }

  /// The place of the first day that is not before `day`; behind the last where there is none.
  private static func place(of day: Int32, in days: [Int32]) -> Int {
    days.partitioningIndex { $0 >= day }
  }
}
