/// Where Excel's sheets end.
enum SheetLimit {
  static let rows = 1_048_576
  static let columns = 16_384
}

/// A rectangle of cells, counted from 0, both ends included.
struct CellArea: Hashable {
  let rows: ClosedRange<Int>
  let columns: ClosedRange<Int>

  /// `A1`, `$A$1:$C$9`; nil for anything else, and for what is no place in a sheet.
  init?(reference text: String) {
    let ends = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { CellArea.cell($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
      first.row <= last.row, first.column <= last.column
    else { return nil }
    (rows, columns) = (first.row...last.row, first.column...last.column)
  }

  /// `$AB$12` as row and column from 0.
  private static func cell(_ text: Substring) -> (row: Int, column: Int)? {
    let plain = text.filter { $0 != "$" }
    let letters = plain.prefix { $0.isASCII && $0.isLetter }
    guard let column = column(letters), let row = Int(plain.dropFirst(letters.count)),
      (1...SheetLimit.rows).contains(row)
    else { return nil }
    return (row - 1, column)
  }

  /// From 0: A → 0, AA → 26; nil where no sheet has such a column.
  static func column(_ letters: Substring) -> Int? {
    guard (1...3).contains(letters.count) else { return nil }
    let number = letters.uppercased().utf8.reduce(0) { $0 * 26 + Int($1) - 64 }
    return (1...SheetLimit.columns).contains(number) ? number - 1 : nil
  }

  /// 0 → A, 26 → AA.
  static func letters(_ column: Int) -> String {
    let last = String(UnicodeScalar(UInt8(65 + column % 26)))
    return column < 26 ? last : letters(column / 26 - 1) + last
  }

  func overlaps(_ other: CellArea) -> Bool {
    rows.overlaps(other.rows) && columns.overlaps(other.columns)
  }
}

/// A part of a formula that names cells of a sheet: `'MRR movements'!$A$5:$B$18`, and in print
/// titles also whole rows and columns (`$A:$C`, `$1:$4`).
struct SheetReference: Equatable {
  let sheet: String
  let cells: String

  /// The parts between commas; nil where one of them names no sheet, or no cells.
  static func list(_ formula: String) -> [SheetReference]? {
    var parts: [SheetReference] = []
    for piece in split(formula) {
      guard let mark = piece.lastIndex(of: "!") else { return nil }
      let name = piece[..<mark]
      let isQuoted = name.count > 2 && name.first == "'" && name.last == "'"
      let sheet =
        isQuoted
        ? String(name.dropFirst().dropLast()).replacing("''", with: "'") : String(name)
      let reference = SheetReference(
        sheet: sheet, cells: String(piece[piece.index(after: mark)...]))
      guard isQuoted || !needsQuotes(sheet), reference.namesCells else { return nil }
      parts.append(reference)
    }
    return parts
  }

  /// At commas outside of quotes.
  private static func split(_ formula: String) -> [String] {
    var (pieces, isQuoted) = ([""], false)
    for character in formula {
      if character == "'" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(character)
      }
    }
    return pieces
  }

  private static func needsQuotes(_ name: String) -> Bool {
    name.isEmpty || name.first?.isNumber == true
      || !name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
  }

  private var namesCells: Bool {
    if CellArea(reference: cells) != nil { return true }
    let ends = cells.filter { $0 != "$" }.split(separator: ":")
    guard ends.count == 2 else { return false }
    let rows = ends.compactMap { Int($0) }.filter { (1...SheetLimit.rows).contains($0) }
    return rows.count == 2 || ends.compactMap { CellArea.column($0) }.count == 2
  }
}
