/// The steps of a funnel as bars from zero, with the part that each keeps, and the step that
/// loses most.
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

  private static let row = 44.0
  private static let left = 190.0

  var height: Double { 52 + Double(max(1, steps.count)) * FunnelBars.row + 8 }

  func draw(into svg: inout SVG) {
    let all = steps.first?.count ?? 0
    for (index, step) in steps.enumerated() { draw(step, index, all, into: &svg) }
  }

  private func draw(_ step: Step, _ index: Int, _ all: Int, into svg: inout SVG) {
    let y = 50 + Double(index) * FunnelBars.row
    let full = width - FunnelBars.left - 190
    let bar = full * Double(step.count ?? 0) / Double(max(1, all))
    let count = step.count.map { Human.grouped(Int64($0)) } ?? Human.unknown
    svg.text("\(index + 1)  \(ForeignText.cleaned(step.name, limit: 20))", 16, y + 19, "t")
    svg.rect(
      FunnelBars.left, y, bar, 28, step.isWorst ? "churn" : "level",
      tip: "\(step.name): \(count) customers")
    let share = step.fromFirst.map { " · \(Unit.percent.exact($0)) of all" } ?? ""
    svg.text(count + share, FunnelBars.left + bar + 8, y + 13, "b")
    guard let kept = step.fromPrevious else { return }
    let worst = step.isWorst ? " · loses most" : ""
    svg.text(
      "\(Unit.percent.exact(kept)) of the step before\(worst)", FunnelBars.left + bar + 8, y + 27,
      "s")
  }
}

extension FunnelBars {
  var isEmpty: Bool { steps.first?.count ?? 0 == 0 }

  var numbers: FigureTable {
    var table = FigureTable(header: ["Step", "Customers", "Of the step before", "Of all"])
    table.rows = steps.map { step in
      [
        step.name + (step.isWorst ? " ← loses most" : ""),
        step.count.map { Human.grouped(Int64($0)) } ?? Human.unknown,
      ]
        + [step.fromPrevious, step.fromFirst].map { $0.map(Unit.percent.exact) ?? Human.unknown }
    }
    return table
  }
}
