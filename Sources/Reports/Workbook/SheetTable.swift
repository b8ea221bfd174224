import Metrics
import Values

/// A table of a visible sheet, declared over columns of a table of the report.
struct SheetTable: Sendable {
  let block: BlockName
  let heading: String
  var make: @Sendable (Figures) -> Content
  /// Its native charts, over its rows at a place of the sheet.
  var charts: @Sendable (Figures, Table, Area) -> [WorkbookChart] = { _, _, _ in [] }

  struct Content {
    var table: Table
    /// By row: a period that goes on, and what is to be read with care.
    var isRunning: [Bool] = []
    var isPale: [Bool] = []
    /// By row: where its figures are published.
    var places: [String] = []
  }
}

extension SheetTable {
  /// `rows` = those shown; `name` = what stands in front of their `columns`, below `head`. Pale are
  /// periods that go on, fewer than 30 people, and what `isYoung` says.
  init<Owner: ReportTable>(
    _ block: BlockName, _ heading: String, _ head: String, _ columns: [any ReportColumn<Owner>],
    _ rows: @escaping @Sendable (Figures) -> [Row<Owner>],
    isYoung: @escaping @Sendable (Figures, Row<Owner>) -> Bool = { _, _ in false },
    charts: [TableChart<Owner>] = [],
    name: @escaping @Sendable (Row<Owner>) -> Cell
  ) {
    self.block = block
    self.heading = heading
    self.charts = { figures, table, cells in
      charts.compactMap { $0.native(figures, rows(figures), over: cells, of: table) }
    }
    make = { figures in
      let shown = rows(figures)
      let isSmall = figures.table(Owner.self).isSmall
      return Content(
        table: Table(
          name: Owner.schema.name,
          columns: [shown.first.map(name).column(head)] + columns.map(\.definition.ofInterval),
          rows: shown.map { [name($0)] + $0.cells(columns) }),
        isRunning: shown.map { figures.isRunning($0) },
        isPale: shown.map { isSmall($0.cells) || isYoung(figures, $0) },
        places: shown.map { CellAddress(of: $0.cells, Owner.schema).place(in: Owner.schema) })
    }
  }
}

extension SheetWriter {
  /// Its heading, header, rows and charts; nothing where it has none. Returns the row for what comes
  /// next.
  func write(_ table: SheetTable, _ figures: Figures, at row: Int) throws -> Int {
    let content = table.make(figures)
    guard !content.table.rows.isEmpty else { return row }
    keepTogether(rows: row...(row + content.table.rows.count + 1))
    try put(table.heading, row, 0, .section, fits: false)
    let cells = try write(content, at: row + 1, table.block)
    return try insert(
      table.charts(figures, content.table, cells), at: row + content.table.rows.count + 3)
  }

  /// Beside one another; returns the row below.
  private func insert(_ charts: [WorkbookChart], at row: Int) throws -> Int {
    for (place, chart) in charts.enumerated() {
      var chart = chart
      if charts.count > 1 { chart.width = 560 }
      chart.offset = Double(place) * 580
      try insert(chart, at: row, 0)
    }
    return charts.isEmpty ? row : row + 17
  }

  /// Without a heading; returns its rows.
  private func write(_ content: SheetTable.Content, at row: Int, _ block: BlockName) throws -> Area
  {
    let table = content.table
    let looks = try header(of: table, row, 0, more: 0)
    try cite(content, row)
    for (index, cells) in table.rows.enumerated() {
      let isPale = content.isRunning[index] || content.isPale[index]
      for (column, cell) in cells.enumerated() {
        var style = looks[column]
        if column == 0, content.isRunning[index] { style.format = style.format.running }
        let words = column > 0 && cell.text != nil
        try put(cell, row + 1 + index, column, isPale ? style.immature : style, fits: !words)
      }
    }
    blocks.append(BlockTotals(of: table, at: row + 1, 0))
    let area = Area(
      rows: (row + 1)...(row + max(1, table.rows.count)), columns: 0...(table.columns.count - 1))
    try define(block, rows: row...area.rows.upperBound, columns: area.columns)
    return area
  }

  /// Comments on the header say by which column and cells a figure can be quoted.
  private func cite(_ content: SheetTable.Content, _ row: Int) throws {
    guard let first = content.places.first, let last = content.places.last,
      let file = ReportSchema.table(content.table.name)
    else { return }
    for (column, declared) in content.table.columns.enumerated().dropFirst()
    where file.column(declared.name) != nil {
      let cells = first == last ? first : "\(first) … \(last)"
      try comment("\(file.name).\(declared.name): \(cells)", row, column)
    }
  }
}

extension Cell? {
  fileprivate func column(_ head: String) -> Table.Column {
    switch self {
    case .month: .init(head, .month, "")
    case .day: .init(head, .day, "")
    default: .init(head, .text, "")
    }
  }
}

extension Table.Column {
  /// An end of an interval, called so.
  var ofInterval: Table.Column {
    ["low", "high"].contains(name) ? .init("interval_\(name)", kind, meaning, role) : self
  }
}

extension Style.Format {
  /// Of a period that goes on.
  fileprivate var running: Self {
    switch self {
    case .month: .runningMonth
    case .day: .runningDay
    default: self
    }
  }
}

extension Figures {
  /// Whether the row's period goes on after the as-of day.
  fileprivate func isRunning<Owner>(_ row: Row<Owner>) -> Bool {
    if let place = Owner.schema.columns.firstIndex(where: { $0.name == "complete" }) {
      return row.cells[place] == .flag(false)
    }
    let columns = Owner.schema.columns
    guard let grain = columns.firstIndex(where: { $0.role == .grain }),
      let time = columns.firstIndex(where: { $0.role == .time })
    else { return false }
    return isRunning(row.cells[grain], row.cells[time])
  }
}

/// A sheet of tables below one another, all in the same grid of columns, each with its charts.
struct TablesSheet: WorkbookSheet {
  let name: SheetName
  let title: @Sendable (Figures) -> String
  let explanation: @Sendable (Figures) -> String
  let tables: [SheetTable]
  var sentences: @Sendable (Figures) -> [String] = { _ in [] }

  func isNeeded(_ figures: Figures) -> Bool {
    tables.contains { !$0.make(figures).table.rows.isEmpty }
  }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(title(figures), explanation(figures))
    var row = 4
    let lines = sentences(figures).flatMap { $0.wrapped(limit: 170) }
    if !lines.isEmpty { row = try writer.put(lines: lines, row) + 1 }
    for table in tables { row = try writer.write(table, figures, at: row) }
    try writer.finish(frozenRows: 2, frozenColumns: 1, isGrid: true)
  }
}
