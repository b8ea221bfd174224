import Metrics
import Values

/// Everything by period as one long, tidy table: a row for every figure, for a pivot. Sums that are
/// zero are left out: a pivot adds up the same without them.
struct DataSheet: WorkbookSheet {
  let name: SheetName = "Data"
  let subject = "All figures as one long table, for pivots."

  /// Tables with a period and a segment, the most asked for first.
  private static let sources: [any ReportTable.Type] = [
    MRRMovements.self, Churn.self, Revenue.self, TrialCohorts.self, Daily.self,
  ]
  /// Below Excel's 1,048,576, and what opens without a wait.
  private static let limit = 300_000

  private static let columns: [Table.Column] = [
    .init("table", .text, "The table that the figure comes from."),
    .init("grain", .text, "day, week or month."),
    .init("period", .period, "The first day of the period."),
    .init("dimension", .text, "What the segment is made by; all."),
    .init("segment", .text, "Which segment; all."),
    .init("metric", .text, "The figure's column in its table."),
    .init("figure", .number, "The figure: amounts in the reporting currency, rates as fractions."),
  ]

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    var rows = DataSheet.sources.flatMap {
      tidy(recent(figures.published(figures.table(declaredBy: $0)), figures))
    }
    let left = max(0, rows.count - DataSheet.limit)
    rows.removeLast(left)
    try writer.head(
      "Data",
      "One row for every figure, for pivots and look-ups: months, by segment the last 13, and the "
        + "last 90 days. Empty figures, and counts and amounts of zero, are left out. Not printed."
        + (left > 0 ? " \(left) rows more stand in the CSV files." : ""))
    let table = Table(name: "data", columns: DataSheet.columns, rows: rows)
    try writer.table(table, at: 3, "data") { row, style in DataSheet.style(row, style) }
    try writer.finish(frozenRows: 4, isPrinted: false)
  }

  /// Figures are of several kinds in one column.
  private static func style(_ row: [Cell], _ style: Style) -> Style {
    style.format == .number ? Style.of(row[6]) : style
  }

  /// Days of the last quarter, months of the last 13 by segment and all of the total.
  private func recent(_ table: Table, _ figures: Figures) -> Table {
    guard table.name == Daily.schema.name else { return table.recent(13, to: figures.asOf) }
    return Table(name: table.name, columns: table.columns, rows: table.rows.suffix(90))
  }

  private func tidy(_ table: Table) -> [[Cell]] {
    let measures = table.columns.indices.filter {
      [.count, .money, .rate, .number].contains(table.columns[$0].kind)
    }
    let time = table.columns.firstIndex { $0.role == .time }
    let dimension = table.columns.firstIndex { $0.role == .dimension }
    let value = table.columns.firstIndex { $0.role == .value }
    return table.rows.flatMap { row -> [[Cell]] in
      guard let time, let (grain, period) = period(row[time], table.columns[time]) else {
        return []
      }
      let segment = [dimension, value].map { $0.map { row[$0] } ?? .text("all") }
      let key = [.text(table.name), .text(grain), period] + segment
      return measures.filter { !DataSheet.isEmpty(row[$0]) }.map {
        key + [.text(table.columns[$0].name), row[$0]]
      }
    }
  }

  /// Missing, or a sum of nothing. A rate of zero says something.
  private static func isEmpty(_ cell: Cell) -> Bool {
    switch cell {
    case .missing, .count(0): true
    case .money(let amount): amount == .zero
    default: false
    }
  }

  /// Grain and first day of what the column of the time says; nil for what has no period, and for
  /// grains that would only repeat the days.
  private func period(_ cell: Cell, _ column: Table.Column) -> (String, Cell)? {
    if column.kind == .day { return cell.day.map { ("day", .day($0)) } }
    let month = cell.month ?? cell.text.flatMap { Month($0) }
    return month.map { ("month", .day($0.firstDay)) }
  }
}
