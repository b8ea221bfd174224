import Metrics
import Values

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
