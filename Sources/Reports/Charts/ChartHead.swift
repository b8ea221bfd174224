struct LegendEntry: Sendable {
  var name: String
  var style: String
  /// Which line it names; nil for a coloured square.
  var line: Int?

  /// The room that it takes with its mark and the space behind it.
  var width: Double { 33 + Double(name.count) * 6.4 }
}

/// The title, the legend and the unit of a chart, on as many lines as its width needs. What is more
/// than one line of each stands above 0, so that the rest of the picture stays where it is.
struct ChartHead {
  private let titles: [String]
  private let rows: [[LegendEntry]]
  private let unit: String
  private let width: Double

  init(_ chart: some Chart) {
    width = chart.width
    unit = chart.isEmpty ? "" : chart.measured
    titles = chart.title.wrapped(limit: Int((chart.width - 32) / 9))
    rows = chart.isEmpty ? [] : ChartHead.rows(chart.legend, chart.measured, chart.width)
  }

  /// How far the head reaches above 0.
  var rise: Double { titleRise + 18 * Double(max(0, titles.count - 1)) }

  private var titleRise: Double { 16 * Double(max(0, rows.count - 1)) }

  func draw(into svg: inout SVG) {
    for (index, line) in titles.enumerated() {
      svg.text(line, 16, 24 - titleRise - 18 * Double(titles.count - 1 - index), "h")
    }
    for (index, row) in rows.enumerated() {
      draw(row, 44 - 16 * Double(rows.count - 1 - index), into: &svg)
    }
    if !unit.isEmpty { svg.text(unit, width - 20, 44, "s", .end) }
  }

  private func draw(_ row: [LegendEntry], _ y: Double, into svg: inout SVG) {
    var x = 16.0
    for entry in row {
      if let line = entry.line {
        svg.mark(line, x + 5, y - 4, entry.style)
      } else {
        svg.rect(x, y - 9, 10, 10, entry.style)
      }
      svg.text(entry.name, x + 15, y, "s")
      x += entry.width
    }
  }

  /// The unit has its place at the end of the last row.
  private static func rows(
    _ legend: [LegendEntry], _ unit: String, _ width: Double
  ) -> [[LegendEntry]] {
    var rows: [[LegendEntry]] = [[]]
    var x = 16.0
    for entry in legend {
      if x > 16, x + entry.width - 18 > width - 12 {
        rows.append([])
        x = 16
      }
      rows[rows.count - 1].append(entry)
      x += entry.width
    }
    return x + Double(unit.count) * 6.4 > width - 12 ? rows + [[]] : rows
  }
}
