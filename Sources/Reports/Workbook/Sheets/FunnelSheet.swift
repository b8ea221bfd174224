import Metrics
import Values

/// The steps of each funnel for the newest cohort whose time is over and where most are lost: of
/// everybody, then by segment; below them the table by month.
struct FunnelSheet: WorkbookSheet {
  let name: SheetName = "Funnel"
  let subject = "How many reach each step, and where most are lost."

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Funnels",
      "Customers who reached each step within the window, for the newest month whose window is over. ◀ marks the "
        + "step with the biggest drop-off. Grey italic: fewer than 30 entered, or the window is still open."
    )
    var row = 3
    for (index, steps) in figures.matureFunnels.enumerated() {
      row = try writeSteps(steps, BlockName("funnel", index + 1), writer, row)
      let segments = FunnelSegments(figures, steps)
      let block = BlockName("funnel_segments", index + 1)
      row = try writeSegments(segments, block, writer, row + 1) + 1
    }
    try writer.put("By month, and by segment in the last 13 months", row, 0, .section, fits: false)
    let months = figures.table(FunnelSteps.self).where(FunnelSteps.grain, is: "month")
      .recent(13, to: figures.asOf)
    let small = FunnelSheet.small(Rows(months))
    try writer.table(months, at: row + 1, "funnel") { cells, style in
      let row = Row<FunnelSteps>(cells: cells)
      return row[FunnelSteps.matured] == true && !small.contains(row.cohort)
        ? style : style.immature
    }
    try writer.finish(frozenRows: 2, frozenColumns: 2)
  }

  /// The cohorts that fewer than 30 customers entered.
  private static func small(_ rows: Rows<FunnelSteps>) -> Set<[Cell]> {
    let entries = rows.where(FunnelSteps.step, is: 1)
    return Set(entries.filter { $0.integer(FunnelSteps.customers) < 30 }.map(\.cohort))
  }

  private func writeSteps(
    _ steps: [Row<FunnelSteps>], _ block: BlockName, _ writer: SheetWriter, _ row: Int
  ) throws -> Int {
    let funnel = steps[0].text(FunnelSteps.funnel)
    let month = steps[0][FunnelSteps.cohort]?.month?.description ?? ""
    try writer.put("\(funnel), customers who entered in \(month)", row, 0, .section, fits: false)
    try writer.heads(
      ["Step", "Event", "Customers", "Of the step before", "Of all"], row + 1, texts: 2)
    for (index, step) in steps.enumerated() {
      let at = row + 2 + index
      try writer.put(.count(Int64(index + 1)), at, 0, Style(format: .count).leading)
      let cells = step.cells([
        FunnelSteps.event, FunnelSteps.customers, FunnelSteps.fromPrevious, FunnelSteps.fromFirst,
      ])
      for (column, cell) in cells.enumerated() { try writer.put(cell, at, 1 + column) }
      if step.isWorst(in: steps) {
        try writer.put("◀ biggest drop-off", at, 5, .plain.bold.inked(.bad), fits: false)
      }
    }
    let area = Area(rows: (row + 1)...(row + 1 + steps.count), columns: 0...5)
    try writer.book.define(block, as: area, on: name)
    return row + 2 + steps.count
  }

  /// A row for every segment: how many entered, the part that each step keeps, and the part of all.
  private func writeSegments(
    _ table: FunnelSegments, _ block: BlockName, _ writer: SheetWriter, _ row: Int
  ) throws -> Int {
    guard !table.lines.isEmpty else { return row }
    let steps = table.events.dropFirst().map { "\($0) ÷ before" }
    let heads =
      ["By", "Segment", table.events.first ?? ""] + steps + ["Of all", "Loses most at"]
    try writer.heads(heads, row, texts: 2, lastTexts: 1)
    for (index, line) in table.lines.enumerated() {
      try write(line, table.events, writer, row + 1 + index)
    }
    let area = Area(rows: row...(row + table.lines.count), columns: 0...(heads.count - 1))
    try writer.book.define(block, as: area, on: name)
    let left = table.left > 0 ? "\(table.left) smaller segments stand in the table below." : ""
    try writer.put(left, row + 1 + table.lines.count, 0, .explanation, fits: false)
    return row + 2 + table.lines.count
  }

  private func write(
    _ line: FunnelSegments.Line, _ events: [String], _ writer: SheetWriter, _ row: Int
  ) throws {
    let isSmall = line.entered < 30
    func style(_ cell: Cell) -> Style { isSmall ? Style.of(cell).immature : .of(cell) }
    let cells =
      [.text(line.dimension), .text(line.value), line.steps[0].cell(FunnelSteps.customers)]
      + line.steps.dropFirst().map { $0.cell(FunnelSteps.fromPrevious) }
      + [line.steps.last?.cell(FunnelSteps.fromFirst) ?? .missing]
    for (column, cell) in cells.enumerated() { try writer.put(cell, row, column, style(cell)) }
    let worst = line.steps.first { $0.isWorst(in: line.steps) }?.text(FunnelSteps.event)
    if !isSmall, let worst {
      try writer.put("◀ \(worst)", row, cells.count, .plain.inked(.bad).indented)
    }
  }
}

/// One funnel's newest whole cohort by segment, the largest segments of each dimension first.
struct FunnelSegments {
  struct Line {
    var dimension: String
    var value: String
    var steps: [Row<FunnelSteps>]

    var entered: Int64 { steps.first?.integer(FunnelSteps.customers) ?? 0 }
  }

  /// So many of each dimension.
  static let limit = 12

  let events: [String]
  let lines: [Line]
  /// How many segments are not among them.
  let left: Int

  /// Of the funnel and the cohort of `total`, which are the steps of everybody.
  init(_ figures: Figures, _ total: [Row<FunnelSteps>]) {
    let funnel = total.first?.text(FunnelSteps.funnel) ?? ""
    let cohort = total.first?[FunnelSteps.cohort]
    let rows = figures.rows(of: FunnelSteps.self).where(FunnelSteps.funnel, is: funnel)
      .where(FunnelSteps.grain, is: "month")
    let all = FunnelSegments.lines(
      rows.filter {
        $0[FunnelSteps.cohort] == cohort && $0[FunnelSteps.dimension] != "all"
      })
    events = total.map { $0.text(FunnelSteps.event) }
    lines = all.flatMap { $0.prefix(FunnelSegments.limit) }
    left = all.reduce(0) { $0 + max(0, $1.count - FunnelSegments.limit) }
  }

  /// By dimension in the order of the table, each by size, then by name.
  private static func lines(_ rows: [Row<FunnelSteps>]) -> [[Line]] {
    var dimensions: [String] = []
    var found: [String: [String: [Row<FunnelSteps>]]] = [:]
    for row in rows {
      let dimension = row.text(FunnelSteps.dimension)
      if found[dimension] == nil { dimensions.append(dimension) }
      found[dimension, default: [:]][row.text(FunnelSteps.value), default: []].append(row)
    }
    return dimensions.map { dimension in
      (found[dimension] ?? [:]).map { value, rows in
        Line(dimension: dimension, value: value, steps: rows.byStep)
      }.sorted { ($1.entered, $0.value) < ($0.entered, $1.value) }
    }
  }
}

extension Figures {
  /// The steps of every funnel's newest month whose time is over, in the order of the table; only
  /// those before one that nobody ever reached, and no funnel that has a single step then.
  var matureFunnels: [[Row<FunnelSteps>]] {
    let unreached = unreachedSteps
    let rows = rows(of: FunnelSteps.self).monthlyTotals.where(FunnelSteps.matured, is: true)
    var names: [String] = []
    for name in rows.map({ $0.text(FunnelSteps.funnel) }) where !names.contains(name) {
      names.append(name)
    }
    return names.map { name in
      let own = rows.where(FunnelSteps.funnel, is: name)
      let newest = own.compactMap { $0[FunnelSteps.cohort]?.month }.max()
      return own.filter { $0[FunnelSteps.cohort]?.month == newest }.byStep
        .filter { !unreached.block(name, $0.integer(FunnelSteps.step)) }
    }.filter { $0.count > 1 }
  }
}

extension Row<FunnelSteps> {
  /// Whether this step keeps the smallest part of the step before it.
  func isWorst(in funnel: [Row<FunnelSteps>]) -> Bool {
    let worst = funnel.compactMap { $0[FunnelSteps.fromPrevious] }.min()
    return worst != nil && self[FunnelSteps.fromPrevious] == worst
  }

  /// Funnel, grain, cohort, dimension and value: what all steps of a cohort have in common.
  fileprivate var cohort: [Cell] { Array(cells.prefix(FunnelSteps.step.index)) }
}

extension [Row<FunnelSteps>] {
  fileprivate var byStep: Self {
    sorted { $0.integer(FunnelSteps.step) < $1.integer(FunnelSteps.step) }
  }
}
