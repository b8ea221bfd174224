import Metrics
import Values

/// Which paywall earns, how soon it is met, and what the steps of a funnel cost.
extension Figures {
  /// Views of the last three months whose viewers have had time to pay.
  private var paywallRows: [Row] {
    newest(3, of: "paywalls", by: "month") { $0["matured"].isSet }
  }

  var paywallTable: FigureTable {
    let rows = paywallRows
    var table = FigureTable(
      header: [
        "Seen in \(rows.months("month"))", "", "Viewers", "Bounce", "Start", "Trial", "Paid",
        "Per viewer",
      ], words: 2)
    for dimension in ["paywall", "trigger", "variant"] {
      let own = rows.filter { $0.text("dimension") == dimension }
      let lines = own.values("value").map { value in own.filter { $0.text("value") == value } }
      table.rows += lines.filter { $0.count("viewers") > 0 }.map { line(dimension, $0) }
    }
    return table
  }

  private func line(_ dimension: String, _ rows: [Row]) -> [String] {
    [dimension, rows.values("value").first ?? ""]
      + [
        rows.sum("viewers"),
        rows.rate("dismissed", "views"), rows.rate("started", "viewers"),
        rows.rate("trials", "viewers"), rows.rate("paid", "viewers"),
        rows.average("net_revenue", "viewers"),
      ].map(shown)
  }

  /// The paywall that earns most for a viewer beside the one that earns least, of those that
  /// enough people saw to tell.
  var paywallSentence: String {
    let own = paywallRows.filter { $0.text("dimension") == "paywall" }
    let ranked = own.values("value").map { value in own.filter { $0.text("value") == value } }
      .filter { $0.count("viewers") >= 100 }
      .sorted { a, b in
        let (left, right) = (worth(a), worth(b))
        return left == right ? a[0].text("value") < b[0].text("value") : left > right
      }
    guard let best = ranked.first, let worst = ranked.last, ranked.count > 1 else { return "" }
    return "\(describe(best)), \(describe(worst)). \(paidSentence(best, worst))"
      + "Customers count once a month."
  }

  /// Whether more viewers of one paywall paid than of the other.
  private func paidSentence(_ best: [Row], _ worst: [Row]) -> String {
    guard let verdict = best.verdict("paid", "viewers", beside: worst, "paid", "viewers") else {
      return ""
    }
    let shares = [best, worst].map { shown($0.rate("paid", "viewers")) }
    return "\(shares[0]) and \(shares[1]) of them paid: \(verdict.rawValue). "
  }

  private func worth(_ rows: [Row]) -> Double {
    rows.average("net_revenue", "viewers").magnitude ?? 0
  }

  private func describe(_ rows: [Row]) -> String {
    "\(rows.values("value").first ?? "") earned \(shown(rows.average("net_revenue", "viewers"))) "
      + "for each of \(Human.grouped(rows.count("viewers"))) viewers"
  }

  /// How soon new customers see a paywall, and how long those took who paid.
  var timingSentences: [String] {
    [encounterSentence, conversionSentence].filter { !$0.isEmpty }
  }

  private var encounterSentence: String {
    let rows = newest(1, of: "paywall_encounters", by: "cohort") { row in
      row.text("dimension") == "all"
    }
    guard let first = rows.first, let last = rows.last else { return "" }
    return "Of \(shown(first["customers"])) installs of \(shown(first["cohort"])), "
      + "\(shown(first["rate"])) had seen a paywall within \(first.int("days")) day, "
      + "\(shown(last["rate"])) within \(last.int("days")) days."
  }

  private var conversionSentence: String {
    let rows = newest(1, of: "conversion_times", by: "month") { row in
      row["complete"].isSet && row.text("path") == "first event to payment"
    }
    guard let row = rows.first, let half = row.double("median_days"),
      let early = row.double("quarter_days"), let late = row.double("three_quarter_days")
    else { return "" }
    return "Half of the \(shown(row["customers"])) who first paid in \(shown(row["month"])) did so "
      + "within \(Human.fixed(half, 1)) days of their first event (quartiles "
      + "\(Human.fixed(early, 1)) and \(Human.fixed(late, 1)) days)."
  }

  /// What each step of a funnel lost, in the newest month whose time is over.
  var lossTable: FigureTable {
    let rows = newest(1, of: "funnel_losses", by: "cohort") { _ in true }
    var table = FigureTable(
      header: [
        "Lost before, \(rows.months("cohort"))", "Step", "Lost", "Of", "Share", "Worth each",
        "Loss",
      ], words: 2)
    table.rows = rows.map { row in
      [row.text("funnel"), row.text("event")]
        + ["lost", "entered", "lost_rate", "revenue_per_customer", "loss"].map { shown(row[$0]) }
    }
    return table
  }
}
