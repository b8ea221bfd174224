import CXLSXWriter

/// A native chart over cells of a sheet.
struct WorkbookChart {
  enum Shape { case line, stackedColumns }

  struct Series {
    var name: String
    var values: Area
    /// Red, green, blue; nil = invisible (the base of a waterfall).
    var colour: UInt32?
  }

  var shape: Shape
  var title: String
  /// What a screen reader says.
  var description: String
  var unit: String
  var categories: Area
  var series: [Series]
  var numberFormat = "#,##0"
  /// How dates below the axis are written; nil for words.
  var dates: String? = "mmm yy"
  /// One label for so many categories.
  var labelEvery = 1
  var width = 860.0
  var height = 320.0
  var hasLegend = true
  /// The ends of the value axis, where a reader may not find them by itself.
  var range: Axis?
  /// The sheet whose cells are drawn, if it is not the chart's own.
  var source: SheetName?
}

extension SheetPen {
  /// Puts `chart` over the cells from `row`, `column` on.
  func insert(_ chart: WorkbookChart, at row: Int, _ column: Int) throws {
    let type = chart.shape == .line ? LXW_CHART_LINE : LXW_CHART_COLUMN_STACKED
    guard let object = workbook_add_chart(book.book, UInt8(type.rawValue)) else {
      throw WorkbookError.refused(call: "workbook_add_chart", sheet: name.rawValue, code: -1)
    }
    for series in chart.series { try add(series, of: chart, to: object) }
    decorate(object, as: chart)
    try place(object, chart, row, column)
  }

  private func add(
    _ series: WorkbookChart.Series, of chart: WorkbookChart,
    to object: UnsafeMutablePointer<lxw_chart>
  ) throws {
    let source = chart.source ?? name
    let added = chart_add_series(
      object, "=" + chart.categories.reference(on: source),
      "=" + series.values.reference(on: source))
    guard let added else {
      throw WorkbookError.refused(call: "chart_add_series", sheet: name.rawValue, code: -1)
    }
    chart_series_set_name(added, series.name)
    if chart.shape == .line {
      draw(line: series, added)
    } else {
      draw(columns: series, added)
    }
  }

  private func draw(
    line series: WorkbookChart.Series, _ added: UnsafeMutablePointer<lxw_chart_series>
  ) {
    var line = lxw_chart_line()
    line.color = series.colour ?? 0x7F7F7F
    line.width = 2
    chart_series_set_line(added, &line)
  }

  private func draw(
    columns series: WorkbookChart.Series, _ added: UnsafeMutablePointer<lxw_chart_series>
  ) {
    var fill = lxw_chart_fill()
    fill.color = series.colour ?? 0xFFFFFF
    fill.none = series.colour == nil ? 1 : 0
    chart_series_set_fill(added, &fill)
  }

  private func decorate(_ object: UnsafeMutablePointer<lxw_chart>, as chart: WorkbookChart) {
    chart_title_set_name(object, chart.title)
    var font = lxw_chart_font()
    font.size = 12
    chart_title_set_name_font(object, &font)
    chart_axis_set_name(object.pointee.y_axis, chart.unit)
    chart_axis_set_num_format(object.pointee.y_axis, chart.numberFormat)
    if let dates = chart.dates { chart_axis_set_num_format(object.pointee.x_axis, dates) }
    chart_axis_set_interval_unit(object.pointee.x_axis, UInt16(max(1, chart.labelEvery)))
    chart_axis_set_interval_tick(object.pointee.x_axis, UInt16(max(1, chart.labelEvery)))
    var grid = lxw_chart_line()
    grid.color = 0xD9D9D9
    grid.width = 0.75
    chart_axis_major_gridlines_set_line(object.pointee.y_axis, &grid)
    chart_axis_set_label_position(
      object.pointee.x_axis, UInt8(LXW_CHART_AXIS_LABEL_POSITION_LOW.rawValue))
    if let range = chart.range {
      chart_axis_set_min(object.pointee.y_axis, range.low)
      chart_axis_set_max(object.pointee.y_axis, range.high)
      chart_axis_set_major_unit(object.pointee.y_axis, range.step)
    } else if chart.shape == .line {
      chart_axis_set_min(object.pointee.y_axis, 0)
    }
    let legend = chart.hasLegend ? LXW_CHART_LEGEND_BOTTOM : LXW_CHART_LEGEND_NONE
    chart_legend_set_position(object, UInt8(legend.rawValue))
  }

  private func place(
    _ object: UnsafeMutablePointer<lxw_chart>, _ chart: WorkbookChart, _ row: Int, _ column: Int
  ) throws {
    let strings = CStrings()
    var options = lxw_chart_options()
    options.x_scale = chart.width / 480
    options.y_scale = chart.height / 288
    options.description = strings.copy(chart.description)
    try check(
      worksheet_insert_chart_opt(sheet, UInt32(row), UInt16(column), object, &options),
      "worksheet_insert_chart_opt", sheet: name.rawValue)
  }
}
