import Values

/// A value axis with round ticks that shows zero, unless it is told to begin at the values.
struct Axis {
  let low: Double
  let high: Double
  let step: Double
  /// Whether all values are 0: any other tick would be made up.
  private let isFlat: Bool

  /// Over all of `values`; 0…1 where there are none but 0.
  init(over values: some Sequence<Double>, ticks: Double = 5, fromZero: Bool = true) {
    let lowest = fromZero ? min(0, values.min() ?? 0) : values.min() ?? 0
    let highest = fromZero ? max(0, values.max() ?? 0) : values.max() ?? 0
    isFlat = highest == lowest
    guard !isFlat else {
      (low, high, step) = (0, 1, 1)
      return
    }
    step = Axis.round((highest - lowest) / ticks)
    low = lowest == 0 ? 0 : (lowest / step + 1e-9).rounded(.down) * step
    high = max(low + step, (highest / step - 1e-9).rounded(.up) * step)
  }

  /// 1, 2 or 5 times a power of ten, no less than `value`.
  private static func round(_ value: Double) -> Double {
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return [1, 2, 5, 10].first { $0 * power >= value * 0.999_999 }.map { $0 * power } ?? power
  }

  var ticks: [Double] {
    isFlat ? [0] : (0...Int(((high - low) / step).rounded())).map { low + Double($0) * step }
  }

  /// The end that is farther from zero, without its sign.
  var farthest: Double { max(high, -low) }

  /// How far up the axis a value stands, 0…1.
  func share(_ value: Double) -> Double { (value - low) / (high - low) }
}

/// How the values of a chart are written.
enum Unit: Sendable, Equatable {
  case money(currency: String)
  case count(String)
  case percent

  /// On an axis up to `highest`, which decides whether its ticks are thousands.
  func tick(_ value: Double, upTo highest: Double) -> String {
    switch self {
    case .money(let currency):
      Unit.minus(value) + DisplayFormat(currency: currency).sign
        + Unit.short(abs(value), upTo: highest)
    case .count: Unit.minus(value) + Unit.short(abs(value), upTo: highest)
    case .percent: "\(Unit.trimmed(value * 100))%"
    }
  }

  /// In a tip.
  func exact(_ value: Double) -> String {
    switch self {
    case .money(let currency):
      Unit.minus(value) + DisplayFormat(currency: currency).sign
        + DisplayFormat.fixed(abs(value), abs(value) < 100 ? 2 : 0)
    case .count: grouped(Int64(value.rounded()))
    case .percent: "\(DisplayFormat.fixed(value * 100, 1))%"
    }
  }

  /// What stands beside the axis.
  var label: String {
    switch self {
    case .money(let currency): UntrustedText.cleaned(currency, limit: 8)
    case .count(let name): name
    case .percent: "share"
    }
  }

  /// `12k`, `1.5M`: at most five characters.
  private static func short(_ value: Double, upTo highest: Double) -> String {
    guard value > 0 else { return "0" }
    let (unit, letter) = highest >= 1e6 ? (1e6, "M") : highest >= 10_000 ? (1e3, "k") : (1, "")
    return value < 1 ? DisplayFormat.fixed(value, 2) : trimmed(value / unit) + letter
  }

  private static func minus(_ value: Double) -> String { value < 0 ? "−" : "" }

  /// One decimal, unless it is 0.
  private static func trimmed(_ value: Double) -> String {
    abs(value - value.rounded()) < 0.05
      ? DisplayFormat.fixed(value, 0) : DisplayFormat.fixed(value, 1)
  }
}

/// The field of a chart with axes, and where a value stands in it.
struct PlotArea {
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double
  let axis: Axis
  let count: Int
  /// Where the points stand, if they are not evenly spaced.
  private var places: [Double]?

  private let unit: Unit

  /// `count` = how many categories or points stand side by side.
  init(_ chart: some Chart, axis: Axis, _ unit: Unit, count: Int) {
    let longest = axis.ticks.map { unit.tick($0, upTo: axis.farthest).count }.max() ?? 0
    left = max(chart.isNarrow ? 40 : 64, 16 + Double(longest) * 6.2)
    right = chart.width - (chart.isNarrow ? 12 : 20)
    bottom = chart.height - 34
    top = 62
    self.axis = axis
    self.unit = unit
    self.count = max(1, count)
  }

  /// The width that one category has.
  var slot: Double { (right - left) / Double(count) }

  func centre(_ index: Int) -> Double { places?[index] ?? left + (Double(index) + 0.5) * slot }

  /// Spreads the points over the field as far apart as `positions` are, from 0 on.
  mutating func place(at positions: [Double]) {
    let last = max(1, positions.max() ?? 1)
    places = positions.map { left + $0 / last * (right - left - 30) }
  }

  /// From half way to the point `every` slots before to half way to the one as far behind.
  func reach(_ index: Int, _ every: Int) -> ClosedRange<Double> {
    guard let places else {
      let half = slot * Double(every) / 2
      return (centre(index) - half)...(centre(index) + half)
    }
    let before = index >= every ? (places[index - every] + places[index]) / 2 : left
    let behind =
      index + every < places.count ? (places[index] + places[index + every]) / 2 : right
    return before...behind
  }

  func y(_ value: Double) -> Double { bottom - axis.share(value) * (bottom - top) }

  /// Grid, tick labels, and a stronger line at zero.
  func drawAxes(_ labels: [String], into svg: inout SVG) {
    for tick in axis.ticks {
      svg.line(left, y(tick), right, y(tick), "grid")
      svg.text(
        unit.tick(abs(tick) < axis.step / 2 ? 0 : tick, upTo: axis.farthest), left - 8, y(tick) + 4,
        "s", .end)
    }
    let zero = y(max(0, axis.low))
    svg.line(left, zero, right, zero, axis.low > 0 ? "zero dash" : "zero")
    drawLabels(labels, into: &svg)
  }

  /// A line down through the point at which something happened, and its number.
  func drawMark(_ index: Int, _ number: String, into svg: inout SVG) {
    let x = centre(index)
    svg.line(x, top + 4, x, bottom, "zero dash")
    svg.text(number, x, top, "b", .middle)
  }

  /// As many labels as fit, the last one always.
  private func drawLabels(_ labels: [String], into svg: inout SVG) {
    guard places == nil, !labels.contains("") else {
      return drawPlacedLabels(labels, into: &svg)
    }
    let width = Double(labels.map(\.count).max() ?? 1) * 6.6 + 14
    let every = width > slot ? Int((width * 1.4 / slot).rounded(.up)) : 1
    for (index, label) in labels.enumerated() where (labels.count - 1 - index) % every == 0 {
      let isLast = index == labels.count - 1 && width > slot * 1.6
      svg.text(
        label, isLast ? right : centre(index), bottom + 20, "s", isLast ? .end : .middle)
    }
  }
}

extension PlotArea {
  /// From the last to the first, those with room.
  fileprivate func drawPlacedLabels(_ labels: [String], into svg: inout SVG) {
    var free = right + 10
    for (index, label) in labels.enumerated().reversed() where !label.isEmpty {
      let half = Double(label.count) * 3.3
      guard centre(index) + half < free else { continue }
      svg.text(label, centre(index), bottom + 20, "s", .middle)
      free = centre(index) - half - 8
    }
  }
}

extension SVG {
  /// The point of a line: each line has a shape of its own, so that colour is not all there is.
  mutating func mark(_ series: Int, _ x: Double, _ y: Double, _ style: String) {
    switch series % 3 {
    case 0: dot(x, y, style)
    case 1: rect(x - 3, y - 3, 6, 6, style)
    default:
      path(SVG.polyline([(x, y - 4), (x + 4, y + 3), (x - 4, y + 3)]) + "Z", style)
    }
  }
}
