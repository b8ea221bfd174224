import Metrics
import Values

/// Offers, referrals and features: do they bring what they cost?
extension Figures {
  /// Each offer over all months beside similar customers of the same months without one.
  var offerTable: FigureTable {
    var table = FigureTable(
      header: [
        "Offer", "Who", "Redeemed", "Full price after", "Without", "MRR on day 90", "Without",
        "90 days' revenue", "Without",
      ], words: 2)
    table.rows = offerGroups.map(offerLine)
    return table
  }

  /// The redemptions of an offer by one audience, and the accesses of that audience in months in
  /// which any of them counts, without an offer.
  private struct OfferGroup {
    let offer: String
    let audience: String
    let own: [Row]
    let without: [Row]

    func similar(_ column: String) -> [Row] {
      let months = own.filter { $0.int(column) > 0 }.compactMap { $0["month"].month }
      return without.filter { $0["month"].month.map(months.contains) ?? false }
    }

    /// Who returns without an offer has paid by that: nothing to compare a conversion with.
    var similarMatured: [Row] { audience == "returning" ? [] : similar("matured") }
  }

  private var offerGroups: [OfferGroup] {
    let rows = table("offers").named.filter { $0.text("dimension") == "offer" }
    return rows.values("value").filter { $0 != "(without)" }.flatMap { offer in
      let own = rows.filter { $0.text("value") == offer }
      return own.values("audience").map { audience in
        let all = rows.filter { $0.text("audience") == audience }
        return OfferGroup(
          offer: offer, audience: audience, own: all.filter { $0.text("value") == offer },
          without: all.filter { $0.text("value") == "(without)" })
      }
    }
  }

  private func offerLine(_ group: OfferGroup) -> [String] {
    let aged = group.similar("aged")
    return [group.offer, group.audience, shown(group.own.sum("starts"))]
      + [
        group.own.rate("matured_converted", "matured"),
        group.similarMatured.rate("matured_converted", "matured"),
        group.own.rate("aged_retained", "aged"), aged.rate("aged_retained", "aged"),
        agedRevenue(group.own), agedRevenue(aged),
      ].map(shown)
  }

  /// Whether offers win customers for the full price, a sentence each.
  var offerSentences: [String] { offerGroups.compactMap(offerSentence) }

  private func offerSentence(_ group: OfferGroup) -> String? {
    let (own, others) = (group.own, group.similarMatured)
    let (part, whole) = ("matured_converted", "matured")
    guard let verdict = own.verdict(part, whole, beside: others, part, whole) else { return nil }
    return "\(group.offer), \(group.audience) customers: \(shown(own.rate(part, whole))) of "
      + "\(Human.grouped(own.count(whole))) paid the full price afterwards, of "
      + "\(Human.grouped(others.count(whole))) similar ones without it "
      + "\(shown(others.rate(part, whole))): \(verdict.rawValue)."
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
  private var featureRows: [Row] {
    newest(3, of: "features", by: "month") { row in
      row["matured"].isSet && row["users_retained"] != .missing
    }
  }

  /// What a denial leads to, beside customers who were denied nothing.
  var gateSentence: String {
    let all = featureRows.filter { $0.text("dimension") == "all" }
    func beside(_ column: String) -> ShareVerdict? {
      all.verdict(
        "denied_\(column)", "denied_customers", beside: all, "others_\(column)", "others")
    }
    func shares(_ column: String) -> (String, String) {
      (
        shown(all.rate("denied_\(column)", "denied_customers")),
        shown(all.rate("others_\(column)", "others"))
      )
    }
    guard let started = beside("started"), let paid = beside("converted") else { return "" }
    let (trials, payments) = (shares("started"), shares("converted"))
    return "Of \(Human.grouped(all.count("denied_customers"))) customers who were denied a feature "
      + "\(trials.0) began a trial or paid within 7 days, of \(Human.grouped(all.count("others"))) "
      + "who used features unpaid and were denied none \(trials.1): \(started.rawValue). "
      + "\(payments.0) and \(payments.1) paid: \(paid.rawValue). Customers count once a month."
  }

  var featureTable: FigureTable {
    let rows = featureRows
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
