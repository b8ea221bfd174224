import Metrics
import Values

/// What the file is, what it is made of, and what its words mean.
struct AboutSheet: WorkbookSheet {
  let name: SheetName = "About"
  let isHidden = true

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Subscription metrics to \(figures.asOf)",
      "What this file is made of, and what its words mean. Amounts are in \(figures.currency).")
    var row = try writeFacts(figures, writer, from: 3)
    row = try writeInputs(figures, writer, from: row + 1)
    row = try writeTables(figures, writer, from: row + 1)
    try writeTerms(writer, from: row + 1)
    writer.widen(0, to: 28)
    writer.widen(1, to: 22)
    try writer.finish()
  }

  private func writeFacts(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws -> Int {
    let facts: [(String, Cell)] = [
      ("As-of day", .day(figures.asOf)), ("Time zone", .text(figures.zone)),
      ("Currency", .text(figures.currency)),
      ("First day", figures.firstDay.map { .day($0) } ?? .missing),
      ("Freshness", figures.freshness.map { .text($0) } ?? .missing),
      ("Program", .text("Runrate \(figures.version)")),
      ("Configuration", .text(figures.configurationHash)),
      ("Checks", .text(figures.checks.sentence)),
    ]
    for (index, fact) in facts.enumerated() {
      try writer.put(fact.0, row + index, 0, .plain.bold)
      try writer.put(fact.1, row + index, 1, Style.of(fact.1).leading, fits: false)
    }
    try writer.define("about", rows: row...(row + facts.count), columns: 0...1)
    return try writeNewest(figures, writer, row + facts.count)
  }

  private func writeNewest(_ figures: Figures, _ writer: SheetWriter, _ row: Int) throws -> Int {
    try writer.put("Newest event (UTC)", row, 0, .plain.bold)
    if let newest = figures.newestEvent {
      let minutes = (Double(newest.milliseconds) / 60_000).rounded(.down)
      try writer.put(minutes / 1440 + 25_569, row, 1, Style(format: .moment).leading)
    }
    return row + 1
  }

  private func writeInputs(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws -> Int {
    try writer.put("Inputs", row, 0, .section)
    let names = ["File", "Status", "Read", "Accepted", "Duplicate", "Ignored", "Rejected"]
    try writer.heads(names, row + 1, texts: 2)
    let shown = figures.inputs.suffix(200)
    for (index, input) in shown.enumerated() { try write(input, writer, row + 2 + index) }
    let more = figures.inputs.count - shown.count
    if more > 0 {
      try writer.put(
        "and \(counted(Int64(more), "earlier file"))", row + 2 + shown.count, 0,
        .explanation, fits: false)
    }
    try writer.define("inputs", rows: (row + 1)...(row + 1 + shown.count), columns: 0...6)
    return row + 3 + shown.count
  }

  private func write(_ input: InputSummary, _ writer: SheetWriter, _ row: Int) throws {
    let counts = [input.read, input.accepted, input.duplicate, input.ignored, input.rejected]
    try writer.put(input.path, row, 0, .plain)
    try writer.put(
      input.status.rawValue, row, 1, input.status == .refused ? .plain.inked(.bad) : .plain)
    for (column, count) in counts.enumerated() {
      try writer.put(.count(Int64(count)), row, 2 + column)
    }
  }

  private func writeTables(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws -> Int {
    try writer.put("Tables (as CSV files beside this one)", row, 0, .section, fits: false)
    try writer.heads(["Table", "Rows", "Meaning"], row + 1, texts: 3)
    for (index, table) in figures.tables.map(figures.published).enumerated() {
      try writer.put(table.name, row + 2 + index, 0)
      try writer.put(
        .count(Int64(table.rows.count)), row + 2 + index, 1, Style(format: .count).leading)
      let meaning = ReportSchema.table(table.name)?.meaning ?? ""
      try writer.put(meaning, row + 2 + index, 2, .plain, fits: false)
    }
    let last = row + 1 + figures.tables.count
    try writer.define("tables", rows: (row + 1)...last, columns: 0...2)
    return last + 1
  }

  /// A definition is as many rows high as it has lines.
  private func writeTerms(_ writer: SheetWriter, from row: Int) throws {
    try writer.put("Definitions", row, 0, .section)
    var at = row + 1
    for entry in Glossary.terms {
      try writer.put(entry.term, at, 0, .plain.bold)
      at = try writer.put(lines: entry.meaning.wrapped(), at, 1)
    }
    try writer.define("definitions", rows: row...(at - 1), columns: 0...1)
  }
}

extension Figures {
  /// What the alert rule of that name says about the age of the data.
  fileprivate var freshness: String? { alerts.first { $0.name == "freshness" }?.message }
}

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
