import Metrics
import Values

/// What was paid back, and what was taken back of it: two figures, for a difference of them can be
/// negative, and nobody would know what grew.
struct RefundSplit {
  /// The columns that stand for `refunded`.
  private static let columns = [Refunds.paidBack, Refunds.reversed]

  private let rows: [[Cell]: Row<Refunds>]

  init(_ figures: Figures) {
    rows = Dictionary(firstOf: figures.rows(of: Refunds.self).map { ($0.keys, $0) })
  }

  /// By grain, period, dimension and value; nothing where the table has no row.
  private func amount(_ column: Column<Refunds, Amount>, _ keys: [Cell]) -> Cell {
    rows[keys].map { $0.cell(column) } ?? .money(.zero)
  }

  /// Whether anything was taken back of it at all.
  var hasReversals: Bool { rows.values.contains { ($0[Refunds.reversals] ?? 0) != 0 } }

  /// What was paid back and reversed in a row of revenue; where their difference is hidden, so are
  /// they.
  func parts(of revenue: Row<Revenue>) -> [Cell] {
    guard revenue[Revenue.refunded] != nil else { return Self.columns.map { _ in .missing } }
    return Self.columns.map { amount($0, revenue.keys) }
  }

  /// A table over `rows` of revenue, with the parts in the place of `refunded`.
  func split(_ revenue: Table, of rows: [Row<Revenue>]) -> Table {
    let place = revenue.index(of: Revenue.refunded)
    func split<Element>(_ row: [Element], _ parts: [Element]) -> [Element] {
      row[..<place] + parts + row[(place + 1)...]
    }
    return Table(
      name: revenue.name, columns: split(revenue.columns, Self.columns.map(\.definition)),
      rows: zip(revenue.rows, rows).map { split($0, parts(of: $1)) })
  }
}
