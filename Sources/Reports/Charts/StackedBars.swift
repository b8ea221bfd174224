/// Stacked columns with a zero axis: what is positive stands above it, what is negative hangs
/// below. Periods that are not over are hatched and say so.
struct StackedBars: Chart {
  struct Series: Sendable {
    var name: String
    var style: String
    var values: [Double]
  }

  var title: String
  var description: String
  var unit: Unit
  var labels: [String]
  var series: [Series]
  /// Whether each period is over.
  var isOver: [Bool]

  func draw(into svg: inout SVG) {
    let plot = PlotArea(self, axis: Axis(over: labels.indices.flatMap(ends)), count: labels.count)
    svg.legend(
      series.filter { $0.values.contains { $0 != 0 } }.map { (name: $0.name, style: $0.style) })
    svg.text(unit.label, width - 20, 44, "s", .end)
    plot.drawAxes(unit, labels, into: &svg)
    guard !labels.isEmpty else { return svg.text("No figures yet.", 380, 150, "u", .middle) }
    for index in labels.indices { draw(index, plot, into: &svg) }
  }

  /// The top and the bottom of one column.
  private func ends(_ index: Int) -> [Double] {
    let values = series.map { $0.values[index] }
    return [values.filter { $0 > 0 }.reduce(0, +), values.filter { $0 < 0 }.reduce(0, +)]
  }

  private func draw(_ index: Int, _ plot: PlotArea, into svg: inout SVG) {
    let width = min(44, plot.slot * 0.7)
    let x = plot.centre(index) - width / 2
    var (up, down) = (0.0, 0.0)
    for part in series where part.values[index] != 0 {
      let value = part.values[index]
      let from = value > 0 ? up : down
      if value > 0 { up += value } else { down += value }
      let top = plot.y(max(from, from + value))
      let tip =
        "\(labels[index])\(isOver[index] ? "" : " (not over)"): \(part.name) \(unit.exact(value))"
      svg.rect(x, top, width, plot.y(min(from, from + value)) - top, part.style, tip: tip)
    }
    if !isOver[index] { markOpen(x, width, up, down, plot, into: &svg) }
  }

  private func markOpen(
    _ x: Double, _ width: Double, _ up: Double, _ down: Double, _ plot: PlotArea,
    into svg: inout SVG
  ) {
    let top = plot.y(up)
    svg.rect(
      x, top, width, plot.y(down) - top, "",
      attributes: " fill=\"\(svg.hatch)\" pointer-events=\"none\"")
    svg.text("not over", min(x + width / 2, plot.right - 22), top - 6, "s", .middle)
  }
}

extension StackedBars {
  var numbers: FigureTable {
    var table = FigureTable(header: ["Month"] + series.map(\.name))
    table.rows = labels.indices.map { index in
      [labels[index] + (isOver[index] ? "" : " (not over)")]
        + series.map { unit.exact($0.values[index]) }
    }
    return table
  }
}
