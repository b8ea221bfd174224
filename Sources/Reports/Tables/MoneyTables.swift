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
