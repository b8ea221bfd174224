import Metrics
import Values

extension Figures {
  /// Apple's counts beside ours, by class, over all days of the reports; empty without reports.
  var appStoreTable: FigureTable {
    var table = FigureTable(
      header: ["Class", "Apple", "Ours", "Difference", "Likely cause"], words: 1, lastWords: 1)
    typealias Differences = AppStoreDifferences
    let compared = rows(of: Differences.self).filter { $0[Differences.ours] != nil }
    let classes = Dictionary(grouping: compared) { $0[Differences.class] ?? "" }
    table.rows = classes.sorted { $0.key < $1.key }.map { name, rows in
      func sum(_ column: any ReportColumn<Differences>) -> String {
        DisplayFormat.grouped(rows.reduce(0) { $0 + $1.integer(column) })
      }
      return [
        name, sum(Differences.apple), sum(Differences.ours), sum(Differences.difference),
        causes(rows.map { $0[Differences.note] ?? "" }),
      ]
    }
    return table
  }

  /// Each cause with the number of counts that it is the likely one of.
  private func causes(_ notes: [String]) -> String {
    let named = Dictionary(grouping: notes.filter { !$0.isEmpty }) { $0 }.mapValues(\.count)
    return named.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) (\($0.value))" }.joined(separator: "; ")
  }
}
