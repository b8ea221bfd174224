/// A formula of the workbook, which no text of a log can get into.
struct CellFormula: Hashable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: StaticString) { self.text = text.description }
  init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    mutating func appendInterpolation(_ words: StaticString) { text += words.description }
    mutating func appendInterpolation(_ number: Int) { text += String(number) }
    mutating func appendInterpolation(_ block: BlockName) { text += "rr_\(block.rawValue)" }
    mutating func appendInterpolation(_ other: CellFormula) { text += other.text }
    mutating func appendInterpolation(_ cell: CellPlace) { text += cell.reference }
  }
}

/// One cell, counted from 0, on a sheet or on the formula's own.
struct CellPlace: Hashable {
  var sheet: SheetName?
  var row: Int
  var column: Int
  /// Whether it is the same row wherever the formula stands.
  var isRowFixed = true

  var reference: String {
    let cell = "$\(Area.letters(column))\(isRowFixed ? "$" : "")\(row + 1)"
    return sheet.map { "'\($0.rawValue)'!\(cell)" } ?? cell
  }
}

extension CellFormula {
  /// The same, blank where it is: a formula that means an empty cell would be 0.
  var orBlank: CellFormula { "IF(\(self)=\"\",\"\",\(self))" }
}

/// Which of hundreds of thousands of cells have been written: a bit for each.
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
