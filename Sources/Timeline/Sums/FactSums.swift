import Feed
import Settings
import Values

/// Sums of facts in memory, before they go to the database: one row of measures for each
/// (table, positions, segment). Rows of customers whose facts changed are added with the weight
/// −1 as they were and +1 as they are.
package struct FactSums: Sendable {
  package struct Key: Hashable, Comparable, Sendable {
    /// Both positions, the first in the upper half.
    package let positions: Int64
    package let segment: Int64

    package init(positions: Int64, segment: Int64) {
      self.positions = positions
      self.segment = segment
    }

    package init(first: Int32, second: Int32, segment: Int64) {
      positions = Int64(first) << 32 | Int64(UInt32(bitPattern: second))
      self.segment = segment
    }

    package var first: Int32 { Int32(truncatingIfNeeded: positions >> 32) }
    package var second: Int32 { Int32(truncatingIfNeeded: positions) }

    /// The order in which tables keep their rows: by first position, segment, second position.
    package static func < (a: Key, b: Key) -> Bool {
      (a.first, a.segment, a.second) < (b.first, b.segment, b.second)
    }
  }

  /// The rows of each bucket of the log. Behind the tables' own: operations by place, of all
  /// customers; ``expand()`` gives them to their segments.
  private var parts: [FactRows]
  private var log: FactLog
  private var sets: SegmentSets
  /// Of each table of the log, whether its facts become rows.
  private var isWanted: [Bool]
  /// Where the rows of each part stand, by the numbers of `sets`.
  private var lanes: [RowLanes]
  /// Whether a fact goes to one row for all of its segments together, whose key has the code of its
  /// place: see ``segments(ofPlace:)``.
  let isCrossed: Bool
  /// The number of the places among the tables of the log.
  private static let placesNumber = FactTable.allCases.count
  private static let widths =
    FactTable.allCases.map(\.measures.count) + [OperationMeasure.allCases.count]

  /// +1 to take facts in, −1 to take them out.
  package var weight: Int64 = 1
  /// The set of the segments that the customer is in whose facts are added: see
  /// ``begin(customer:)``.
  private(set) var customer = SegmentSets.none
  /// What is gathered of a customer before it is added; empty between customers, but for its
  /// memory.
  var lists = Lists()

  struct Lists: Sendable {
    var paywalls = PaywallRows()
    var activity = CustomerActivity()
  }

  /// - Parameters:
  ///   - tables: whose facts become rows; others are dropped.
  ///   - segments: the only ones that facts of several segments are added to; nil: all of theirs.
  package init(
    only tables: [FactTable] = FactTable.allCases, of segments: Set<Segment>? = nil,
    isCrossed: Bool = false
  ) {
    self.isCrossed = isCrossed
    log = FactLog(tables: Self.widths.count)
    parts = log.indices.map { FactRows(width: Self.widths[FactLog.table(of: $0)]) }
    lanes = [RowLanes](repeating: RowLanes(), count: parts.count)
    sets = SegmentSets(only: segments)
    let wanted = tables.map { Int($0.rawValue) }
    isWanted = Self.widths.indices.map(wanted.contains)
    isWanted[Self.placesNumber] = tables.contains(.operation)
  }

  /// Forgets all facts, and keeps the memory for those that come.
  package mutating func removeAll() {
    flush()
    for part in parts.indices where parts[part].count > 0 {
      parts[part] = FactRows(width: parts[part].width)
      lanes[part] = RowLanes()
    }
  }

  /// The sums of a table; at once after ``expand()`` or ``flush()``.
  package func rows(of table: FactTable) -> FactTableRows {
    var settled = self
    settled.flush()
    return FactTableRows(settled.parts[FactLog.buckets(of: Int(table.rawValue))])
  }

  /// Adds a fact: what `draw` puts, in each segment of `place`.
  @inline(__always)
  mutating func add<Measure>(
    _ facts: Facts<Measure>, _ first: Int32, _ second: Int32, _ place: Place,
    _ draw: (FactPut<Measure>) -> Void
  ) {
    write(number: Int(facts.table.rawValue), first, second, place) { record in
      draw { record.put($0.index, $1) }
    }
  }

  /// Adds `value` to a measure in each segment of `place`.
  @inline(__always)
  mutating func add<Measure>(
    _ facts: Facts<Measure>, _ first: Int32, _ second: Int32, _ place: Place, _ measure: Measure,
    _ value: Int64
  ) {
    guard value != 0 else { return }
    add(facts, first, second, place) { $0(measure, value) }
  }

  /// Adds operations at a place: at once for the customer's own segments, which are told apart by
  /// nothing else; for those of the place when they are spread.
  mutating func add(_ counts: OperationLog.Counts, at place: OperationLog.Place, _ own: Place) {
    let (key, operation) = (place.key, Int(FactTable.operation.rawValue))
    if isCrossed {
      let crossed = Place(own.first, sets.number(of: .init(place.segments)))
      return write(number: operation, place.day, 0, crossed) { counts.write(to: &$0) }
    }
    write(number: Self.placesNumber, key.first, key.second, Place(key: key.segment)) {
      counts.write(to: &$0)
    }
    write(number: operation, place.day, 0, own) { counts.write(to: &$0) }
  }

  /// Writes a record down; ``add(_:_:_:_:_:)`` knows its measures. `table`: its number in the log.
  @inline(__always)
  mutating func write(
    number table: Int, _ first: Int32, _ second: Int32, _ place: Place,
    _ record: (inout FactRecord) -> Void
  ) {
    let bucket = FactLog.bucket(table, first)
    if log.add(bucket, first, second, place, weight: weight, record) { flush(bucket) }
  }

  /// Completes what is kept short while it is added up. Call once, after the last addition.
  package mutating func expand() {
    flush()
    spreadSteps()
    spreadPlaces()
  }

  /// The segments that a place's code stands for.
  package func segments(ofPlace code: Int64) -> [Segment] {
    guard code < 0 else { return [Segment(id: code)] }
    let numbers = [Int(code >> 32 & 0x7FFF_FFFF), Int(code & 0xFFFF_FFFF)]
    return numbers.flatMap { number in
      let ids = sets[number].ids
      return ids.indices.map { ids[$0] }.filter { $0 >= 0 }.map { Segment(id: $0) }
    }
  }

  private mutating func spreadPlaces() {
    for part in FactLog.buckets(of: Self.placesNumber) {
      let places = parts[part]
      parts[part] = FactRows(width: places.width)
      lanes[part] = RowLanes()
      for row in 0..<places.count {
        let place = OperationLog.Place(places.key(row))
        let bucket = FactLog.bucket(Int(FactTable.operation.rawValue), place.day)
        for segment in place.segments {
          let key = Key(first: place.day, second: 0, segment: segment.id)
          parts[bucket].add(key, places.values(row), 1)
        }
      }
    }
  }

  /// Counts customers, and their money, that were added at the last step which they reached, at
  /// every step up to it.
  private mutating func spreadSteps() {
    for part in FactLog.buckets(of: Int(FactTable.funnel.rawValue)) {
      let rows = parts[part]
      for row in 0..<rows.count {
        let key = rows.key(row)
        for earlier in FunnelPosition.stepsBefore(key.second) {
          let at = Key(first: key.first, second: earlier, segment: key.segment)
          parts[part].add(at, rows.values(row), 1)
        }
      }
    }
  }

  /// How much memory the rows of all tables take. What is still to be added to them takes some 20
  /// MB beside, however many rows there are.
  package var byteCount: Int {
    parts.reduce(sets.byteCount) { $0 + $1.byteCount } + lanes.reduce(0) { $0 + $1.byteCount }
  }

  /// Takes the rows of the tables with two positions out: they grow with the customers, where those
  /// of the others end with the days and the segments.
  package mutating func takeGrowing() -> FactSums {
    flush()
    var taken = FactSums()
    for table in FactTable.allCases where table.keys.second != nil {
      for part in FactLog.buckets(of: Int(table.rawValue)) {
        swap(&taken.parts[part], &parts[part])
        lanes[part] = RowLanes()
      }
    }
    return taken
  }

  /// Adds the measures of a row that other sums came to: nothing of it is spread any more.
  package mutating func add(_ table: FactTable, _ key: Key, _ measures: ArraySlice<Int64>) {
    parts[FactLog.bucket(Int(table.rawValue), key.first)].add(key, measures, 1)
  }

  /// Adds the sums of another worker. ``close()`` both before.
  package mutating func merge(_ other: FactSums) {
    for (part, rows) in other.parts.enumerated() { parts[part].merge(rows) }
  }
}

// MARK: - From the log to the rows

extension FactSums {
  /// Adds to the rows what the log has become too large for. Call between customers.
  package mutating func flushIfFull() {
    if log.isFull { flush() }
  }

  /// Adds everything of the log to the rows.
  package mutating func flush() {
    guard !log.isEmpty else { return }
    for bucket in log.indices { flush(bucket) }
  }

  /// Settles, and gives back the memory that only more facts would need.
  package mutating func close() {
    flush()
    log = FactLog(tables: Self.widths.count)
    lanes = [RowLanes](repeating: RowLanes(), count: parts.count)
  }

  private mutating func flush(_ bucket: Int) {
    let cells = log.take(bucket)
    if isWanted[FactLog.table(of: bucket)] {
      isCrossed
        ? parts[bucket].add(crossed: cells)
        : parts[bucket].add(records: cells, sets, &lanes[bucket])
    }
    log.give(cells, to: bucket)
  }
}

// MARK: - Places

extension FactSums {
  private static let ofDays = Dimension.ofCustomers.filter(Dimension.ofDays.contains)

  /// Notes whose facts are added from now on.
  mutating func begin(customer timeline: Timeline) {
    customer = sets.number(of: .init(.all, timeline.attributes, Self.ofDays))
  }

  /// The customer's own segments.
  var own: Place { Place(customer) }

  /// The customer's own segments, and those of what was sold.
  mutating func own(and item: borrowing some Sold) -> Place { Place(customer, sold(item)) }

  /// The customer's own segments, and up to eight more.
  mutating func own(and segments: [Segment]) -> Place {
    Place(customer, sets.number(of: .init(segments)))
  }

  /// The customer's own segments, and two to four more.
  mutating func own(and a: Segment, _ b: Segment, _ c: Segment? = nil, _ d: Segment? = nil)
    -> Place
  {
    Place(customer, sets.number(of: .init(a, b, c, d)))
  }

  /// The customer's own segments, and that of an app where apps are told apart.
  mutating func own(in app: StringID?) -> Place {
    guard let app else { return own }
    return Place(customer, sets.number(of: .init(Segment(.app, app))))
  }

  mutating func place(_ a: Segment, _ b: Segment, _ c: Segment? = nil, _ d: Segment? = nil)
    -> Place
  {
    Place(sets.number(of: .init(a, b, c, d)))
  }

  mutating func place(_ members: SegmentSets.Members) -> Place {
    Place(sets.number(of: members))
  }

  mutating func place(_ segments: [Segment]) -> Place { Place(sets.number(of: .init(segments))) }

  /// What a customer is in by some dimensions, and an app where apps are told apart.
  mutating func place(
    _ attributes: CustomerAttributes, _ dimensions: [Dimension], in app: StringID?
  ) -> Place {
    let app = app.map { Segment(.app, $0) }
    return Place(sets.number(of: .init(app, attributes, dimensions)))
  }

  /// The segments of what was sold, without the customer's.
  mutating func place(of item: borrowing some Sold) -> Place { Place(sold(item)) }

  private mutating func sold(_ item: borrowing some Sold) -> SegmentSets.Number {
    sets.number(
      of: .init(
        Segment(.tier, item.tier), Segment(.product, item.product),
        Segment(.period, item.period?.packed ?? 0), item.app.map { Segment(.app, $0) }))
  }
}
