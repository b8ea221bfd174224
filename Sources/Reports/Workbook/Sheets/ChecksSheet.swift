import Metrics

/// Every reconciliation with both sides.
struct ChecksSheet: WorkbookSheet {
  let name: SheetName = "Checks"
  let isHidden = true

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Checks",
      "Two ways to the same figure, compared before anything is published: "
        + "\(figures.checks.sentence). Shown is the pair that differs most; where all are "
        + "equal, the largest.")
    let table = Table(
      name: "checks", columns: ChecksSheet.columns, rows: figures.checks.map(ChecksSheet.row))
    // Counts and amounts stand in one column.
    try writer.table(table, at: 3, "checks") { row, style in
      style.format == .number ? Style.of(row[3]) : style
    }
    for (index, check) in figures.checks.enumerated() {
      let style = Style.plain.bold.inked(check.result.ink).indented
      try writer.put(check.result.rawValue, 4 + index, 6, style)
    }
    try writer.finish(frozenRows: 4)
  }

  private static let columns: [Table.Column] = [
    .init("check", .text, "What has to be equal."), .init("scope", .text, "Where."),
    .init("compared", .count, "How many pairs of figures."),
    .init("one_side", .number, "One way to the figure."),
    .init("other_side", .number, "The other way."),
    .init("difference", .number, "One side less the other."),
    .init("result", .text, "passed, FAILED or nothing to compare."),
  ]

  private static func row(_ check: Check) -> [Cell] {
    [
      .text(check.name), .text(check.scope),
      check.compared.map { .count(Int64($0)) } ?? .missing, check.left, check.right,
      check.difference,
      .text(check.result.rawValue),
    ]
  }
}

extension Check.Result {
  fileprivate var ink: Style.Ink? {
    switch self {
    case .passed: .good
    case .nothingToCompare: .faint
    case .failed: .bad
    }
  }
}
