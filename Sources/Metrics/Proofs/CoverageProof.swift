import SQLite
import Timeline
import Values

/// That what moved leads from one state to the next: the states are counted from the coverages
/// themselves (``CoverageState``), the movements are sums of facts. Looked at for every segment at
/// every month's end, on the as-of day, and on seven days that the report's own hash draws; for
/// the total on every day.
struct CoverageProof {
  private static let drawnDays = 7

  private let figures: Figures
  private let scope: ReportScope
  private let state: Lazy<CoverageState>
  /// The segments by dimension and value, as files write them.
  private let segments: Lazy<[[Cell]: Int64]>

  init(
    _ figures: Figures, _ scope: ReportScope, _ database: Database,
    _ state: Lazy<CoverageState>
  ) {
    self.figures = figures
    self.scope = scope
    segments = Lazy {
      Dictionary(
        firstOf: try Self.segments(database).map { ($0.name, $0.id) })
    }
    self.state = state
  }

  /// The states that it asks for, which take longest: they need no figures.
  static func states(
    _ scope: ReportScope, _ configurationHash: String, _ database: Database,
    beside second: FiguresBuilder.Connection?
  ) throws -> Lazy<CoverageState> {
    let segments = try segments(database).map(\.id)
    let last = max(scope.firstDay, scope.asOf)
    let ends = (scope.firstDay.month...last.month).map { min($0.lastDay, last) }
    let probes = Set([before(scope)] + ends + drawn(configurationHash, scope)).sorted()
    let days = before(scope)...last
    return readAhead(on: second, else: database) {
      try CoverageState($0, segments: segments, probes: probes, days: days)
    }
  }

  private static func segments(_ database: Database) throws -> [(id: Int64, name: [Cell])] {
    try database.rows("SELECT segment, dimension, value FROM report_segment") {
      (id: $0.integer(0), name: [Cell.text($0.text(1)), .text(Label.shortened($0.text(2)))])
    }.filter { Segment(id: $0.id).value != LongTail.segmentValue }
  }

  var checks: [CheckDeclaration] {
    [
      everyDay(Daily.mrr, \.mrr, "MRR of a day = MRR of the coverages at its end", of: [Daily.arr]),
      everyDay(
        Daily.subscribers, \.subscribers,
        "subscribers of a day = customers with such coverages"),
      movementsLead,
      everyMonth(
        MRRMovements.opening, \.mrr, "opening of a month = MRR of the coverages before it",
        isEnd: false),
      everyMonth(
        MRRMovements.closing, \.mrr, "closing of a month = MRR of the coverages at its end"),
      everyMonth(
        MRRMovements.closingSubscribers, \.subscribers,
        "closing subscribers = customers with such coverages"),
      drawnSegments,
    ]
  }

  /// The day before the first: what stood then was before the log.
  private static func before(_ scope: ReportScope) -> Day { scope.firstDay.advanced(by: -1) }

  /// Days of the last 400, the same for the same report.
  private static func drawn(_ configurationHash: String, _ scope: ReportScope) -> [Day] {
    let first = max(scope.firstDay, scope.asOf.advanced(by: 1 - ReportScope.recentDays))
    let count = UInt64(max(1, first.distance(to: scope.asOf) + 1))
    return (0..<drawnDays).map { number in
      let seed = Array("\(configurationHash) \(scope.asOf) \(number)".utf8)
      return first.advanced(by: Int(seed.withUnsafeBytes { stableHash($0) } % count))
    }
  }
}

// MARK: - What is compared

extension CoverageProof {
  private func everyDay(
    _ column: any ReportColumn<Daily>, _ part: KeyPath<CoverageState.State, Int64>,
    _ name: String, of others: [any ReportColumn] = []
  ) -> CheckDeclaration {
    .worst(name, "every day", of: [column] + others) {
      let state = try state.value
      return figures.rows(of: Daily.self).map { row in
        let known = row[Daily.date].flatMap { state.total(on: $0) }
        return (row.integer(column), known?[keyPath: part] ?? 0)
      }
    }
  }

  /// The state before a month, and what moved in it, come to the state at its end.
  private var movementsLead: CheckDeclaration {
    typealias Moves = MRRMovements
    let parts: [any ReportColumn<Moves>] = [
      Moves.new, Moves.reactivation, Moves.expansion, Moves.contraction, Moves.churn, Moves.fx,
      Moves.movedIn, Moves.movedOut,
    ]
    return .worst(
      "opening + movements = closing", "every month and segment",
      of: [Moves.opening] + parts + [Moves.closing]
    ) {
      try figures.rows(of: Moves.self).compactMap { row -> (Int64, Int64)? in
        guard let before = try state(of: row, isEnd: false),
          let after = try state(of: row, isEnd: true)
        else { return nil }
        return (before.mrr + row.sum(parts), after.mrr)
      }
    }
  }

  private func everyMonth(
    _ column: any ReportColumn<MRRMovements>, _ part: KeyPath<CoverageState.State, Int64>,
    _ name: String, isEnd: Bool = true
  ) -> CheckDeclaration {
    .worst(name, "every month and segment", of: [column]) {
      try figures.rows(of: MRRMovements.self).compactMap { row -> (Int64, Int64)? in
        try state(of: row, isEnd: isEnd).map { (row.integer(column), $0[keyPath: part]) }
      }
    }
  }

  private var drawnSegments: CheckDeclaration {
    .worst(
      "MRR and subscribers of a segment = those of its coverages", "seven days drawn",
      of: [DailySegments.mrr, DailySegments.subscribers]
    ) {
      let drawn = Set(Self.drawn(figures.configurationHash, scope))
      let (segments, state) = (try segments.value, try state.value)
      return figures.rows(of: DailySegments.self).flatMap { row -> [(Int64, Int64)] in
        guard let day = row[DailySegments.date], drawn.contains(day),
          let id = segments[row.segment], let known = state.state(of: id, on: day)
        else { return [] }
        return [
          (row.integer(DailySegments.mrr), known.mrr),
          (row.integer(DailySegments.subscribers), known.subscribers),
        ]
      }
    }
  }

  /// Before the first day as the log found it; nil for a segment that stands for several.
  private func state(of row: Row<MRRMovements>, isEnd: Bool) throws -> CoverageState.State? {
    guard let month = row[MRRMovements.month], let id = try segments.value[row.segment] else {
      return nil
    }
    let day = isEnd ? min(month.lastDay, scope.asOf) : month.firstDay.advanced(by: -1)
    return try state.value.state(of: id, on: max(day, Self.before(scope)))
  }
}
