import CXLSXWriter

/// Numbers at some points of a native series, where something happened. The library copies what it
/// is shown, so the parts live as long as the call.
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
