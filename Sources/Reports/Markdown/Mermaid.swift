import Metrics

/// Charts as text, for places that show Mermaid but no files. Only what its charts can tell
/// honestly: levels by month. Empty for the others.
enum Mermaid {
  static func chart(_ name: String, _ figures: Figures) -> String {
    switch name {
    case "mrr": mrr(figures)
    case "revenue": revenue(figures)
    default: ""
    }
  }

  private static func mrr(_ figures: Figures) -> String {
    let rows = figures.totals("mrr_movements").suffix(13)
    return bars(
      "MRR at the end of the month", rows.map { figures.shown($0["month"]) },
      rows.map { $0.double("closing") ?? 0 })
  }

  private static func revenue(_ figures: Figures) -> String {
    let rows = figures.monthly("revenue").suffix(13)
    return bars(
      "Net revenue by month", rows.map { figures.shown($0["period"]) },
      rows.map { $0.double("net") ?? 0 })
  }

  private static func bars(_ title: String, _ labels: [String], _ values: [Double]) -> String {
    guard !labels.isEmpty else { return "" }
    let axis = Axis(over: values)
    return """
      ```mermaid
      xychart-beta
        title "\(title)"
        x-axis [\(labels.map { "\"\($0)\"" }.joined(separator: ", "))]
        y-axis \(SVG.number(axis.low)) --> \(SVG.number(axis.high))
        bar [\(values.map(SVG.number).joined(separator: ", "))]
      ```

      """
  }
}
