/// Which cells of a sheet have been written: a bit for each, since a workbook has hundreds of
/// thousands of them.
struct CellMap {
  private static let width = 4
  /// Four words a row: the first 256 columns.
  private var bits: [UInt64] = []
  /// Cells further to the right, as row × 2¹⁴ + column.
  private var far: Set<Int> = []

  mutating func insert(_ row: Int, _ column: Int) {
    guard column < CellMap.width * 64 else {
      far.insert(row << 14 | column)
      return
    }
    let missing = (row + 1) * CellMap.width - bits.count
    if missing > 0 { bits.append(contentsOf: repeatElement(0, count: missing)) }
    bits[row * CellMap.width + column / 64] |= 1 << UInt64(column % 64)
  }

  var cellCount: Int { bits.reduce(far.count) { $0 + $1.nonzeroBitCount } }

  var rowCount: Int {
    let near = stride(from: 0, to: bits.count, by: CellMap.width).filter { start in
      bits[start..<(start + CellMap.width)].contains { $0 != 0 }
    }
    let farOnly = Set(far.map { $0 >> 14 }).subtracting(near.map { $0 / CellMap.width })
    return near.count + farOnly.count
  }
}
