import Metrics
import Values

/// What customers cost, what plans cost, what falls due, and what looks strange.
extension Figures {
  /// Channels that money was spent on, over the months whose customers have had 90 days; over all
  /// while there is none.
  var costTable: FigureTable {
    let all = table("acquisition_cost").named.filter { $0.text("campaign") == "all" }
    let old = all.filter { row in
      row["month"].month.map { $0.lastDay.advanced(by: 90) <= asOf } ?? false
    }
    let rows = old.isEmpty ? all : old
    guard rows.amount("spend") > .zero else { return FigureTable(header: []) }
    var table = FigureTable(
      header: [
        "Spent in \(rows.months("month"))", "Spend", "Installs", "Cost per install", "Payers",
        "CAC", "Revenue so far", "÷ cost", "Months paid back",
      ])
    for channel in rows.values("channel") {
      let own = rows.filter { $0.text("channel") == channel }
      if own.amount("spend") > .zero { table.rows.append(costLine(channel, own)) }
    }
    return table
  }

  private func costLine(_ channel: String, _ rows: [Row]) -> [String] {
    let (spend, net) = (rows.amount("spend"), rows.sum("net_revenue"))
    let times = net.amount.map { Human.fixed(Double($0.micros) / Double(spend.micros), 2) }
    let back = rows.count { $0["months_to_pay_back"] != .missing }
    return [
      channel == "all" ? "everything" : channel, shown(.money(spend)),
      shown(rows.sum("customers")), shown(rows.average("spend", "customers")),
      shown(rows.sum("payers")), shown(rows.average("spend", "payers")),
      shown(net), times ?? Human.unknown, "\(back) of \(rows.count)",
    ]
  }

  var planTable: FigureTable {
    var table = FigureTable(
      header: [
        "Product", "Period", "List, a month", "Saves", "Subscriptions", "Share", "MRR",
        "Paid a month", "Changed to", "Changed from",
      ], words: 2)
    table.rows = self.table("plans").named.map { row in
      let list = money(row.double("list_monthly"), in: row.text("list_currency"))
      return [row.text("product"), row.text("period"), list]
        + [
          "saving", "subscriptions", "share", "mrr", "paid_monthly", "changed_to", "changed_from",
        ].map { shown(row[$0]) }
    }
    return table
  }

  var upcomingTable: FigureTable {
    var table = FigureTable(
      header: [
        "In the next", "Trials end", "of them cancelled", "at stake", "expected", "Renewals due",
        "to be charged", "Will not renew", "MRR",
      ])
    table.rows = self.table("upcoming").named.map { row in
      [row.int("days") == 1 ? "day" : "\(row.int("days")) days"]
        + ["trials_ending", "trials_cancelled", "trials_amount"].map { shown(row[$0]) }
        + [expectedOfTrials(row)]
        + ["renewals_due", "renewals_amount", "lapsing", "lapsing_mrr"].map { shown(row[$0]) }
    }
    return table
  }

  /// `$412 ($334–$499)`: the matured rate of what is at stake, and its interval.
  private func expectedOfTrials(_ row: Row) -> String {
    guard row["trials_expected"] != .missing else { return Human.unknown }
    return "\(shown(row["trials_expected"])) "
      + "(\(shown(row["trials_expected_low"]))–\(shown(row["trials_expected_high"])))"
  }

  /// The newest few of each kind; all stand in the file.
  var suspicionTable: FigureTable {
    let rows = table("suspicious").named
    var table = FigureTable(
      header: ["To look at", "Customer", "Cases", "Amount", "Latest", "About"], words: 2,
      lastWords: 1)
    for kind in rows.values("kind") {
      let own = rows.filter { $0.text("kind") == kind }
      let newest = own.sorted { day($0) > day($1) }.prefix(4)
      table.rows += newest.map { row in
        let about = row.text("transaction") + row.text("other_customer")
        return [
          kind, row.text("customer"), shown(row["cases"]), shown(row["amount"]),
          shown(row["latest"]), about,
        ]
      }
    }
    return table
  }

  private func day(_ row: Row) -> Int32 { row["latest"].day?.number ?? 0 }

  /// `7 entries for a person to look at, …`, or nothing.
  var suspicionSentence: String {
    let count = table("suspicious").rows.count
    guard count > 0 else { return "" }
    let entries = count == 1 ? "1 entry" : "\(Human.grouped(Int64(count))) entries"
    return "\(entries) for a person to look at, all in csv/suspicious.csv; nothing is done about "
      + "any of them."
  }
}
