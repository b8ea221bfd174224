import Metrics
import Values

/// Complimentary access: who has it, why, and whether he comes to pay.
extension Figures {
  var complimentaryTable: FigureTable {
    var table = FigureTable(
      header: [
        "Reason", "Granted", "Running", "End in 30 days", "List value a month", "Ended",
        "Paid then",
        "Rate", "95% interval",
      ])
    table.fill(rows(of: ComplimentaryReasons.self)) { row in
      let interval =
        row[ComplimentaryReasons.low] == nil
        ? DisplayFormat.unknown
        : "\(shown(row.cell(ComplimentaryReasons.low)))–\(shown(row.cell(ComplimentaryReasons.high)))"
      return row.cells([
        ComplimentaryReasons.reason, ComplimentaryReasons.grants, ComplimentaryReasons.running,
        ComplimentaryReasons.ending, ComplimentaryReasons.listValue, ComplimentaryReasons.matured,
        ComplimentaryReasons.converted, ComplimentaryReasons.conversionRate,
      ]).map(shown) + [interval]
    }
    return table
  }

  /// Those that end next.
  func endingTable(_ count: Int) -> FigureTable {
    var table = FigureTable(
      header: ["Ends", "Customer", "Since", "Reason", "Granted by", "Product", "List value"],
      words: 6)
    let known = rows(of: Complimentary.self).filter { $0[Complimentary.ends] != nil }
    table.rows = known.prefix(count).map { row in
      row.cells([
        Complimentary.ends, Complimentary.customer, Complimentary.since, Complimentary.reason,
        Complimentary.grantedBy, Complimentary.product, Complimentary.listValue,
      ]).map(shown)
    }
    return table
  }
}
