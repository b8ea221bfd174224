import Metrics
import Values

/// A picture of columns of a table of the report, by its rows. It is declared once: the page draws
/// it, and the sheet with the table has it as a native chart over its cells.
struct TableChart<Owner: ReportTable>: Sendable {
  enum Shape: Sendable { case lines, stackedBars }

  struct Series: Sendable {
    let column: any ReportColumn<Owner>
    let colour: ChartColour
    let name: String
    let stroke: LineChart.Stroke

    /// Called as the column's heading says, unless it has a `name`.
    init(
      _ column: any ReportColumn<Owner>, _ colour: ChartColour, _ name: String? = nil,
      _ stroke: LineChart.Stroke = .solid
    ) {
      (self.column, self.colour, self.stroke) = (column, colour, stroke)
      self.name = name ?? Heading.of(column.name)
    }
  }

  /// The ends of an interval around a series; a native chart has them as thin lines.
  struct Interval: Sendable {
    let name: String
    let low: any ReportColumn<Owner>
    let high: any ReportColumn<Owner>
  }

  let shape: Shape
  let title: @Sendable (Figures) -> String
  /// What a screen reader says.
  let description: @Sendable (Figures) -> String
  /// What is measured: the name of the value axis.
  let measure: String
  let series: [Series]
  var interval: Interval?
  /// What stands below the axis, and what that is.
  let label: @Sendable (Figures, Row<Owner>) -> String
  var labels = "Month"
  var isOver: @Sendable (Figures, Row<Owner>) -> Bool = { _, _ in true }
  /// The month of a row in which annotations are marked; nil: none are.
  var month: (@Sendable (Row<Owner>) -> Month?)?
}

extension TableChart {
  /// The picture of the page.
  func drawing(_ figures: Figures, _ rows: [Row<Owner>]) -> any Chart {
    switch shape {
    case .lines: lines(figures, rows)
    case .stackedBars: bars(figures, rows)
    }
  }

  private func lines(_ figures: Figures, _ rows: [Row<Owner>]) -> LineChart {
    let open = rows.firstIndex { !isOver(figures, $0) }
    return LineChart(
      title: title(figures), description: description(figures), unit: unit(figures),
      labels: rows.map { label(figures, $0) },
      series: shown(rows).map {
        .init(
          name: $0.name, style: $0.colour.rawValue, values: rows.values($0.column), openFrom: open,
          stroke: $0.stroke)
      },
      bands: interval.map {
        [.init(name: $0.name, style: "level", low: rows.values($0.low), high: rows.values($0.high))]
      } ?? [], marks: marks(figures, rows), first: labels)
  }

  private func bars(_ figures: Figures, _ rows: [Row<Owner>]) -> StackedBars {
    StackedBars(
      title: title(figures), description: description(figures), unit: unit(figures),
      labels: rows.map { label(figures, $0) },
      series: series.map {
        .init(name: $0.name, style: $0.colour.rawValue, values: rows.values($0.column))
      }, isOver: rows.map { isOver(figures, $0) }, marks: marks(figures, rows))
  }

  private func unit(_ figures: Figures) -> Unit {
    switch series[0].column.definition.kind {
    case .money: .money(currency: figures.currency)
    case .rate: .percent
    default: .count(measure)
    }
  }

  private func marks(_ figures: Figures, _ rows: [Row<Owner>]) -> [Int: String] {
    month.map { figures.annotationMarks(rows.map($0)) } ?? [:]
  }

  private func shown(_ rows: [Row<Owner>]) -> [Series] {
    series.filter { series in rows.contains { $0.magnitude(series.column) != nil } }
  }

  /// The native chart over `cells`, the rows of `table` in a sheet; nil where there is little to
  /// draw.
  func native(
    _ figures: Figures, _ rows: [Row<Owner>], over cells: Area, of table: Table
  ) -> WorkbookChart? {
    let columns = rows.map { row in series.map { row.magnitude($0.column) } }
    guard rows.count > 1, columns.joined().contains(where: { $0 ?? 0 != 0 }) else { return nil }
    let bounds = interval.map {
      [
        Series($0.low, .fx, "\($0.name), from", .dashed),
        Series($0.high, .fx, "\($0.name), to", .dashed),
      ]
    }
    return WorkbookChart(
      shape: shape == .lines ? .line : .stackedColumns, title: title(figures),
      description: description(figures), unit: measure, categories: cells.column(0),
      series: (shown(rows) + (bounds ?? [])).map {
        .init(
          name: $0.name, values: cells.column(table.index($0.column.definition.ofInterval.name)),
          colour: $0.colour,
          stroke: $0.stroke)
      },
      numberFormat: unit(figures) == .percent ? "0%" : "#,##0",
      isMoney: series[0].column.definition.kind == .money,
      range: shape == .stackedBars ? Axis(over: columns.flatMap(StackedBars.ends)) : nil,
      isLastOpen: rows.last.map { !isOver(figures, $0) } ?? false, marks: marks(figures, rows))
  }
}

extension Array {
  fileprivate func values<Owner>(_ column: any ReportColumn<Owner>) -> [Double?]
  where Element == Row<Owner> {
    map { $0.magnitude(column) }
  }
}
