import Metrics
import Values

/// Segments as parts of the whole.
extension Figures {
  /// The largest segments of every dimension at the end of the newest month, by MRR.
  func segmentTable(_ each: Int) -> FigureTable {
    var table = FigureTable(
      header: ["Segment", "", "MRR", "Share", "Since the month began", "Subscribers"], words: 2)
    let newest = newest(1, by: MRRMovements.month) { _ in true }
    let total = newest.first(where: isTotal)?[MRRMovements.closing] ?? .zero
    let segments = newest.filter { !isTotal($0) }.groups(by: MRRMovements.dimension)
    table.rows = segments.flatMap { $0.rows.sorted(by: isLarger).prefix(each) }
      .map { line($0, total) }
    return table
  }

  private func isTotal(_ row: Row<MRRMovements>) -> Bool {
    row[MRRMovements.dimension] == "all"
  }

  /// By MRR, then by name.
  private func isLarger(_ a: Row<MRRMovements>, _ b: Row<MRRMovements>) -> Bool {
    let (left, right) = (a.integer(MRRMovements.closing), b.integer(MRRMovements.closing))
    return left == right
      ? a.text(MRRMovements.value) < b.text(MRRMovements.value) : left > right
  }

  private func line(_ row: Row<MRRMovements>, _ total: Amount) -> [String] {
    let (opening, closing) = (row.cell(MRRMovements.opening), row.cell(MRRMovements.closing))
    return [
      row.text(MRRMovements.dimension), row.text(MRRMovements.value), shown(closing),
      shown(closing.amount.flatMap { Rate($0.micros, over: total.micros) }),
      DisplayFormat.change(closing, from: opening),
      shown(row.cell(MRRMovements.closingSubscribers)),
    ]
  }
}
