import Metrics
import Settings
import Values

/// Apps, plans, countries, channels and platforms side by side.
extension Figures {
  /// The names of the columns of ``appLines``; the change stands between share and subscribers.
  static let appHeads = [
    "App", "MRR", "Share", "vs 30 days ago", "Subscribers", "Net revenue, 30 days",
    "Trials started, 30 days", "Churn, 30 days",
  ]

  /// The apps by MRR; none where the log has only one.
  var appLines: [SegmentLine] { segmentLines(of: .app) }

  /// The apps side by side; without rows where there is only one.
  func appTable(_ count: Int) -> FigureTable {
    var table = FigureTable(header: Self.appHeads)
    table.rows = appLines.prefix(count).map { line in
      [line.name, shown(line.mrr), shown(line.share)]
        + [DisplayFormat.change(line.mrr, from: line.before)]
        + [line.subscribers, line.netRevenue, line.trials, line.churn].map { shown($0) }
    }
    return table
  }

  /// The largest values of each dimension by MRR, so many of each.
  func segmentTable(_ each: Int) -> FigureTable {
    var table = FigureTable(
      header: [
        "Segment", "", "MRR", "Share", "vs 30 days ago", "Subscribers", "Churn, 30 days",
        "Matured trial conversion", "LTV, \(SegmentLine.valueDays) days", "ARPU",
      ], words: 2)
    let dimensions: [Dimension] = [.product, .country, .channel, .platform]
    table.rows = dimensions.flatMap { dimension in
      let lines = segmentLines(of: dimension)
      return lines.prefix(each).map { row($0, of: dimension) }
        + [others(Array(lines.dropFirst(each)), of: dimension)].compactMap(\.self)
    }
    return table
  }

  /// All that are left out, so that a dimension's MRR adds up to all of it; nil where none are.
  private func others(_ lines: [SegmentLine], of dimension: Dimension) -> [String]? {
    guard !lines.isEmpty else { return nil }
    let sum = { (part: (SegmentLine) -> Cell) in Cell.sum(lines.map(part)) }
    let (mrr, before) = (sum(\.mrr), sum(\.before))
    let share = Rate(mrr.integer, over: rows(of: Daily.self).last?.integer(Daily.mrr) ?? 0)
    return [
      dimension.name, "other (\(lines.count))", shown(mrr), shown(share),
      DisplayFormat.change(mrr, from: before),
    ] + [String](repeating: "", count: 5)
  }

  private func row(_ line: SegmentLine, of dimension: Dimension) -> [String] {
    [dimension.name, line.name, shown(line.mrr), shown(line.share)]
      + [DisplayFormat.change(line.mrr, from: line.before)]
      + [line.subscribers, line.churn, line.conversion, line.value, line.arpu].map { shown($0) }
  }
}
