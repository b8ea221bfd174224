import Metrics
import Values

/// The steps of each funnel for the newest cohort whose time is over and where most are lost: of
/// everybody, then by segment; below them the table by month.
struct FunnelSheet: WorkbookSheet {
  let name: SheetName = "Funnel"
  let subject = "How many reach each step, and where most are lost."

  func write(_ figures: Figures, with pen: SheetPen) throws {
    try pen.head(
      "Funnels",
      "Customers who reached each step in time, of the newest month whose time is over. ◀ marks the "
        + "step that loses most. Grey italic: fewer than 30 entered, or the cohort still has time.")
    var row = 3
    for (index, steps) in figures.matureFunnels.enumerated() {
      row = try writeSteps(steps, BlockName("funnel", index + 1), pen, row)
      let segments = FunnelSegments(figures, steps)
      let block = BlockName("funnel_segments", index + 1)
      row = try writeSegments(segments, block, pen, row + 1) + 1
    }
    try pen.put("By month, and by segment in the last 13 months", row, 0, .section, fits: false)
    let months = figures.table("funnel").only("grain", "month").recent(13, to: figures.asOf)
    let small = FunnelSheet.small(months)
    try pen.table(months, at: row + 1, "funnel") { row, style in
      row.last == .flag(true) && !small.contains(Array(row.prefix(5))) ? style : style.immature
    }
    try pen.finish(frozenRows: 2, frozenColumns: 2)
  }

  /// Funnel, grain, cohort, dimension and value of those that fewer than 30 customers entered.
  private static func small(_ table: Table) -> Set<[Cell]> {
    let (step, customers) = (table.index("step"), table.index("customers"))
    let entries = table.rows.filter { $0[step] == .count(1) && $0[customers].count ?? 0 < 30 }
    return Set(entries.map { Array($0.prefix(5)) })
  }

  private func writeSteps(
    _ steps: [Row], _ block: BlockName, _ pen: SheetPen, _ row: Int
  ) throws -> Int {
    let (funnel, month) = (steps[0].text("funnel"), steps[0]["cohort"].month?.description ?? "")
    try pen.put("\(funnel), customers who entered in \(month)", row, 0, .section, fits: false)
    try pen.heads(
      ["Step", "Event", "Customers", "Of the step before", "Of all"], row + 1, texts: 2)
    for (index, step) in steps.enumerated() {
      let at = row + 2 + index
      try pen.put(.count(Int64(index + 1)), at, 0, Style(format: .count).leading)
      for (column, name) in ["event", "customers", "from_previous", "from_first"].enumerated() {
        try pen.put(step[name], at, 1 + column)
      }
      if step.isWorst(in: steps) {
        try pen.put("◀ loses most", at, 5, .plain.bold.inked(.bad), fits: false)
      }
    }
    let area = Area(rows: (row + 1)...(row + 1 + steps.count), columns: 0...5)
    try pen.book.define(block, as: area, on: name)
    return row + 2 + steps.count
  }

  /// A row for every segment: how many entered, the part that each step keeps, and the part of all.
  private func writeSegments(
    _ table: FunnelSegments, _ block: BlockName, _ pen: SheetPen, _ row: Int
  ) throws -> Int {
    guard !table.lines.isEmpty else { return row }
    let steps = table.events.dropFirst().map { "\($0) ÷ before" }
    let heads =
      ["By", "Segment", table.events.first ?? ""] + steps + ["Of all", "Loses most at"]
    try pen.heads(heads, row, texts: 2, lastTexts: 1)
    for (index, line) in table.lines.enumerated() {
      try write(line, table.events, pen, row + 1 + index)
    }
    let area = Area(rows: row...(row + table.lines.count), columns: 0...(heads.count - 1))
    try pen.book.define(block, as: area, on: name)
    let left = table.left > 0 ? "\(table.left) smaller segments stand in the table below." : ""
    try pen.put(left, row + 1 + table.lines.count, 0, .explanation, fits: false)
    return row + 2 + table.lines.count
  }

  private func write(
    _ line: FunnelSegments.Line, _ events: [String], _ pen: SheetPen, _ row: Int
  ) throws {
    let isSmall = line.entered < 30
    func style(_ cell: Cell) -> Style { isSmall ? Style.of(cell).immature : .of(cell) }
    let cells =
      [.text(line.dimension), .text(line.value)] + [line.steps[0]["customers"]]
      + line.steps.dropFirst().map { $0["from_previous"] }
      + [line.steps.last?["from_first"] ?? .missing]
    for (column, cell) in cells.enumerated() { try pen.put(cell, row, column, style(cell)) }
    let worst = line.steps.first { $0.isWorst(in: line.steps) }?.text("event")
    if !isSmall, let worst {
      try pen.put("◀ \(worst)", row, cells.count, .plain.inked(.bad).indented)
    }
  }
}

/// One funnel's newest whole cohort by segment, the largest segments of each dimension first.
struct FunnelSegments {
  struct Line {
    var dimension: String
    var value: String
    var steps: [Row]

    var entered: Int { steps.first?.int("customers") ?? 0 }
  }

  /// So many of each dimension.
  static let limit = 12

  let events: [String]
  let lines: [Line]
  /// How many segments are not among them.
  let left: Int

  /// Of the funnel and the cohort of `total`, which are the steps of everybody.
  init(_ figures: Figures, _ total: [Row]) {
    let (funnel, cohort) = (total.first?.text("funnel"), total.first?["cohort"])
    let rows = figures.table("funnel").only("funnel", funnel ?? "").only("grain", "month").segments
      .named.filter { $0["cohort"] == cohort }
    let all = FunnelSegments.lines(rows)
    events = total.map { $0.text("event") }
    lines = all.flatMap { $0.prefix(FunnelSegments.limit) }
    left = all.reduce(0) { $0 + max(0, $1.count - FunnelSegments.limit) }
  }

  /// By dimension in the order of the table, each by size, then by name.
  private static func lines(_ rows: [Row]) -> [[Line]] {
    var dimensions: [String] = []
    var found: [String: [String: [Row]]] = [:]
    for row in rows {
      let dimension = row.text("dimension")
      if found[dimension] == nil { dimensions.append(dimension) }
      found[dimension, default: [:]][row.text("value"), default: []].append(row)
    }
    return dimensions.map { dimension in
      (found[dimension] ?? [:]).map { value, rows in
        Line(
          dimension: dimension, value: value, steps: rows.sorted { $0.int("step") < $1.int("step") }
        )
      }.sorted { ($1.entered, $0.value) < ($0.entered, $1.value) }
    }
  }
}

extension Figures {
  /// The steps of every funnel's newest month whose time is over, in the order of the table.
  var matureFunnels: [[Row]] {
    let rows = monthly("funnel").filter { $0["matured"].isSet }
    var names: [String] = []
    for row in rows where !names.contains(row.text("funnel")) { names.append(row.text("funnel")) }
    return names.map { name in
      let own = rows.filter { $0.text("funnel") == name }
      let newest = own.compactMap { $0["cohort"].month }.max()
      return own.filter { $0["cohort"].month == newest }.sorted { $0.int("step") < $1.int("step") }
    }
  }
}

extension Row {
  /// Whether this step keeps the smallest part of the step before it.
  func isWorst(in funnel: [Row]) -> Bool {
    let worst = funnel.compactMap { $0.double("from_previous") }.min()
    return worst != nil && double("from_previous") == worst
  }
}
