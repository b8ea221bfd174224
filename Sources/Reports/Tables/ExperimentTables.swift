import Metrics
import Values

/// What an experiment has shown, in words.
struct ExperimentLine {
  var name: String
  /// `winner: benefits`, or `ahead: benefits` where somebody who looks every day has to wait.
  var verdict: String
  var reason: String
}

extension Figures {
  /// A line for every experiment, in the order of the table.
  var experimentLines: [ExperimentLine] {
    table("experiments").named.filter { $0["verdict"] != .missing && $0["is_control"].isSet }.map {
      row in
      let holds = row.text("verdict_any_day") == row.text("verdict")
      let verdict = row["winner"] == .missing ? row.text("verdict") : row.text("winner")
      let lead = row["winner"] == .missing ? "" : holds ? "winner: " : "ahead, not decided: "
      return ExperimentLine(
        name: row.text("experiment"), verdict: lead + verdict, reason: row.text("explanation"))
    }
  }

  /// The variants of every experiment, customers whose window is over.
  var experimentTable: FigureTable {
    var table = FigureTable(
      header: [
        "Experiment", "Variant", "Customers", "Trial", "Paid", "Net revenue each",
        "Paid, against control", "Chance to pay more often",
      ], words: 2)
    let rows = self.table("experiments").only("basis", "matured")
    let byMetric = Dictionary(grouping: rows.named) { $0.text("metric") }
    let figures = { (metric: String) in byMetric[metric] ?? [] }
    table.rows = zip(figures("paid"), zip(figures("trial"), figures("revenue"))).map {
      paid, others in
      [
        paid.text("experiment"), paid.text("variant"), shown(paid["exposed"]),
        shown(others.0["figure"]), shown(paid["figure"]), money(others.1.double("figure")),
        points(paid), paid["is_control"].isSet ? "control" : shown(paid["chance_to_win"]),
      ]
    }
    return table
  }

  /// `+1.2 pp (+0.1 to +2.3)`; nothing for the control.
  private func points(_ row: Row) -> String {
    guard let difference = row.double("difference"), let low = row.double("difference_low"),
      let high = row.double("difference_high")
    else { return "" }
    return "\(Human.points(difference)) pp (\(Human.points(low)) to \(Human.points(high)))"
  }

  /// A computed amount in units of a currency: the report's, where none is named.
  func money(_ units: Double?, in code: String? = nil) -> String {
    guard let units, abs(units) < 9e12 else { return Human.unknown }
    return Human(currency: code ?? currency).money(
      Amount(micros: Int64((units * 1_000_000).rounded())))
  }
}

extension Human {
  /// A difference of shares in percentage points, with its sign.
  static func points(_ difference: Double) -> String {
    let text = fixed(difference * 100, 1)
    return text == "0.0" || text == "−0.0" ? "±0" : (difference > 0 ? "+" : "") + text
  }
}

extension Figures {
  /// What the same thing brought at several prices.
  var priceTable: FigureTable {
    var table = FigureTable(
      header: [
        "Price", "Where", "Viewers", "Paid", "95% interval", "Net revenue a viewer",
        "95% interval",
      ], words: 2)
    table.rows = self.table("price_sensitivity").named.map { row in
      [
        row.text("price").isEmpty ? row.text("scope") : row.text("price"),
        row.text("price").isEmpty
          ? row.text("name") : "\(row.text("name")): \(row.text("scope"))",
        shown(row["viewers"]),
        shown(row["conversion"]),
        interval(shown(row["conversion_low"]), shown(row["conversion_high"])),
        money(row.double("per_viewer")),
        interval(money(row.double("per_viewer_low")), money(row.double("per_viewer_high"))),
      ]
    }
    return table
  }

  /// `12.0% to 15.0%`; unknown without both ends.
  private func interval(_ low: String, _ high: String) -> String {
    [low, high].contains(Human.unknown) ? Human.unknown : "\(low) to \(high)"
  }

  /// What to make of each price but the first, in sentences.
  var priceSentences: [(name: String, text: String)] {
    table("price_sensitivity").named.filter { $0["statement"] != .missing }.map {
      ("\($0.text("name")), \($0.text("scope"))", $0.text("statement"))
    }
  }
}
