import Metrics

/// Every reconciliation with both sides.
struct ChecksSheet: WorkbookSheet {
  let name: SheetName = "Checks"

  func write(_ figures: Figures, with pen: SheetPen) throws {
    let passed = figures.checks.filter(\.passed).count
    try pen.head(
      "Checks",
      "Two ways to the same figure, compared before anything is published: \(passed) of "
        + "\(figures.checks.count) passed.")
    try pen.heads(
      ["Check", "Scope", "Left", "Right", "Difference", "Result"], 3, texts: 2, lastTexts: 1)
    for (index, check) in figures.checks.enumerated() { try write(check, pen, 4 + index) }
    if !figures.checks.isEmpty {
      let area = Area(rows: 3...(3 + figures.checks.count), columns: 0...5)
      try pen.book.define("checks", as: area, on: name)
    }
    try pen.finish(frozenRows: 4)
  }

  private func write(_ check: Check, _ pen: SheetPen, _ row: Int) throws {
    try pen.put(check.name, row, 0)
    try pen.put(check.scope, row, 1)
    for (column, cell) in [check.left, check.right, check.difference].enumerated() {
      try pen.put(cell, row, 2 + column)
    }
    try pen.put(
      check.passed ? "PASS" : "FAIL", row, 5, .plain.bold.inked(check.passed ? .good : .bad))
  }
}
