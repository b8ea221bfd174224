import Metrics
import Values

/// The tables that people read, each made once for the summary and the page.
extension Figures {
  var headlineTable: FigureTable {
    FigureTable(
      headlines, self, lastWords: 2,
      [
        .text("") { $0.name }, .text("Now") { shown($0.value) },
        .text("Before") { shown($0.before) },
        .text("Change") {
          isStale ? "" : $0.change + ($0.isBetter == false ? " (worse)" : "")
        },
        .text("Compared with") { isStale ? "" : $0.comparison }, .text("Based on") { $0.detail },
      ])
  }

  /// The last day, week, month, and the month so far, unless that is one of them.
  var periodTable: FigureTable {
    let isApart = ![1, 7, 30].contains(asOf.civil.day)
    var table = FigureTable(
      header: [
        "", DisplayFormat.dayName(asOf), "7 days", "vs before", "30 days", "vs before",
      ] + (isApart ? ["\(DisplayFormat.monthName(asOf.month)) to date"] : []))
    guard !rows(of: Daily.self).isEmpty else { return table }
    table.rows = periodLines.map { line in
      [
        line.name, shown(line.day), shown(line.week),
        DisplayFormat.change(line.week, from: line.weekBefore), shown(line.month),
        DisplayFormat.change(line.month, from: line.monthBefore),
      ] + (isApart ? [shown(line.toDate)] : [])
    }
    return table
  }

  func label(_ period: Cell, isOver: Bool) -> String {
    shown(period) + (isOver ? "" : " (not over)")
  }
}
