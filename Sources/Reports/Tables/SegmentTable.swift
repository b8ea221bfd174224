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
      segmentLines(of: dimension).prefix(each).map { row($0, of: dimension) }
    }
    return table
  }

  private func row(_ line: SegmentLine, of dimension: Dimension) -> [String] {
    [dimension.name, line.name, shown(line.mrr), shown(line.share)]
      + [DisplayFormat.change(line.mrr, from: line.before)]
      + [line.subscribers, line.churn, line.conversion, line.value, line.arpu].map { shown($0) }
  }
}
