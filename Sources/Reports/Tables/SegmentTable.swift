import Metrics
import Values

/// A segment's part of the whole.
struct SegmentLine {
  var dimension: String
  var value: String
  var mrr: Cell
  var opening: Cell
  var share: Cell
  var customers: Cell
}

extension Figures {
  func segmentTable(_ each: Int) -> FigureTable {
    var table = FigureTable(
      header: ["Segment", "", "MRR", "Share", "Since the month began", "Subscribers"], words: 2)
    table.rows = topSegments(each).map { line in
      [
        line.dimension, line.value, shown(line.mrr), shown(line.share),
        Human.change(line.mrr, from: line.opening), shown(line.customers),
      ]
    }
    return table
  }

  /// The largest segments of every dimension at the end of the newest month, by MRR.
  private func topSegments(_ each: Int) -> [SegmentLine] {
    let rows = table("mrr_movements").named
    let newest = rows.compactMap { $0["month"].month }.max()
    let last = rows.filter { $0["month"].month == newest }
    let total = last.first { $0.text("dimension") == "all" }?["closing"].amount ?? .zero
    return dimensions(of: last).flatMap { dimension in
      last.filter { $0.text("dimension") == dimension }.sorted(by: isLarger).prefix(each)
        .map { segment($0, total) }
    }
  }

  private func dimensions(of rows: [Row]) -> [String] {
    rows.reduce(into: []) { found, row in
      let dimension = row.text("dimension")
      if dimension != "all", !found.contains(dimension) { found.append(dimension) }
    }
  }

  /// By MRR, then by name.
  private func isLarger(_ a: Row, _ b: Row) -> Bool {
    let (left, right) = (a["closing"].amount ?? .zero, b["closing"].amount ?? .zero)
    return left == right ? a.text("value") < b.text("value") : left > right
  }

  private func segment(_ row: Row, _ total: Amount) -> SegmentLine {
    let part = row["closing"].amount
    return SegmentLine(
      dimension: row.text("dimension"), value: row.text("value"), mrr: row["closing"],
      opening: row["opening"],
      share: part.flatMap { Rate($0.micros, over: total.micros) }.map { .rate($0) } ?? .missing,
      customers: row["closing_subscribers"])
  }
}
