/// Never smoothed; a missing value is a gap; what is not over is dashed.
struct LineChart: Chart {
  struct Series: Sendable {
    var name: String
    var style: String
    var values: [Double?]
    /// The first index of what is not over yet.
    var openFrom: Int?
    var stroke = Stroke.solid
  }

  /// What leads from one point to the next: nothing, where points stand for themselves.
  enum Stroke: Sendable { case solid, dashed, none }

  /// A shaded range: an interval, or what can still come.
  struct Band: Sendable {
    var name: String
    var style: String
    var low: [Double?]
    var high: [Double?]
    var isHatched = false
  }

  var title: String
  var description: String
  var unit: Unit
  var labels: [String]
  var series: [Series]
  var bands: [Band] = []
  /// Where the points stand from left to right; evenly spaced where there are none.
  var positions: [Double]?
  /// The names of the points in tips, where they say more than the labels.
  var tips: [String]?
  /// The points whose numbers are listed; nil = all.
  var listed: [Int]?
  /// What happened at a point: the number under which it is told, by the point's index.
  var marks: [Int: String] = [:]
  /// Shaded stretches of points, each with what happened in it.
  var stretches: [(points: ClosedRange<Int>, name: String)] = []
  /// Whether the axis shows zero; one that does not says so.
  var fromZero = true
  /// What the points are, as the header of their numbers.
  var first = "Month"
  var width = ChartSize.broad
  var emptiness = LineChart.noFigures

  func draw(into svg: inout SVG) {
    var plot = PlotArea(self, axis: axis, unit, count: labels.count)
    if let positions { plot.place(at: positions) }
    for stretch in stretches { draw(stretch, plot, into: &svg) }
    plot.drawAxes(labels, into: &svg)
    for band in bands { draw(band, plot, into: &svg) }
    for index in series.indices { draw(index, plot, into: &svg) }
    for (index, number) in marks.sorted(by: { $0.key < $1.key }) {
      plot.drawMark(index, number, into: &svg)
    }
    drawTips(plot, into: &svg)
  }

  /// All that is drawn.
  private var values: [Double] {
    series.flatMap { $0.values.compactMap { $0 } } + bands.flatMap { $0.high.compactMap { $0 } }
  }

  var isEmpty: Bool { values.isEmpty }
  /// Zeros need no room.
  var height: Double { values.allSatisfy { $0 == 0 } ? 150 : 300 }

  private var axis: Axis { Axis(over: values, fromZero: fromZero) }

  var measured: String { unit.label + (axis.low > 0 ? "; the axis does not begin at 0" : "") }

  var legend: [LegendEntry] {
    series.enumerated().map { index, line in
      let name = line.name + (line.openFrom == nil ? "" : " (dashed: not over)")
      return LegendEntry(name: name, style: line.style, line: index)
    }
      + bands.filter { !$0.runs.isEmpty }.map {
        LegendEntry(name: $0.name, style: "\($0.style) band\($0.isHatched ? " open" : "")")
      }
  }

  private func draw(
    _ stretch: (points: ClosedRange<Int>, name: String), _ plot: PlotArea, into svg: inout SVG
  ) {
    let x = plot.centre(stretch.points.lowerBound) - plot.slot / 2
    let end = plot.centre(stretch.points.upperBound) + plot.slot / 2
    svg.rect(x, plot.top, end - x, plot.bottom - plot.top, "churn band")
    let isLeft = x - plot.left > Double(stretch.name.count) * 6.4
    svg.text(
      stretch.name, isLeft ? x - 6 : x + 6, plot.top + 14, "s", isLeft ? .end : .start)
  }

  private func draw(_ index: Int, _ plot: PlotArea, into svg: inout SVG) {
    let line = series[index]
    let points = line.values.enumerated().map { place, value in
      value.map { (x: plot.centre(place), y: plot.y($0)) }
    }
    let open = line.stroke == .dashed ? 0 : min(line.openFrom ?? points.count, points.count)
    if line.stroke != .none {
      svg.path(SVG.polyline(Array(points.prefix(open))), "l \(line.style)")
      svg.path(SVG.polyline(Array(points.dropFirst(max(0, open - 1)))), "l dash \(line.style)")
    }
    for (place, point) in points.enumerated() {
      guard let point, points.count <= 40 || isAlone(place, line) else { continue }
      svg.mark(index, point.x, point.y, line.style)
    }
  }

  /// Whether no line leads to a point.
  private func isAlone(_ place: Int, _ line: Series) -> Bool {
    [place - 1, place + 1].allSatisfy {
      !line.values.indices.contains($0) || line.values[$0] == nil
    }
  }

  /// Each unbroken stretch of a band is a closed shape; a point alone is a narrow bar.
  private func draw(_ band: Band, _ plot: PlotArea, into svg: inout SVG) {
    var commands = ""
    for run in band.runs {
      let half = run.count == 1 ? 6.0 : 0
      let ends = half > 0 ? [run[0], run[0]] : run
      let x = ends.enumerated().map { plot.centre($1.index) + ($0 == 0 ? -half : half) }
      let upper = zip(x, ends).map { (x: $0, y: plot.y($1.high)) }
      let lower = zip(x, ends).reversed().map { (x: $0, y: plot.y($1.low)) }
      commands += SVG.polyline(upper + lower) + "Z"
    }
    svg.path(commands, "\(band.style) band\(band.isHatched ? " open" : "")")
    if band.isHatched { svg.path(commands, "", attributes: " fill=\"\(svg.hatch)\"") }
  }

  /// One column to hover over for each point, none narrower than five pixels.
  private func drawTips(_ plot: PlotArea, into svg: inout SVG) {
    let every = max(1, Int((5 / plot.slot).rounded(.up)))
    for index in stride(from: (labels.count - 1) % every, to: labels.count, by: every) {
      let values = series.compactMap { line in
        line.values[index].map { "\(line.name) \(unit.exact($0))" }
      }
      guard !values.isEmpty else { continue }
      let name = tips?[index] ?? labels[index]
      let reach = plot.reach(index, every)
      svg.rect(
        reach.lowerBound, plot.top, reach.upperBound - reach.lowerBound, plot.bottom - plot.top,
        "hit", tip: "\(name): \(values.joined(separator: ", "))")
    }
  }
}

extension LineChart.Band {
  /// Stretches of neighbouring points that have both ends.
  var runs: [[(index: Int, low: Double, high: Double)]] {
    var runs: [[(index: Int, low: Double, high: Double)]] = []
    for index in low.indices {
      guard let low = low[index], let high = high[index] else { continue }
      if runs.last?.last?.index == index - 1 {
        runs[runs.count - 1].append((index, low, high))
      } else {
        runs.append([(index, low, high)])
      }
    }
    return runs
  }
}

extension LineChart {
  /// A row for every listed point that has a value.
  var numbers: FigureTable {
    let columns = series.map { ($0.name, $0.values) } + bands.flatMap(\.columns)
    var table = FigureTable(header: [first] + columns.map(\.0))
    table.rows = (listed ?? Array(labels.indices)).compactMap { index in
      let cells = columns.map { $0.1[index].map(unit.exact) ?? "" }
      guard cells.contains(where: { !$0.isEmpty }) else { return nil }
      return [(tips?[index] ?? labels[index]) + openMark(index)] + cells
    }
    return table
  }

  private func openMark(_ index: Int) -> String {
    series.contains { index >= $0.openFrom ?? .max } ? " (not over)" : ""
  }
}

extension LineChart.Band {
  fileprivate var columns: [(String, [Double?])] {
    [("\(name), from", low), ("\(name), to", high)]
  }
}
