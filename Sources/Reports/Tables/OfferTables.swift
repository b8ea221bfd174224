import Metrics
import Values

/// Offers, referrals and features: do they bring what they cost?
extension Figures {
  /// Each offer over all months beside similar customers of the same months without one.
  var offerTable: FigureTable {
    let rows = table("offers").named.filter { $0.text("dimension") == "offer" }
    var table = FigureTable(
      header: [
        "Offer", "Who", "Redeemed", "Full price after", "Without", "MRR on day 90", "Without",
        "90 days' revenue", "Without",
      ], words: 2)
    for value in rows.values("value") where value != "(without)" {
      let own = rows.filter { $0.text("value") == value }
      for audience in own.values("audience") {
        table.rows.append(
          offerLine(own.filter { $0.text("audience") == audience }, besides: rows))
      }
    }
    return table
  }

  private func offerLine(_ own: [Row], besides rows: [Row]) -> [String] {
    func similar(_ column: String) -> [Row] {
      let months = own.filter { $0.int(column) > 0 }.compactMap { $0["month"].month }
      return rows.filter { row in
        row.text("value") == "(without)" && row["audience"] == own[0]["audience"]
          && row["month"].month.map(months.contains) ?? false
      }
    }
    let aged = similar("aged")
    return [own[0].text("value"), own[0].text("audience"), shown(own.sum("starts"))]
      + [
        own.rate("matured_converted", "matured"),
        similar("matured").rate("matured_converted", "matured"),
        own.rate("aged_retained", "aged"), aged.rate("aged_retained", "aged"),
        agedRevenue(own), agedRevenue(aged),
      ].map(shown)
  }

  /// Over the months: revenue of each month times its customers, for each of all.
  private func agedRevenue(_ rows: [Row]) -> Cell {
    let aged = rows.count("aged")
    guard aged > 0 else { return .missing }
    let sum = rows.reduce(Amount.zero) { sum, row in
      let each = row["revenue_per_customer"].amount ?? .zero
      return sum + each.times(Fraction(Int64(row.int("aged")), over: 1))
    }
    return .money(sum.times(Fraction(1, over: aged)))
  }

  var referralTable: FigureTable {
    var table = FigureTable(
      header: [
        "Recorded in", "Referrals", "Completed", "Expired", "Pending", "Rate", "95% interval",
        "Rewards redeemed", "Outstanding",
      ])
    table.rows = self.table("referrals").named.suffix(6).map { row in
      let interval = "\(shown(row["low"]))–\(shown(row["high"]))"
      return ["month", "recorded", "completed", "expired", "pending", "completion_rate"]
        .map { shown(row[$0]) } + [interval]
        + ["rewards_redeemed", "rewards_outstanding"].map { shown(row[$0]) }
    }
    return table
  }

  /// What referred customers brought in ninety days, and what the others did.
  var referralSentence: String {
    let rows = table("ltv").named.filter {
      $0.text("dimension") == "referral" && $0.int("days") == 90
    }
    let referred = rows.filter { $0.text("value") == "referred" }
    let others = rows.filter { $0.text("value") == "others" }
    guard referred.count("customers") > 0, others.count("customers") > 0 else { return "" }
    return
      "In their first 90 days \(Human.grouped(referred.count("customers"))) referred customers "
      + "brought \(shown(referred.average("net_revenue", "customers"))) each, "
      + "\(Human.grouped(others.count("customers"))) others "
      + "\(shown(others.average("net_revenue", "customers")))."
  }

  /// Features over the last three months that are matured.
  var featureTable: FigureTable {
    let rows = newest(3, of: "features", by: "month") { row in
      row["matured"].isSet && row["users_retained"] != .missing
    }
    var table = FigureTable(
      header: [
        "Used in \(rows.months("month"))", "Users", "Back next month", "Denied",
        "Trial or payment in 7 days", "Paid in 7 days",
      ])
    for value in rows.values("value") {
      let own = rows.filter { $0.text("value") == value }
      table.rows.append(
        [value == "all" ? "all features" : value]
          + [
            own.sum("users"), own.rate("users_retained", "users"), own.sum("denied_customers"),
            own.rate("denied_started", "denied_customers"),
            own.rate("denied_converted", "denied_customers"),
          ].map(shown))
    }
    let all = rows.filter { $0.text("dimension") == "all" }
    guard all.count("others") > 0 else { return table }
    table.rows.append(
      ["not denied", Human.unknown, Human.unknown, shown(all.sum("others"))]
        + [all.rate("others_started", "others"), all.rate("others_converted", "others")].map(shown))
    return table
  }
}
