import Metrics
import Values

/// A hidden sheet of whole tables below one another, each with a heading and a filter.
struct ListsSheet: WorkbookSheet {
  let name: SheetName
  let title: String
  let explanation: String
  let parts: [(table: any ReportTable.Type, heading: String)]
  let isHidden = true

  func isNeeded(_ figures: Figures) -> Bool {
    parts.contains { !figures.table(declaredBy: $0.table).rows.isEmpty }
  }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(title, explanation)
    var row = 3
    for part in parts {
      let table = recent(figures.published(figures.table(declaredBy: part.table)), figures)
      guard !table.rows.isEmpty else { continue }
      try writer.put(part.heading, row, 0, .section, fits: false)
      try writer.matured(table, at: row + 1, BlockName(of: part.table))
      row += table.rows.count + 4
    }
    try writer.finish(frozenRows: 2, frozenColumns: 1)
  }

  /// Days of the last four weeks, months of the last 13.
  private func recent(_ table: Table, _ figures: Figures) -> Table {
    let isOfDays = table.columns.contains { $0.role == .time && $0.kind == .day }
    return isOfDays
      ? table.recentDays(to: figures.asOf) : table.recent(13, to: figures.asOf)
  }

  static let all: [ListsSheet] = [
    ListsSheet(
      name: "Offers", title: "Offers, referrals, complimentary access and features",
      explanation: "Months of the last 13. Grey: fewer than 30, or the time is not over.",
      parts: [
        (Offers.self, "Offers beside customers who began without one"),
        (Referrals.self, "Referrals"), (OfferCodes.self, "One-time codes"),
        (ComplimentaryReasons.self, "Complimentary access by reason"),
        (FreeAccess.self, "When everybody had free access"),
        (Features.self, "Features, and what denials led to"),
      ]),
    ListsSheet(
      name: "Health", title: "App health, consent and what needs review",
      explanation: "How the processes of the apps ended and why, how long ago access was checked, "
        + "signs of abuse; of days the last 28, of everybody.",
      parts: [
        (Failures.self, "Why processes failed"), (AppHealth.self, "How processes ended"),
        (EntitlementAge.self, "Since the last check of access"),
        (Integrity.self, "Signs of abuse"), (Consent.self, "Consent"),
        (Suspicious.self, "Suspicious activity; no action is taken"),
      ]),
  ]
}

/// What every column of every table means.
struct ColumnsSheet: WorkbookSheet {
  let name: SheetName = "Columns"
  let isHidden = true

  private static let columns: [Table.Column] = [
    .init("table", .text, "The table, and its file beside this one."),
    .init("column", .text, "The column as its file names it."),
    .init("heading", .text, "The column as this workbook names it."),
    .init("type", .text, "What its cells are."),
    .init("meaning", .text, "What it counts or measures."),
  ]

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Columns",
      "What the columns of all tables mean, of those in this workbook and of the CSV files beside "
        + "it.")
    let rows = ReportSchema.all.flatMap { file in
      file.columns.map { column in
        [file.name, column.name, Heading.of(column.name), column.kind.rawValue, column.meaning]
          .map(Cell.text)
      }
    }
    let table = Table(name: "columns", columns: ColumnsSheet.columns, rows: rows)
    try writer.table(table, at: 3, "columns")
    try writer.finish(frozenRows: 4, frozenColumns: 2)
  }
}

/// Who can still be saved or won, as a list to sort and filter.
struct TodoSheet: WorkbookSheet {
  let name: SheetName = "To do"

  /// What a person goes through; with more rows a workbook would hold little else.
  private static let limit = 2000
  /// Of these so many are printed.
  private static let printed = 120

  func isNeeded(_ figures: Figures) -> Bool { !figures.rows(of: Todo.self).isEmpty }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    let all = figures.table(Todo.self)
    let reason = all.index(of: Todo.reason)
    let table = Table(
      name: all.name, columns: all.columns,
      rows: all.rows.prefix(TodoSheet.limit).map { row in
        var row = row
        row[reason] = .text(SegmentWords.plain(row[reason].text ?? ""))
        return row
      })
    let people = all.rows.count == 1 ? "1 customer" : "\(all.rows.count) customers"
    try writer.head(
      "To do: \(people) whose MRR can still be saved or won",
      "By what can be done, most MRR at stake first, in \(figures.currency). Expected: what comes of it if nobody does "
        + "anything. Customers are hashed as in csv/subscribers.csv."
        + (all.rows.count > TodoSheet.printed
          ? " The first \(TodoSheet.printed) are printed; all are in csv/todo.csv." : ""))
    try writer.table(table, at: 3, "todo")
    let rows = 4 + table.rows.count
    try writer.finish(
      frozenRows: 4, frozenColumns: 1, printedRows: min(rows, 4 + TodoSheet.printed))
  }
}
