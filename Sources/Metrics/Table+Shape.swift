extension Table {
  /// The first cell that its column cannot hold, as row and column from 0; also a row that is
  /// too short or too long. Nil when the table keeps its own declaration.
  package var misplacedCell: (row: Int, column: Int)? {
    for (row, cells) in rows.enumerated() {
      guard cells.count == columns.count else { return (row, min(cells.count, columns.count)) }
      if let column = zip(columns, cells).enumerated().first(where: { !$1.0.kind.holds($1.1) }) {
        return (row, column.offset)
      }
    }
    return nil
  }
}

extension Table.Kind {
  /// Whether a column of this kind can hold `cell`. Any can be missing.
  package func holds(_ cell: Cell) -> Bool {
    switch (self, cell) {
    case (_, .missing), (.text, .text), (.count, .count), (.money, .money), (.rate, .rate),
      (.number, .rate), (.number, .count), (.day, .day), (.month, .month), (.period, .day),
      (.period, .month), (.flag, .flag):
      true
    default: false
    }
  }
}
