import Metrics
import Values

/// What the columns of a table add up to, as its CSV file says: the finished sheet must say the
/// same. Made of the table and not of what was written, so that a mistake in between is found.
struct BlockTotals: Equatable {
  /// The sum of one column in the smallest units that the CSV file writes.
  struct Total: Equatable {
    /// How many of them make one: 100 for money, a million for rates.
    var unit: Double
    var sum: Int64
  }

  /// The rows of the sheet from 0, without the header.
  let rows: Range<Int>
  let firstColumn: Int
  /// By column; nil where it holds no numbers, several kinds of them, or one with more digits than a
  /// sheet keeps: then the sum of the whole sheet alone is compared.
  var totals: [Total?]

  init(of table: Table, at row: Int, _ column: Int) {
    rows = row..<(row + table.rows.count)
    firstColumn = column
    totals = table.columns.indices.map { column in
      BlockTotals.total(of: table.rows.lazy.map { $0[column] })
    }
  }

  /// The same place with sums of nothing, to be filled from a file.
  var cleared: BlockTotals {
    var copy = self
    copy.totals = totals.map { total in total.map { Total(unit: $0.unit, sum: 0) } }
    return copy
  }

  /// Takes a number of the sheet into the sums, if it stands in the block.
  mutating func add(_ number: Double, _ row: Int, _ column: Int) {
    guard rows.contains(row), totals.indices.contains(column - firstColumn),
      let unit = totals[column - firstColumn]?.unit, abs(number * unit) < 9e18
    else { return }
    totals[column - firstColumn]?.sum &+= Int64((number * unit).rounded())
  }

  private static func total(of cells: some Sequence<Cell>) -> Total? {
    var total: Total?
    for cell in cells where cell != .missing {
      guard let (unit, number) = cell.written, total == nil || total?.unit == unit,
        number.magnitude < 1 << 53
      else {
        return nil
      }
      total = Total(unit: unit, sum: (total?.sum ?? 0) + number)
    }
    return total
  }
}

extension Cell {
  /// A number as the CSV file writes it, in its smallest units, and how many of these make one.
  fileprivate var written: (unit: Double, number: Int64)? {
    switch self {
    case .count(let count): (1, count)
    case .money(let amount): (100, cents(amount))
    case .rate(let rate): (1_000_000, rate.millionths)
    case .missing, .text, .day, .month, .flag: nil
    }
  }
}
