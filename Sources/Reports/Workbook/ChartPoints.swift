import CXLSXWriter

/// Numbers at points of a native series. The parts live as long as the library's call.
struct MarkedPoints: ~Copyable {
  private let font = UnsafeMutablePointer<lxw_chart_font>.allocate(capacity: 1)
  private let labels: UnsafeMutableBufferPointer<lxw_chart_data_label>
  private let strings = CStrings()

  /// The texts of `marks` by index, of `count` points.
  init(_ marks: [Int: String], count: Int) {
    font.initialize(to: lxw_chart_font())
    font.pointee.bold = 1
    labels = .allocate(capacity: count)
    for index in 0..<count {
      var label = lxw_chart_data_label()
      if let mark = marks[index] {
        label.value = strings.copy(mark)
        label.font = font
      } else {
        label.hide = 1
      }
      labels.initializeElement(at: index, to: label)
    }
  }

  func mark(_ series: UnsafeMutablePointer<lxw_chart_series>, isLine: Bool) -> lxw_error {
    chart_series_set_labels(series)
    let place = isLine ? LXW_CHART_LABEL_POSITION_ABOVE : LXW_CHART_LABEL_POSITION_CENTER
    chart_series_set_labels_position(series, UInt8(place.rawValue))
    var list = labels.indices.map { index in labels.baseAddress.map { $0 + index } } + [nil]
    return list.withUnsafeMutableBufferPointer {
      chart_series_set_labels_custom(series, $0.baseAddress)
    }
  }

  deinit {
    font.deallocate()
    labels.deallocate()
  }
}

/// Marks the last point of a native series as not over yet: hatched columns, or a dashed line to
/// it. The library copies what it is shown, so the parts live as long as the call.
struct OpenPoints: ~Copyable {
  private let fill = UnsafeMutablePointer<lxw_chart_fill>.allocate(capacity: 1)
  private let pattern = UnsafeMutablePointer<lxw_chart_pattern>.allocate(capacity: 1)
  private let lines = UnsafeMutablePointer<lxw_chart_line>.allocate(capacity: 2)
  private let points = UnsafeMutablePointer<lxw_chart_point>.allocate(capacity: 2)

  init(colour: UInt32, areColumns: Bool) {
    fill.initialize(to: lxw_chart_fill())
    fill.pointee.color = colour
    pattern.initialize(to: lxw_chart_pattern())
    pattern.pointee.fg_color = colour
    pattern.pointee.bg_color = 0xFFFFFF
    pattern.pointee.type = UInt8(LXW_CHART_PATTERN_WIDE_UPWARD_DIAGONAL.rawValue)
    lines.initialize(repeating: lxw_chart_line(), count: 2)
    for index in 0...1 {
      lines[index].color = colour
      lines[index].width = 2
    }
    lines[1].dash_type = UInt8(LXW_CHART_LINE_DASH_DASH.rawValue)
    points.initialize(repeating: lxw_chart_point(), count: 2)
    if areColumns {
      points[0].fill = fill
      points[1].pattern = pattern
    } else {
      points[0].line = lines
      points[1].line = lines + 1
    }
  }

  /// All of `count` points, of which the last is the open one.
  func mark(_ series: UnsafeMutablePointer<lxw_chart_series>, count: Int) -> lxw_error {
    var list: [UnsafeMutablePointer<lxw_chart_point>?] = Array(repeating: points, count: count - 1)
    list += [points + 1, nil]
    return list.withUnsafeMutableBufferPointer { chart_series_set_points(series, $0.baseAddress) }
  }

  deinit {
    fill.deallocate()
    pattern.deallocate()
    lines.deallocate()
    points.deallocate()
  }
}
