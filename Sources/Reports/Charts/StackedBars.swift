/// Stacked columns with a zero axis. Periods that are not over are hatched.
struct StackedBars: Chart {
  struct Series: Sendable {
    var name: String
    var style: String
    /// Nil where it is not known or not to be shown.
    var values: [Double?]
  }

  var title: String
  var description: String
  var unit: Unit
  var labels: [String]
  var series: [Series]
  var isOver: [Bool]
  /// What happened in a period: the numbers under which it is told, by the period's index.
  var marks: [Int: String] = [:]
  var width = ChartSize.broad

  var measured: String { unit.label }

  var legend: [LegendEntry] {
    series.filter { $0.values.contains { $0 ?? 0 != 0 } }.map {
      LegendEntry(name: $0.name, style: $0.style)
    }
  }

  func draw(into svg: inout SVG) {
    let axis = Axis(over: labels.indices.flatMap(ends))
    let plot = PlotArea(self, axis: axis, unit, count: labels.count)
    plot.drawAxes(labels, into: &svg)
    for index in labels.indices { draw(index, plot, into: &svg) }
    for (index, numbers) in marks.sorted(by: { $0.key < $1.key }) {
      svg.text(numbers, plot.centre(index), plot.top, "b", .middle)
    }
  }

  private func ends(_ index: Int) -> [Double] { Self.ends(of: series.map { $0.values[index] }) }

  /// The top and the bottom of one column.
  static func ends(of parts: [Double?]) -> [Double] {
    let values = parts.compactMap(\.self)
    return [values.filter { $0 > 0 }.reduce(0, +), values.filter { $0 < 0 }.reduce(0, +)]
  }

  private func draw(_ index: Int, _ plot: PlotArea, into svg: inout SVG) {
    let width = min(44, plot.slot * 0.7)
    let x = plot.centre(index) - width / 2
    var (up, down) = (0.0, 0.0)
    for part in series {
      guard let value = part.values[index], value != 0 else { continue }
      let from = value > 0 ? up : down
      if value > 0 { up += value } else { down += value }
      let top = plot.y(max(from, from + value))
      let tip =
        "\(labels[index])\(isOver[index] ? "" : " (not over)"): \(part.name) \(unit.exact(value))"
      svg.rect(x, top, width, plot.y(min(from, from + value)) - top, part.style, tip: tip)
    }
    if series.allSatisfy({ $0.values[index] == nil }) {
      let words = plot.slot < 50 ? DisplayFormat.unknown : "not shown"
      svg.text(words, x + width / 2, plot.y(0) - 6, "s", .middle)
    }
    if !isOver[index] { markOpen(index, x, width, plot, into: &svg) }
  }

  /// Hatches a column, and says so above it and the one before, into which the words reach.
  private func markOpen(
    _ index: Int, _ x: Double, _ width: Double, _ plot: PlotArea, into svg: inout SVG
  ) {
    let (up, down) = (ends(index)[0], ends(index)[1])
    svg.rect(
      x, plot.y(up), width, plot.y(down) - plot.y(up), "",
      attributes: " fill=\"\(svg.hatch)\" pointer-events=\"none\"")
    let highest = max(up, index > 0 ? ends(index - 1)[0] : 0)
    svg.text("not over", min(x + width / 2, plot.right - 22), plot.y(highest) - 6, "s", .middle)
  }
}

extension StackedBars {
  var isEmpty: Bool { labels.isEmpty }
  /// Zeros need no room.
  var height: Double { labels.indices.flatMap(ends).allSatisfy { $0 == 0 } ? 150 : 300 }

  var numbers: FigureTable {
    var table = FigureTable(header: ["Month"] + series.map(\.name))
    table.rows = labels.indices.map { index in
      [labels[index] + (isOver[index] ? "" : " (not over)")]
        + series.map { $0.values[index].map(unit.exact) ?? DisplayFormat.unknown }
    }
    return table
  }
}
