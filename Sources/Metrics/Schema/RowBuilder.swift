package import Values

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
    get { written[column.index].flatMap(Value.init(cell:)) }
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
        preconditionFailure("\(Owner.schema.name).\(column.name) has not been written")
      }
      return cell
    }
  }
}

extension ReportTable {
  /// The table with these rows.
  package static func table(_ rows: [RowBuilder<Self>]) -> Table {
    schema.table(rows.map(\.cells))
  }
}
