import CXLSXWriter
import Values

/// A native chart over cells of a sheet.
struct WorkbookChart {
  enum Shape {
    case line, stackedColumns
    /// Straight lines between points whose categories are numbers.
    case scatter
  }

  struct Series {
    var name: String
    var values: Area
    var colour: ChartColour
    var stroke = LineChart.Stroke.solid
  }

  var shape: Shape
  var title: String
  /// What a screen reader says.
  var description: String
  var unit: String
  var categories: Area
  /// The sheet that the categories are on, if not where the values are.
  var categorySheet: SheetName?
  var series: [Series]
  var numberFormat = "#,##0"
  /// Whether the currency's sign stands in front of its values.
  var isMoney = false
  /// How dates below the axis are written; nil for words.
  var dates: String? = "mmm yy"
  /// One label for so many categories.
  var labelEvery = 1
  var width = 860.0
  var height = 320.0
  var hasLegend = true
  /// The ends of the value axis, where a reader may not find them by itself.
  var range: Axis?
  /// Where the value axis begins, if not at 0; the title says so.
  private(set) var floor: Double?
  /// Whether the last period is not over: hatched or dashed, and in the title.
  var isLastOpen = false
  /// By category, the numbers of what happened there; drawn at the first series.
  var marks: [Int: String] = [:]
  /// How far right of its cell the chart begins, in pixels.
  var offset = 0.0
  /// The sheet whose cells are drawn, if it is not the chart's own.
  var source: SheetName?
}

extension WorkbookChart {
  /// Begins the axis below the least of `values`, where one from 0 would be mostly empty.
  mutating func narrow(to values: [Double]) {
    guard let low = values.min(), let high = values.max(), low > high / 2, high > low else {
      return
    }
    let step = Axis(over: [high - low]).step
    floor = (low / step).rounded(.down) * step
    title += " (axis not from 0)"
  }
}

extension SheetWriter {
  func insert(_ chart: WorkbookChart, at row: Int, _ column: Int) throws {
    guard let object = workbook_add_chart(book.book, UInt8(chart.shape.type.rawValue)) else {
      throw Failure.refused("workbook_add_chart", sheet: name.rawValue)
    }
    for (index, series) in chart.series.enumerated() {
      let added = try add(series, of: chart, to: object)
      if index == 0 { try mark(added, series, of: chart) }
    }
    if chart.source != nil { chart_show_hidden_data(object) }
    decorate(object, as: chart)
    try place(object, chart, row, column)
    pictures.append(.init(row: row, column: column, chart: chart))
  }

  private func add(
    _ series: WorkbookChart.Series, of chart: WorkbookChart,
    to object: UnsafeMutablePointer<lxw_chart>
  ) throws -> UnsafeMutablePointer<lxw_chart_series> {
    let source = chart.source ?? name
    let added = chart_add_series(
      object, "=" + chart.categories.reference(on: chart.categorySheet ?? source),
      "=" + series.values.reference(on: source))
    guard let added else {
      throw Failure.refused("chart_add_series", sheet: name.rawValue)
    }
    chart_series_set_name(added, series.name)
    switch chart.shape {
    case .line, .scatter: draw(line: series, added)
    case .stackedColumns: draw(columns: series, added)
    }
    if chart.isLastOpen {
      let points = OpenPoints(
        colour: series.colour.onLight, areColumns: chart.shape == .stackedColumns)
      try check(
        points.mark(added, count: series.values.points), "chart_series_set_points")
    }
    return added
  }

  private func mark(
    _ added: UnsafeMutablePointer<lxw_chart_series>, _ series: WorkbookChart.Series,
    of chart: WorkbookChart
  ) throws {
    guard !chart.marks.isEmpty else { return }
    let marked = MarkedPoints(chart.marks, count: series.values.points)
    try check(
      marked.mark(added, isLine: chart.shape != .stackedColumns), "chart_series_set_labels_custom")
  }

  private func draw(
    line series: WorkbookChart.Series, _ added: UnsafeMutablePointer<lxw_chart_series>
  ) {
    var line = lxw_chart_line()
    line.color = series.colour.onLight
    line.width = 2
    switch series.stroke {
    case .solid: break
    case .dashed: line.dash_type = UInt8(LXW_CHART_LINE_DASH_DASH.rawValue)
    case .none:
      line.none = 1
      dot(series, added)
    }
    chart_series_set_line(added, &line)
  }

  /// Points without a line between them.
  private func dot(
    _ series: WorkbookChart.Series, _ added: UnsafeMutablePointer<lxw_chart_series>
  ) {
    var fill = lxw_chart_fill()
    fill.color = series.colour.onLight
    chart_series_set_marker_type(added, UInt8(LXW_CHART_MARKER_CIRCLE.rawValue))
    chart_series_set_marker_size(added, 7)
    chart_series_set_marker_fill(added, &fill)
  }

  private func draw(
    columns series: WorkbookChart.Series, _ added: UnsafeMutablePointer<lxw_chart_series>
  ) {
    var fill = lxw_chart_fill()
    fill.color = series.colour.onLight
    chart_series_set_fill(added, &fill)
  }

  private func decorate(_ object: UnsafeMutablePointer<lxw_chart>, as chart: WorkbookChart) {
    chart_title_set_name(
      object, chart.title + (chart.isLastOpen ? " (the last one is not over)" : ""))
    var font = lxw_chart_font()
    font.size = 12
    chart_title_set_name_font(object, &font)
    if let dates = chart.dates { chart_axis_set_num_format(object.pointee.x_axis, dates) }
    chart_axis_set_label_position(
      object.pointee.x_axis, UInt8(LXW_CHART_AXIS_LABEL_POSITION_LOW.rawValue))
    spread(object, as: chart)
    measure(object, as: chart)
    let legend = chart.hasLegend ? LXW_CHART_LEGEND_BOTTOM : LXW_CHART_LEGEND_NONE
    chart_legend_set_position(object, UInt8(legend.rawValue))
  }

  /// The axis of values, from zero.
  private func measure(_ object: UnsafeMutablePointer<lxw_chart>, as chart: WorkbookChart) {
    let axis = object.pointee.y_axis
    chart_axis_set_name(axis, chart.unit)
    let sign = chart.isMoney ? "\"\(book.sign)\"" : ""
    chart_axis_set_num_format(axis, sign + chart.numberFormat)
    var grid = lxw_chart_line()
    grid.color = 0xD9D9D9
    grid.width = 0.75
    chart_axis_major_gridlines_set_line(axis, &grid)
    if let range = chart.range {
      chart_axis_set_min(axis, range.low)
      chart_axis_set_max(axis, range.high)
      chart_axis_set_major_unit(axis, range.step)
    } else if chart.shape != .stackedColumns {
      chart_axis_set_min(axis, chart.floor ?? 0)
    }
  }

  /// The axis below: numbers from zero, or one label for some of the categories.
  private func spread(_ object: UnsafeMutablePointer<lxw_chart>, as chart: WorkbookChart) {
    let axis = object.pointee.x_axis
    guard chart.shape != .scatter else { return chart_axis_set_min(axis, 0) }
    chart_axis_set_interval_unit(axis, UInt16(max(1, chart.labelEvery)))
    chart_axis_set_interval_tick(axis, UInt16(max(1, chart.labelEvery)))
  }

  private func place(
    _ object: UnsafeMutablePointer<lxw_chart>, _ chart: WorkbookChart, _ row: Int, _ column: Int
  ) throws {
    let strings = CStrings()
    var options = lxw_chart_options()
    options.x_offset = Int32(chart.offset)
    options.x_scale = chart.width / 480
    options.y_scale = chart.height / 288
    options.description = strings.copy(chart.description)
    try check(
      worksheet_insert_chart_opt(sheet, UInt32(row), UInt16(column), object, &options),
      "worksheet_insert_chart_opt")
  }
}

extension Area {
  /// Of a series: it is a row or a column.
  fileprivate var points: Int { max(rows.count, columns.count) }
}

extension WorkbookChart.Shape {
  fileprivate var type: lxw_chart_type {
    switch self {
    case .line: LXW_CHART_LINE
    case .stackedColumns: LXW_CHART_COLUMN_STACKED
    case .scatter: LXW_CHART_SCATTER_STRAIGHT_WITH_MARKERS
    }
  }
}
