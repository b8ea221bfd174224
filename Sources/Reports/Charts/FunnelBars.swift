import Metrics
import Values

/// Bars from zero, with the part that each step keeps.
struct FunnelBars: Chart {
  struct Step: Sendable {
    var name: String
    /// Nil where it is not to be shown.
    var count: Int?
    var fromPrevious: Double?
    var fromFirst: Double?
    var isWorst: Bool
  }

  var title: String
  var description: String
  var steps: [Step]
  var width = ChartSize.broad

  private static let left = 190.0

  private var row: Double { isNarrow ? 62 : 44 }
  var height: Double { 52 + Double(max(1, steps.count)) * row + 8 }

  func draw(into svg: inout SVG) {
    for (index, step) in steps.enumerated() {
      let y = 50 + Double(index) * row
      let name = "\(index + 1)  \(UntrustedText.cleaned(step.name, limit: 20))"
      if isNarrow { drawBelow(name, step, y, into: &svg) } else { draw(name, step, y, into: &svg) }
    }
  }

  /// The name, the bar and its numbers beside one another.
  private func draw(_ name: String, _ step: Step, _ y: Double, into svg: inout SVG) {
    let bar = (width - FunnelBars.left - 190) * share(of: step)
    svg.text(name, 16, y + 19, "t")
    svg.rect(FunnelBars.left, y, bar, 28, step.style, tip: step.tip)
    svg.text(step.number, FunnelBars.left + bar + 8, y + 13, "b")
    if let kept = step.kept { svg.text(kept, FunnelBars.left + bar + 8, y + 27, "s") }
  }

  /// The bar below its name and above the part that it keeps.
  private func drawBelow(_ name: String, _ step: Step, _ y: Double, into svg: inout SVG) {
    svg.text(name, 16, y + 10, "t")
    svg.text(step.number, width - 16, y + 10, "b", .end)
    svg.rect(16, y + 16, (width - 32) * share(of: step), 18, step.style, tip: step.tip)
    if let kept = step.kept { svg.text(kept, 16, y + 47, "s") }
  }

  private func share(of step: Step) -> Double {
    Double(step.count ?? 0) / Double(max(1, steps.first?.count ?? 0))
  }
}

extension FunnelBars.Step {
  fileprivate var style: String { isWorst ? "churn" : "level" }

  fileprivate var customers: String {
    count.map { grouped(Int64($0)) } ?? DisplayFormat.unknown
  }

  fileprivate var tip: String { "\(name): \(customers) customers" }

  fileprivate var number: String {
    customers + (fromFirst.map { " · \(Unit.percent.exact($0)) of all" } ?? "")
  }

  fileprivate var kept: String? {
    fromPrevious.map {
      "\(Unit.percent.exact($0)) of the step before\(isWorst ? " · biggest drop-off" : "")"
    }
  }
}

extension FunnelBars {
  var isEmpty: Bool { steps.first?.count ?? 0 == 0 }

  var numbers: FigureTable {
    var table = FigureTable(header: ["Step", "Customers", "Of the step before", "Of all"])
    table.rows = steps.map { step in
      [
        step.name + (step.isWorst ? " ← biggest drop-off" : ""),
        step.customers,
      ]
        + [step.fromPrevious, step.fromFirst].map {
          $0.map(Unit.percent.exact) ?? DisplayFormat.unknown
        }
    }
    return table
  }
}

/// A small line without axes, from its least to its greatest value.
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

/// Parts of a change as bars to both sides of nothing, each with its name and its amount.
struct PartBars: Chart {
  var title: String
  var description: String
  var parts: [(name: String, value: Double, text: String)]
  var width = ChartSize.broad

  private static let rowHeight = 40.0
  var height: Double { 46 + Self.rowHeight * Double(parts.count) }
  var isEmpty: Bool { parts.allSatisfy { $0.value == 0 } }

  func draw(into svg: inout SVG) {
    let reach = parts.map { abs($0.value) }.max() ?? 1
    let scale = (width - 32) / 2 / reach
    let middle = width / 2
    for (row, part) in parts.enumerated() {
      let y = 52 + Self.rowHeight * Double(row)
      svg.text(part.name, 16, y)
      svg.text(part.text, width - 16, y, "b", .end)
      let length = abs(part.value) * scale
      svg.rect(
        part.value < 0 ? middle - length : middle, y + 6, length, 12,
        part.value < 0 ? "churn" : "new", tip: "\(part.name) \(part.text)")
    }
    svg.line(middle, 40, middle, height - 6, "zero")
  }

  var numbers: FigureTable {
    var table = FigureTable(header: ["", "Amount"])
    table.rows = parts.map { [$0.name, $0.text] }
    return table
  }
}

extension Reasons {
  func chart(_ figures: Figures) -> PartBars {
    PartBars(
      title: title, description: "What MRR changed by, in parts that add up.",
      parts: parts.map { ($0.name, Double($0.amount.micros) / 1e6, figures.signed($0.amount)) })
  }
}
