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
  private let probes: [Day]
  private let days: ClosedRange<Day>
  /// The place of the first probe that is not before a day, for each of `days` and the one behind.
  private let nextProbe: [Int]
  /// Of each segment, the index of its series.
  private let indices: [Int64: Int]
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

  /// `segments`: those that are asked for; `days`: every day that the total is asked for, probes among
  /// them.
  init(_ database: Database, segments: [Int64], probes: [Day], days: ClosedRange<Day>) throws {
    let sorted = probes.sorted()
    (self.probes, self.days) = (sorted, days)
    nextProbe = days.map { day in sorted.partitioningIndex { $0 >= day } } + [sorted.count]
    indices = Dictionary(firstOf: segments.enumerated().map { ($1, $0 + 1) })
    series =
      [Series(days.count)] + segments.map { [count = probes.count] _ in Series(count) }
    try read(database)
    for index in series.indices { series[index].sum() }
  }

  /// The state of all customers at the end of a day; nil for a day that was not asked for.
  func total(on day: Day) -> State? {
    days.contains(day) ? state(of: 0, at: place(of: day.number, in: 0)) : nil
  }

  func state(of segment: Int64, on day: Day) -> State? {
    if segment == Segment.all.id { return total(on: day) }
    guard let index = indices[segment], days.contains(day) else { return nil }
    let at = place(of: day.number, in: index)
    return at < probes.count && probes[at] == day ? state(of: index, at: at) : nil
  }

  private func state(of index: Int, at place: Int) -> State {
    State(mrr: series[index].mrr[place], subscribers: series[index].subscribers[place])
  }

  /// The place of the first day of a series that is not before `day`; behind the last where there is
  /// none.
  private func place(of day: Int32, in index: Int) -> Int {
    let place = min(max(Int(day) - Int(days.lowerBound.number), 0), days.count)
    return index == 0 ? place : nextProbe[place]
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
  private typealias Active = (series: Int, days: Range<Int32>)

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
      addSegments(of: rows, days, to: &active)
      for held in active[known...] { add(rows.integer(3), on: days, at: held.series) }
    }
    count(&active)
  }

  /// Notes the segments that a row is in, the total's first.
  private func addSegments(of row: Statement, _ days: Range<Int32>, to active: inout [Active]) {
    active.append((0, days))
    var column: Int32 = 4
    for dimension in Self.dimensions {
      let value = Int32(truncatingIfNeeded: row.integer(column))
      if let index = indices[Segment(dimension, value).id] { active.append((index, days)) }
      column += 1
    }
  }

  /// Wrapping: sums that leave the integers on the way come back.
  private mutating func add(_ mrr: Int64, on active: Range<Int32>, at index: Int) {
    series[index].mrr[place(of: active.lowerBound, in: index)] &+= mrr
    series[index].mrr[place(of: active.upperBound, in: index)] &-= mrr
  }

  /// Once for the days on which any coverage is active, in each of the customer's segments.
  private mutating func count(_ active: inout [Active]) {
    if active.dropFirst().contains(where: { $0.series == 0 }) {
      active.sort { ($0.series, $0.days.lowerBound) < ($1.series, $1.days.lowerBound) }
    }
    var last: Active?
    for next in active where !next.days.isEmpty {
      if let known = last, known.series == next.series,
        next.days.lowerBound <= known.days.upperBound
      {
        let end = max(known.days.upperBound, next.days.upperBound)
        last = (known.series, known.days.lowerBound..<end)
      } else {
        if let last { countOnce(last) }
        last = next
      }
    }
    if let last { countOnce(last) }
    active.removeAll(keepingCapacity: true)
  }

  private mutating func countOnce(_ active: Active) {
    let index = active.series
    series[index].subscribers[place(of: active.days.lowerBound, in: index)] += 1
    series[index].subscribers[place(of: active.days.upperBound, in: index)] -= 1
  }
}
