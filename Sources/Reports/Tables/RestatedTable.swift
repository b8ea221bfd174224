import Metrics
import Values

extension Figures {
  /// What this report shows otherwise than one before it did, the newest days first.
  var restatedTable: FigureTable {
    var table = FigureTable(
      header: ["Restated", "Figure", "Before", "After", "Cause"], words: 2, lastWords: 1)
    let rows = rows(of: Restated.self).where(Restated.published, is: asOf)
    table.fill(rows.suffix(12).reversed()) { row in
      [
        shown(row.cell(Restated.date)), row.text(Restated.figure),
        plain(row.cell(Restated.before)), plain(row.cell(Restated.after)),
        row.text(Restated.cause),
      ]
    }
    return table
  }

  /// A number with two decimals, where it is no count.
  private func plain(_ cell: Cell) -> String {
    if case .rate(let rate) = cell { return DisplayFormat.fixed(rate.value, 2) }
    return shown(cell)
  }
}
