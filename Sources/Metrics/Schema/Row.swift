package import Values

package struct Rows<Owner: ReportTable>: RandomAccessCollection, Sendable {
  private let rows: ArraySlice<[Cell]>

  package init(_ table: Table) { rows = table.rows[...] }
  private init(_ rows: ArraySlice<[Cell]>) { self.rows = rows }

  package var startIndex: Int { rows.startIndex }
  package var endIndex: Int { rows.endIndex }
  package subscript(index: Int) -> Row<Owner> { Row(cells: rows[index]) }

  package func `where`<Value: CellValue & Equatable>(
    _ column: Column<Owner, Value>, is value: Value
  ) -> Self {
    let (index, cell) = (column.index, value.cell)
    return Self(rows.filter { $0[index] == cell }[...])
  }

  package func `where`(_ column: Column<Owner, Day>, in days: ClosedRange<Day>) -> Self {
    let index = column.index
    return Self(rows.filter { $0[index].day.map(days.contains) ?? false }[...])
  }
}

extension Collection {
  /// A count, or an amount in micro-units, over all rows; what is missing adds nothing.
  package func sum<Owner>(_ column: any ReportColumn<Owner>) -> Int64
  where Element == Row<Owner> {
    let index = column.index
    return reduce(0) { $0 + $1.cells[index].integer }
  }

  /// Those of a column by the cells of others, by which rows are told apart.
  func sums<Owner>(
    _ column: any ReportColumn<Owner>, by keys: [any ReportColumn<Owner>]
  ) -> [[Cell]: Int64] where Element == Row<Owner> {
    reduce(into: [:]) { $0[$1.cells(keys), default: 0] += $1.integer(column) }
  }
}

package struct Row<Owner: ReportTable>: Sendable {
  package let cells: [Cell]

  package init(cells: [Cell]) { self.cells = cells }

  /// Nil where the cell is missing.
  package subscript<Value>(column: Column<Owner, Value>) -> Value? {
    Value.of(cells[column.index])
  }

  package func cell(_ column: any ReportColumn<Owner>) -> Cell { cells[column.index] }

  /// Nothing where it is missing.
  package func text(_ column: Column<Owner, String>) -> String { self[column] ?? "" }

  /// A count, or an amount in micro-units; 0 for what is missing.
  package func integer(_ column: any ReportColumn<Owner>) -> Int64 { cells[column.index].integer }

  package func cells(_ columns: [any ReportColumn<Owner>]) -> [Cell] { columns.map(cell) }

  package func sum(_ columns: [any ReportColumn<Owner>]) -> Int64 {
    columns.reduce(0) { $0 + integer($1) }
  }

  package var keys: [Cell] { Array(cells.prefix(Owner.schema.keys.count)) }

  /// The number that a chart draws.
  package func magnitude(_ column: any ReportColumn<Owner>) -> Double? {
    cells[column.index].magnitude
  }
}

extension Rows where Owner: BySegment {
  package var totals: Self { self.where(Owner.dimension, is: "all") }
}

extension Rows where Owner: ByGrain & BySegment {
  package var monthlyTotals: Self { totals.where(Owner.grain, is: "month") }
}

extension Row where Owner: BySegment {
  package var segment: [Cell] { [cell(Owner.dimension), cell(Owner.value)] }
}

extension Figures {
  /// The rows of a table; none where nobody has filled it.
  package func rows<Owner: ReportTable>(of table: Owner.Type) -> Rows<Owner> {
    Rows(self.table(Owner.schema.name))
  }

  /// Over all rows of its table.
  func sum<Column: ReportColumn>(_ column: Column) -> Int64 {
    rows(of: Column.Owner.self).sum(column)
  }

  package func table<Owner: ReportTable>(_ table: Owner.Type) -> Table {
    self.table(Owner.schema.name)
  }
}

extension Cell {
  /// A count, or an amount in micro-units; 0 for what is missing.
  package var integer: Int64 {
    switch self {
    case .count(let count): count
    case .money(let amount): amount.micros
    default: 0
    }
  }
}

extension Table {
  /// The place of a column that the table has.
  package func index(_ column: String) -> Int {
    guard let index = columns.firstIndex(where: { $0.name == column }) else {
      fatalError(
        "the table \(name) has no \(column) here, only "
          + columns.map(\.name).joined(separator: ", "))
    }
    return index
  }

  /// The place of a declared column, also where columns have been left out; it has to be there.
  package func index(of column: any ReportColumn) -> Int {
    index(column.name)
  }
}

/// A row of a table of the report while it is written, cell by cell: a column of another table, or
/// a value that the column does not hold, does not compile. Every column has to be written, with
/// nil where nothing is known.
///
///     var row = RowBuilder<Restated>()
///     row[Restated.date] = day
package struct RowBuilder<Owner: ReportTable> {
  /// Nil for what has not been written yet.
  private var written: [Cell?]

  package init() { written = Array(repeating: nil, count: Owner.schema.columns.count) }

  package subscript<Value>(column: Column<Owner, Value>) -> Value? {
    get { written[column.index].flatMap(Value.of) }
    set {
      let cell = newValue?.cell ?? .missing
      precondition(
        column.definition.kind.holds(cell), "\(column.metricName) cannot hold \(cell)")
      written[column.index] = cell
    }
  }

  /// A statistic, rounded to millionths; missing where there is none, or where it is not finite.
  package subscript(rounding column: Column<Owner, Rate>) -> Double? {
    get { self[column]?.value }
    set { self[column] = newValue.flatMap { Rate($0) } }
  }

  /// The row in the order of the table. Stops the program where a column was never written.
  package var cells: [Cell] {
    zip(Owner.schema.columns, written).map { column, cell in
      guard let cell else {
        fatalError("\(Owner.schema.name).\(column.name) has not been written")
      }
      return cell
    }
  }
}

extension ReportTable {
  package static func table(_ rows: [RowBuilder<Self>]) -> Table {
    schema.table(rows.map(\.cells))
  }
}
