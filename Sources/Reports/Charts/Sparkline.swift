/// A small line without axes beside a figure: only its shape matters, from its least to its
/// greatest value.
struct Sparkline {
  var values: [Double?]

  private static let (width, height) = (120.0, 32.0)

  /// An inline element that a screen reader passes over: the figure and its change stand beside it.
  var inline: String {
    let known = values.compactMap { $0 }
    guard known.count > 1, let low = known.min(), let high = known.max() else { return "" }
    let span = high > low ? high - low : 1
    let points = values.enumerated().map { index, value in
      value.map {
        (x: x(index), y: Sparkline.height - 4 - ($0 - low) / span * (Sparkline.height - 8))
      }
    }
    var svg = SVG(id: "spark")
    svg.path(SVG.polyline(points), "l level")
    if let last = points.last, let last { svg.dot(last.x, last.y, "level") }
    return
      "<svg viewBox=\"0 0 120 32\" class=\"chart spark\" aria-hidden=\"true\">\(svg.body)</svg>"
  }

  private func x(_ index: Int) -> Double {
    4 + Double(index) / Double(max(1, values.count - 1)) * (Sparkline.width - 8)
  }
}
