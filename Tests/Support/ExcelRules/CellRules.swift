/// What Excel asks of the cells of a sheet, looked at in one pass: they are too many for a tree.
struct CellRules {
  /// Row and column, from 0.
  struct Place: Hashable {
    var row: Int
    var column: Int
  }

  private let xml: [UInt8]
  /// How many formats and texts there are for cells.
  private let formats: Int
  private let strings: Int
  /// The names that formulas can use.
  private let names: Set<String>
  /// Where headers of tables stand.
  private let headerRows: Set<Int>
  /// The numbers of the texts in header rows.
  private(set) var headers: [Place: Int] = [:]
  /// The first reason for a repair; nil where there is none.
  private(set) var fault: String?
  private var kind = Kind.number
  private var place = Place(row: -1, column: -1)

  private enum Kind { case number, text, flag, computedText }

  /// Of a sheet that is well formed.
  init(
    _ xml: [UInt8], formats: Int, strings: Int, headerRows: Set<Int>, names: Set<String> = []
  ) {
    self.xml = xml
    self.formats = formats
    self.strings = strings
    self.headerRows = headerRows
    self.names = names
    var scan = XMLScan(xml)
    var found = self
    _ = scan.isWellFormed { name, end in found.visit(name, end) }
    (headers, fault) = (found.headers, found.fault)
  }

  /// Looks at a start tag: where its name stands, and where it ends.
  private mutating func visit(_ name: Range<Int>, _ end: Int) {
    switch (name.count, xml[name.lowerBound]) {
    case (1, UInt8(ascii: "c")): begin(name, end)
    case (1, UInt8(ascii: "v")): check(number(at: end, before: "<"))
    case (1, UInt8(ascii: "f")): check(formula: text(at: end))
    case (3, UInt8(ascii: "r")):
      if xml[name].elementsEqual("row".utf8) { beginRow(name, end) }
    default: break
    }
  }

  private mutating func refuse(_ reason: String) {
    guard fault == nil else { return }
    let cell = "\(CellArea.letters(max(0, place.column)))\(place.row + 1)"
    fault = "\(cell) \(reason)"
  }

  /// `<row r="12" spans="1:5" ht="30" customHeight="1">`.
  private mutating func beginRow(_ name: Range<Int>, _ end: Int) {
    let before = place.row
    var at = name.upperBound + 4
    place = Place(row: digits(&at, end) - 1, column: -1)
    if place.row <= before || place.row >= SheetLimit.rows { refuse("is a row out of order") }
    if let height = attribute(" ht=\"", at..<end), height > 409.5 {
      refuse("is \(height) points high; 409 fit")
    }
  }

  /// `<c r="AB12" s="3" t="s">`.
  private mutating func begin(_ name: Range<Int>, _ end: Int) {
    let before = place
    var at = name.upperBound + 4
    var column = 0
    while at < end, xml[at] >= 65 {
      column = column * 26 + Int(xml[at]) - 64
      at += 1
    }
    place = Place(row: digits(&at, end) - 1, column: column - 1)
    if place.row != before.row || place.column <= before.column
      || place.column >= SheetLimit.columns
    {
      refuse("is a cell out of order")
    }
    readKind(at..<end)
  }

  private mutating func readKind(_ rest: Range<Int>) {
    if let format = attribute(" s=\"", rest), format >= Double(formats) {
      refuse("has a format that is missing")
    }
    let end = rest.upperBound
    let type = find(" t=\"", rest).map { xml[$0..<max($0, end - 2)] }
    kind = .number
    guard let type else { return }
    switch type.first {
    case UInt8(ascii: "s") where type.count == 1: kind = .text
    case UInt8(ascii: "s") where type.elementsEqual("str".utf8): kind = .computedText
    case UInt8(ascii: "b"): kind = .flag
    case UInt8(ascii: "n"): break
    default: refuse("is of a kind that nobody writes here")
    }
  }

  /// The whole number that begins there.
  private func digits(_ at: inout Int, _ end: Int) -> Int {
    var number = 0
    while at < end, xml[at] &- 48 < 10 {
      number = number * 10 + Int(xml[at] - 48)
      at += 1
    }
    return number
  }

  /// Where that text ends within the tag.
  private func find(_ text: StaticString, _ place: Range<Int>) -> Int? {
    let count = text.utf8CodeUnitCount
    guard place.count >= count else { return nil }
    return text.withUTF8Buffer { wanted in
      var at = place.lowerBound
      while at + count <= place.upperBound {
        if xml[at + 1] == wanted[1], xml[at..<(at + count)].elementsEqual(wanted) {
          return at + count
        }
        at += 1
      }
      return nil
    }
  }

  private func attribute(_ name: StaticString, _ place: Range<Int>) -> Double? {
    find(name, place).map { number(at: $0, before: "\"") }
  }

  private mutating func check(_ value: Double) {
    switch kind {
    case .number:
      if !value.isFinite { refuse("holds no number") }
    case .computedText: break
    case .flag:
      if value != 0, value != 1 { refuse("is neither true nor false") }
    case .text:
      guard value >= 0, value < Double(strings) else {
        return refuse("holds a text that is missing")
      }
      if headerRows.contains(place.row) { headers[place] = Int(value) }
    }
  }

  /// The number that ends before that character; not a number where none does.
  private func number(at start: Int, before end: Unicode.Scalar) -> Double {
    let digits = xml[start...].prefix { $0 != UInt8(ascii: end) }
    return Double(String(decoding: digits, as: UTF8.self)) ?? .nan
  }

  // MARK: - Formulas

  /// Those of Excel 2010 that other programs have, too.
  private static let functions: Set<String> = [
    "AND", "EXACT", "IF", "IFERROR", "INDEX", "ISNUMBER", "MIN", "NA", "OR", "ROUND", "ROW",
    "SUMIF",
    "SUMPRODUCT",
  ]

  private mutating func check(formula: String) {
    let bare = formula.replacing("&quot;", with: "\"").replacing(#/"[^"]*"|'[^']*'!/#, with: "")
    for function in bare.matches(of: #/([A-Za-z_.][A-Za-z0-9_.]*)\(/#).map({ String($0.1) })
    where !CellRules.functions.contains(function) { refuse("computes \(function)") }
    for name in bare.matches(of: #/rr_[A-Za-z0-9_]+/#).map({ String($0.0) })
    where !names.contains(name) { refuse("computes with \(name), which is no name") }
  }

  private func text(at start: Int) -> String {
    String(decoding: xml[start...].prefix { $0 != UInt8(ascii: "<") }, as: UTF8.self)
  }
}
