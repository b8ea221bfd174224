import Metrics
import Values

extension Figures {
  /// Apple's counts beside ours, by class, over all days of the reports; empty without reports.
  var appStoreTable: FigureTable {
    var table = FigureTable(
      header: ["Class", "Apple", "Ours", "Difference", "Likely cause"], words: 1, lastWords: 1)
    let rows = self.table("reconciliation_app_store").named
    var classes: [String] = []
    for row in rows where row["ours"] != .missing && !classes.contains(row.text("class")) {
      classes.append(row.text("class"))
    }
    table.rows = classes.sorted().map { name in
      let counts = rows.filter { $0.text("class") == name && $0["ours"] != .missing }
      return [
        name, sum(counts.map { $0["apple"] }), sum(counts.map { $0["ours"] }),
        sum(counts.map { $0["difference"] }), causes(counts.map { $0.text("note") }),
      ]
    }
    return table
  }

  private func sum(_ cells: [Cell]) -> String {
    Human.grouped(cells.reduce(0) { $0 + ($1.count ?? 0) })
  }

  /// Each cause with the number of counts that it is the likely one of.
  private func causes(_ notes: [String]) -> String {
    let named = Dictionary(grouping: notes.filter { !$0.isEmpty }) { $0 }.mapValues(\.count)
    return named.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) (\($0.value))" }.joined(separator: "; ")
  }
}
