import Metrics
import Values

/// What stores owe, when they pay it, and what came.
extension Figures {
  /// Payouts to come, of all stores by their day: those that are overdue first.
  var comingPayoutTable: FigureTable {
    var table = FigureTable(
      header: ["Expected on", "Store", "For", "Proceeds so far", "Expected", "80% interval"],
      words: 3)
    let coming = rows(of: Payouts.self).filter { row in
      let isAhead = row[Payouts.payDay].map { $0 > asOf } ?? false
      return row[Payouts.paid] == nil && (isAhead || row[Payouts.expected] != nil)
    }
    table.rows = coming.sorted { a, b in
      (a[Payouts.payDay] ?? asOf, a.text(Payouts.store))
        < (b[Payouts.payDay] ?? asOf, b.text(Payouts.store))
    }.map { row in
      let isCertain = row[Payouts.low] == row[Payouts.high]
      let interval = "\(shown(row.cell(Payouts.low)))–\(shown(row.cell(Payouts.high)))"
      let isOverdue = row[Payouts.payDay].map { $0 <= asOf } ?? false
      let day = shown(row.cell(Payouts.payDay)) + (isOverdue ? " (overdue)" : "")
      return [day, Self.storeName(row), Self.days(row)]
        + row.cells([Payouts.proceeds, Payouts.expected]).map(shown)
        + [isCertain ? DisplayFormat.unknown : interval]
    }
    return table
  }

  /// Months that are over, the newest last.
  func payoutTable(_ count: Int) -> FigureTable {
    var table = FigureTable(
      header: ["Store", "For", "Proceeds", "Paid", "Paid on", "Difference"], words: 2)
    table.rows = rows(of: Payouts.self).filter { $0[Payouts.complete] == true }
      .groups(by: Payouts.store).flatMap { $0.rows.suffix(count) }.map { row in
        [Self.storeName(row), Self.days(row)]
          + row.cells([Payouts.proceeds, Payouts.paid, Payouts.paidOn, Payouts.difference])
          .map(shown)
      }
    return table
  }

  private static func storeName(_ row: Row<Payouts>) -> String {
    row.text(Payouts.store) == "app_store" ? "App Store" : "Google Play"
  }

  private static func days(_ row: Row<Payouts>) -> String {
    guard let first = row[Payouts.firstDay], let last = row[Payouts.lastDay] else { return "" }
    return "\(DisplayFormat.days(first...last)) \(padded(last.civil.year, 4))"
  }
}
