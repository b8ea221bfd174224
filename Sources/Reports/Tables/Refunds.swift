import Metrics
import Values

/// What was paid back, and what was taken back of it: two figures, for a difference of them can be
/// negative, and nobody would know what grew.
struct RefundSplit {
  /// The columns that stand for `refunded`.
  static let columns = ["paid_back", "reversed"]

  private let table: Table
  private let rows: [[Cell]: Row]

  init(_ figures: Figures) {
    table = figures.table("refunds")
    rows = Dictionary(zip(table.rows.map { Array($0.prefix(4)) }, table.named)) { first, _ in first
    }
  }

  /// By grain, period, dimension and value; nothing where the table has no row.
  func amount(_ column: String, _ key: some Sequence<Cell>) -> Cell {
    rows[Array(key)].map { $0[column] } ?? .money(.zero)
  }

  /// The last day, week and month of both; reversals only where there are any.
  func periodLines(_ daily: DailyRows) -> [PeriodLine] {
    let names = [("Refunds", "paid_back"), ("Refunds reversed", "reversed")]
    return names.filter { $0.1 == "paid_back" || hasReversals }.map { name, column in
      PeriodLine(name, column, days(like: daily))
    }
  }

  private var hasReversals: Bool { table.named.contains { $0["reversals"] != .count(0) } }

  /// A row for each day of the report.
  private func days(like daily: DailyRows) -> DailyRows {
    let days = Table(
      name: table.name,
      columns: [.init("date", .day, "The day.")]
        + table.columns.filter { RefundSplit.columns.contains($0.name) },
      rows: daily.rows.map { row in
        let key: [Cell] = [.text("day"), row["date"], .text("all"), .text("all")]
        return [row["date"]] + RefundSplit.columns.map { amount($0, key) }
      })
    return DailyRows(rows: days.named)
  }

  /// A table of revenue with what was paid back and reversed in the place of their difference;
  /// where that is hidden, so are they.
  func split(_ revenue: Table) -> Table {
    let place = revenue.index("refunded")
    let columns = table.columns.filter { RefundSplit.columns.contains($0.name) }
    return Table(
      name: revenue.name,
      columns: revenue.columns[..<place] + columns + revenue.columns[(place + 1)...],
      rows: revenue.rows.map { row in
        let parts = RefundSplit.columns.map { column -> Cell in
          row[place] == .missing ? .missing : amount(column, row.prefix(4))
        }
        return row[..<place] + parts + row[(place + 1)...]
      })
  }
}
