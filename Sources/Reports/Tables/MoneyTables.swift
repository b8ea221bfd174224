import Metrics
import Values

/// What customers cost, what plans cost, what falls due, and what looks strange.
extension Figures {
  /// By channel, of the newest month whose customers have had 90 days.
  var costTable: FigureTable {
    let rows = ripeCosts.filter { $0[AcquisitionCost.spend] ?? .zero > .zero }
    guard let month = rows.first?[AcquisitionCost.month] else { return FigureTable(header: []) }
    return FigureTable(
      citing: rows, self,
      [
        .text("Spent in \(month)") { row in
          let channel = row.text(AcquisitionCost.channel)
          return channel == "all" ? "all channels (blended)" : channel
        },
        .of("Spend", AcquisitionCost.spend), .of("Installs", AcquisitionCost.customers),
        .text("Cost per install") {
          each(AcquisitionCost.costPerCustomer, of: AcquisitionCost.customers, $0)
        },
        .of("Payers", AcquisitionCost.payers),
        .text("CAC") { each(AcquisitionCost.costPerPayer, of: AcquisitionCost.payers, $0) },
        .of("Revenue so far", AcquisitionCost.netRevenue), .of("ROAS", AcquisitionCost.ltvToCost),
        .text("Paid back in", paidBack),
      ])
  }

  /// What one costs is not said of fewer than 30.
  private func each(
    _ cost: Column<AcquisitionCost, Amount>, of count: Column<AcquisitionCost, Int64>,
    _ row: Row<AcquisitionCost>
  ) -> String {
    row.integer(count) < 30 ? DisplayFormat.unknown : shown(row.cell(cost))
  }

  private func paidBack(_ row: Row<AcquisitionCost>) -> String {
    guard let months = row[AcquisitionCost.monthsToPayBack] else { return "not yet" }
    return months == 1 ? "1 month" : "\(months) months"
  }

  var planTable: FigureTable {
    let plans = rows(of: Plans.self)
    var table = FigureTable(
      citing: plans.largest(LongTail.bound, by: Plans.subscriptions), self, words: 2,
      [
        .words("Product", Plans.product),
        .text("Period") { PeriodWords.title($0.text(Plans.period)) },
        .text("List, a month") {
          money($0.magnitude(Plans.listMonthly), in: $0.text(Plans.listCurrency))
        },
        .text("Price a month") { besideMonthly($0[Plans.saving]) },
        .of("Subscriptions", Plans.subscriptions), .of("Share", Plans.share), .of("MRR", Plans.mrr),
        .of("Paid a month", Plans.paidMonthly), .of("Changed to", Plans.changedTo),
        .of("Changed from", Plans.changedFrom),
      ])
    if table.rows.count < plans.count {
      let note = "the largest of \(grouped(Int64(plans.count))); all in plans.csv"
      table.rows.append([note] + [String](repeating: "", count: table.header.count - 1))
    }
    return table
  }

  /// `16.7% less than monthly`; nothing where there is no monthly plan to compare with.
  private func besideMonthly(_ saving: Rate?) -> String {
    guard let saving, saving.millionths != 0 else { return "" }
    let size = shown(Cell.rate(Rate(millionths: abs(saving.millionths))))
    return "\(size) \(saving.millionths > 0 ? "less" : "more") than monthly"
  }

  var upcomingTable: FigureTable {
    FigureTable(
      citing: rows(of: Upcoming.self), self,
      [
        .text("In the next") { row in
          let days = row.integer(Upcoming.days)
          return days == 1 ? "day" : "\(days) days"
        },
        .of("Trials end", Upcoming.trialsEnding),
        .of("of them cancelled", Upcoming.trialsCancelled),
        .of("at stake", Upcoming.trialsAmount), .text("expected", expectedOfTrials),
        .of("Renewals due", Upcoming.renewalsDue), .of("to be charged", Upcoming.renewalsAmount),
        .of("Will not renew", Upcoming.lapsing), .of("MRR", Upcoming.lapsingMRR),
      ])
  }

  /// `$412 ($334–$499)`: the matured rate of what is at stake, and its interval.
  private func expectedOfTrials(_ row: Row<Upcoming>) -> String {
    guard let expected = row[Upcoming.trialsExpected] else { return DisplayFormat.unknown }
    return "\(shown(expected)) "
      + "(\(shown(row[Upcoming.trialsExpectedLow]))–\(shown(row[Upcoming.trialsExpectedHigh])))"
  }

  /// The newest few of each kind; all stand in the file.
  var suspicionTable: FigureTable {
    let newest = rows(of: Suspicious.self).groups(by: Suspicious.kind).flatMap { kind in
      kind.rows.sorted { day($0) > day($1) }.prefix(4)
    }
    return FigureTable(
      newest, self, words: 2, lastWords: 1,
      [
        .words("Review", Suspicious.kind), .words("Customer", Suspicious.customer),
        .of("Cases", Suspicious.cases), .of("Amount", Suspicious.amount),
        .of("Latest", Suspicious.latest),
        .text("About") { $0.text(Suspicious.transaction) + $0.text(Suspicious.otherCustomer) },
      ])
  }

  private func day(_ row: Row<Suspicious>) -> Int32 {
    row[Suspicious.latest]?.number ?? 0
  }

  /// `7 entries to review, …`, or nothing.
  var suspicionSentence: String {
    let count = rows(of: Suspicious.self).count
    guard count > 0 else { return "" }
    let entries = count == 1 ? "1 entry" : "\(grouped(Int64(count))) entries"
    return "\(entries) to review, all in csv/suspicious.csv; no action is taken "
      + "on any of them."
  }
}

/// Paid back and reversed: two figures, for a difference of them can be negative.
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

  /// Missing where their difference is hidden.
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

/// What stores owe, when they pay it, and what came.
extension Figures {
  /// Payouts to come, of all stores by their day: those that are overdue first.
  var comingPayoutTable: FigureTable {
    let coming = rows(of: Payouts.self).filter { row in
      let isAhead = row[Payouts.payDay].map { $0 > asOf } ?? false
      return row[Payouts.paid] == nil && (isAhead || row[Payouts.expected] != nil)
    }
    let ordered = coming.sorted { a, b in
      (a[Payouts.payDay] ?? asOf, a.text(Payouts.store))
        < (b[Payouts.payDay] ?? asOf, b.text(Payouts.store))
    }
    return FigureTable(
      ordered, self, words: 3,
      [
        .text("Expected on") {
          shown($0.cell(Payouts.payDay)) + (isOverdue($0) ? " (overdue)" : "")
        },
        .text("Store", Self.storeName), .text("For", Self.days),
        .of("Proceeds so far", Payouts.proceeds), .of("Expected", Payouts.expected),
        .text("80% interval") { row in
          row[Payouts.low] == row[Payouts.high]
            ? DisplayFormat.unknown
            : "\(shown(row.cell(Payouts.low)))–\(shown(row.cell(Payouts.high)))"
        },
      ])
  }

  private func isOverdue(_ row: Row<Payouts>) -> Bool {
    row[Payouts.payDay].map { $0 <= asOf } ?? false
  }

  /// Months that are over, the newest last.
  func payoutTable(_ count: Int) -> FigureTable {
    let over = rows(of: Payouts.self).filter { $0[Payouts.complete] == true }
      .groups(by: Payouts.store).flatMap { $0.rows.suffix(count) }
    return FigureTable(
      over, self, words: 2,
      [
        .text("Store", Self.storeName), .text("For", Self.days),
        .of("Proceeds", Payouts.proceeds), .of("Paid", Payouts.paid),
        .of("Paid on", Payouts.paidOn), .of("Difference", Payouts.difference),
      ])
  }

  private static func storeName(_ row: Row<Payouts>) -> String {
    row.text(Payouts.store) == "app_store" ? "App Store" : "Google Play"
  }

  private static func days(_ row: Row<Payouts>) -> String {
    guard let first = row[Payouts.firstDay], let last = row[Payouts.lastDay] else { return "" }
    return "\(DisplayFormat.days(first...last)) \(padded(last.civil.year, 4))"
  }
}
