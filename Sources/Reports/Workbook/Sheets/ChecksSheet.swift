import Metrics

/// Every reconciliation with both sides.
struct ChecksSheet: WorkbookSheet {
  let name: SheetName = "Checks"
  let subject = "Two ways to the same figures."

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    let passed = figures.checks.filter(\.passed).count
    try writer.head(
      "Checks",
      "Two ways to the same figure, compared before anything is published: \(passed) of "
        + "\(figures.checks.count) passed. Shown is the pair that differs most, of equal ones the largest."
    )
    let table = Table(
      name: "checks", columns: ChecksSheet.columns, rows: figures.checks.map(ChecksSheet.row))
    // Counts and amounts stand in one column.
    try writer.table(table, at: 3, "checks") { row, style in
      style.format == .number ? Style.of(row[3]) : style
    }
    for (index, check) in figures.checks.enumerated() {
      let style = Style.plain.bold.inked(check.passed ? .good : .bad).indented
      try writer.put(check.passed ? "PASS" : "FAIL", 4 + index, 6, style)
    }
    try writer.finish(frozenRows: 4)
  }

  private static let columns: [Table.Column] = [
    .init("check", .text, "What has to be equal."), .init("scope", .text, "Where."),
    .init("compared", .count, "How many pairs of figures."),
    .init("left", .number, "One way to the figure."), .init("right", .number, "The other way."),
    .init("difference", .number, "Left less right."), .init("result", .text, "PASS or FAIL."),
  ]

  private static func row(_ check: Check) -> [Cell] {
    [
      .text(check.name), .text(check.scope),
      check.compared.map { .count(Int64($0)) } ?? .missing, check.left, check.right,
      check.difference,
      .text(check.passed ? "PASS" : "FAIL"),
    ]
  }
}
