import Settings
import Timeline
import Values

/// Rows of customers in the derived tables, as integers in the order of the columns.
struct CustomerRows: Sendable, Equatable {
  /// By table, row behind row.
  private var values = [[Int64]](repeating: [], count: CustomerTable.allCases.count)

  init() {}

  /// The rows of a table behind one another.
  subscript(_ table: CustomerTable) -> [Int64] { values[table.index] }

  /// What stands in a column of a table, row by row.
  func values(of column: DerivedColumn, in table: CustomerTable) -> [Int64] {
    guard let place = table.columns.firstIndex(of: column) else {
      preconditionFailure("\(table.name) has no column \(column.name)")
    }
    let rows = values[table.index]
    return stride(from: place, to: rows.count, by: table.width).map { rows[$0] }
  }

  mutating func add(_ other: CustomerRows) {
    for place in values.indices { values[place] += other.values[place] }
  }

  mutating func add(_ timeline: Timeline, id: UserID, _ manyIDs: ManyIDs?, _ zone: Zone) {
    let context = RowContext(customer: id, zone: zone)
    addAccess(of: timeline, context)
    let charges = timeline.charges.indices.lazy.filter { !timeline.charges[$0].isPlanTerms }
    addAll(charges.map { ($0, timeline.charges[$0]) }, context)
    addAll(timeline.refunds.enumerated(), context)
    addAll(PaymentDoubts.all(timeline.doubts).enumerated(), context)
    addAll(timeline.referrals.enumerated(), context)
    addAll(timeline.offers.enumerated().lazy.filter(\.element.isOffer), context)
    let suspicions =
      timeline.anomalyFlags.map { Suspicion($0) }
      + (manyIDs.map { [Suspicion($0, timeline)] } ?? [])
    addAll(suspicions.enumerated(), context)
    add(timeline, context)
  }

  private mutating func add<Row: DerivedRow>(_ row: Row, _ context: RowContext) {
    Row.columns(of: row, in: context, to: &values[Row.table.index])
  }

  private mutating func addAll<Row: DerivedRow>(
    _ rows: some Sequence<(offset: Int, element: Row)>, _ context: RowContext
  ) {
    var context = context
    for row in rows {
      context.number = row.offset
      add(row.element, context)
    }
  }

  /// Numbered one behind another: coverages, grants, and the days on which add-ons have MRR.
  private mutating func addAccess(of timeline: Timeline, _ context: RowContext) {
    var context = context
    for subscription in timeline.subscriptions.indices {
      let autoRenew = timeline.subscriptions[subscription].autoRenew.isOn
      for number in timeline.subscriptions[subscription].coverages {
        context.number = number
        add(timeline.coverages[number], autoRenew: autoRenew, timeline, context)
      }
    }
    let others =
      timeline.grants.map { CoverageRow($0) }
      + timeline.addOnStretches(context.zone).map { CoverageRow($0, timeline, context.zone) }
    let first = timeline.coverages.count
    addAll(others.enumerated().lazy.map { (first + $0, $1) }, context)
    let grants = timeline.grants.map { ComplimentaryAccess($0, timeline) }
    addAll(grants.enumerated(), context)
  }

  private mutating func add(
    _ coverage: Coverage, autoRenew: Bool, _ timeline: Timeline, _ context: RowContext
  ) {
    for place in coverage.pieces.indices {
      add(CoverageRow(place, of: coverage, autoRenew: autoRenew, timeline), context)
    }
    if coverage.kind == .trial, coverage.transaction != 0 {
      add(TrialTransaction(transaction: coverage.transaction), context)
    }
  }
}
