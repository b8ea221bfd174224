import Metrics
import Values

/// What customers cost, what plans cost, what falls due, and what looks strange.
extension Figures {
  /// Channels that money was spent on, of the newest month whose customers have had 90 days, beside
  /// all channels together.
  var costTable: FigureTable {
    let rows = ripeCosts.filter { $0[AcquisitionCost.spend] ?? .zero > .zero }
    guard let month = rows.first?[AcquisitionCost.month] else { return FigureTable(header: []) }
    var table = FigureTable(
      header: [
        "Spent in \(month)", "Spend", "Installs", "Cost per install", "Payers", "CAC",
        "Revenue so far", "ROAS", "Paid back in",
      ])
    table.fill(rows, costLine)
    return table
  }

  /// What one cost is not said of fewer than 30.
  private func costLine(_ row: Row<AcquisitionCost>) -> [String] {
    func each(_ cost: Column<AcquisitionCost, Amount>, of count: Column<AcquisitionCost, Int64>)
      -> String
    {
      row.integer(count) < 30 ? DisplayFormat.unknown : shown(row.cell(cost))
    }
    let channel = row.text(AcquisitionCost.channel)
    return [
      channel == "all" ? "all channels (blended)" : channel,
      shown(row.cell(AcquisitionCost.spend)), shown(row.cell(AcquisitionCost.customers)),
      each(AcquisitionCost.costPerCustomer, of: AcquisitionCost.customers),
      shown(row.cell(AcquisitionCost.payers)),
      each(AcquisitionCost.costPerPayer, of: AcquisitionCost.payers),
      shown(row.cell(AcquisitionCost.netRevenue)), shown(row.cell(AcquisitionCost.ltvToCost)),
      paidBack(row),
    ]
  }

  private func paidBack(_ row: Row<AcquisitionCost>) -> String {
    guard let months = row[AcquisitionCost.monthsToPayBack] else { return "not yet" }
    return months == 1 ? "1 month" : "\(months) months"
  }

  var planTable: FigureTable {
    var table = FigureTable(
      header: [
        "Product", "Period", "List, a month", "Price a month", "Subscriptions", "Share", "MRR",
        "Paid a month", "Changed to", "Changed from",
      ], words: 2)
    let plans = rows(of: Plans.self)
    table.fill(largest(Array(plans))) { row in
      let list = money(row.magnitude(Plans.listMonthly), in: row.text(Plans.listCurrency))
      return [
        row.text(Plans.product), PeriodWords.title(row.text(Plans.period)), list,
        besideMonthly(row[Plans.saving]),
      ]
        + row.cells([
          Plans.subscriptions, Plans.share, Plans.mrr, Plans.paidMonthly,
          Plans.changedTo, Plans.changedFrom,
        ]).map(shown)
    }
    if table.rows.count < plans.count {
      let note = "the largest of \(DisplayFormat.grouped(Int64(plans.count))); all in plans.csv"
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

  /// Those with most subscriptions, in the order of the catalogue, where nobody could read all.
  private func largest(_ plans: [Row<Plans>]) -> [Row<Plans>] {
    guard plans.count > LongTail.bound else { return plans }
    let counts = plans.map { $0[Plans.subscriptions] ?? 0 }
    let kept = plans.indices.sorted { (counts[$0], $1) > (counts[$1], $0) }.prefix(LongTail.bound)
    return kept.sorted().map { plans[$0] }
  }

  var upcomingTable: FigureTable {
    var table = FigureTable(
      header: [
        "In the next", "Trials end", "of them cancelled", "at stake", "expected", "Renewals due",
        "to be charged", "Will not renew", "MRR",
      ])
    table.fill(rows(of: Upcoming.self)) { row in
      let days = row.integer(Upcoming.days)
      return [days == 1 ? "day" : "\(days) days"]
        + row.cells([Upcoming.trialsEnding, Upcoming.trialsCancelled, Upcoming.trialsAmount])
        .map(shown) + [expectedOfTrials(row)]
        + row.cells([
          Upcoming.renewalsDue, Upcoming.renewalsAmount, Upcoming.lapsing, Upcoming.lapsingMRR,
        ]).map(shown)
    }
    return table
  }

  /// `$412 ($334–$499)`: the matured rate of what is at stake, and its interval.
  private func expectedOfTrials(_ row: Row<Upcoming>) -> String {
    guard let expected = row[Upcoming.trialsExpected] else { return DisplayFormat.unknown }
    return "\(shown(expected)) "
      + "(\(shown(row[Upcoming.trialsExpectedLow]))–\(shown(row[Upcoming.trialsExpectedHigh])))"
  }

  /// The newest few of each kind; all stand in the file.
  var suspicionTable: FigureTable {
    var table = FigureTable(
      header: ["Review", "Customer", "Cases", "Amount", "Latest", "About"], words: 2,
      lastWords: 1)
    table.rows = rows(of: Suspicious.self).groups(by: Suspicious.kind).flatMap { kind in
      kind.rows.sorted { day($0) > day($1) }.prefix(4).map { row in
        [kind.value, row.text(Suspicious.customer)]
          + row.cells([Suspicious.cases, Suspicious.amount, Suspicious.latest]).map(shown)
          + [row.text(Suspicious.transaction) + row.text(Suspicious.otherCustomer)]
      }
    }
    return table
  }

  private func day(_ row: Row<Suspicious>) -> Int32 {
    row[Suspicious.latest]?.number ?? 0
  }

  /// `7 entries to review, …`, or nothing.
  var suspicionSentence: String {
    let count = rows(of: Suspicious.self).count
    guard count > 0 else { return "" }
    let entries = count == 1 ? "1 entry" : "\(DisplayFormat.grouped(Int64(count))) entries"
    return "\(entries) to review, all in csv/suspicious.csv; no action is taken "
      + "on any of them."
  }
}

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
