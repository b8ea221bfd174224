/// The steps of a funnel as bars from zero, with the part that each keeps, and the step that
/// has the biggest drop-off.
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
    count.map { DisplayFormat.grouped(Int64($0)) } ?? DisplayFormat.unknown
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
