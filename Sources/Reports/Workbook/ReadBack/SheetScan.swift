/// What one sheet's XML holds, counted in one pass, and the first cell that Excel would not take.
struct SheetScan {
  /// Row and column, from 0.
  struct Place: Hashable {
    var row: Int
    var column: Int
  }

  /// What cells may refer to, and in which rows headers of tables stand.
  struct Surroundings {
    var formats = Int.max
    var strings = Int.max
    var headerRows: Set<Int> = []
  }

  private var xml: [UInt8]
  private var surroundings: Surroundings
  private(set) var rows = 0
  private(set) var cells = 0
  /// Of all numbers, dates included.
  private(set) var sum = 0.0
  private(set) var blocks: [BlockTotals]
  /// The numbers of the texts in header rows.
  private(set) var headers: [Place: Int] = [:]
  /// The first reason for a repair; nil where there is none.
  private(set) var fault: String?
  private var kind = Kind.number
  private var place = Place(row: -1, column: -1)
  private var isInHeader = false

  private enum Kind { case number, text, flag }

  /// Nil where the text is not well formed. `blocks` = the tables whose columns are added up.
  init?(_ xml: [UInt8], blocks: [BlockTotals], _ surroundings: Surroundings = Surroundings()) {
    self.xml = xml
    self.surroundings = surroundings
    self.blocks = blocks.map(\.cleared)
    var scan = XMLScan(xml)
    var found = self
    guard scan.isWellFormed({ name, end in found.visit(name, end) }) else { return nil }
    self = found
  }

  /// Looks at a start tag: where its name stands, and where it ends.
  private mutating func visit(_ name: Range<Int>, _ end: Int) {
    switch (name.count, xml[name.lowerBound]) {
    case (1, UInt8(ascii: "c")): begin(name, end)
    case (1, UInt8(ascii: "v")): take(value: number(at: end))
    case (1, UInt8(ascii: "f")): refuse("holds a formula")
    case (3, UInt8(ascii: "r")):
      if xml[name].elementsEqual("row".utf8) { beginRow(name, end) }
    default: break
    }
  }

  private mutating func refuse(_ reason: String) {
    guard fault == nil else { return }
    let cell = "\(Area.letters(max(0, place.column)))\(place.row + 1)"
    fault = "\(cell) \(reason)"
  }

  /// `<row r="12" spans="1:5" ht="30" customHeight="1">`.
  private mutating func beginRow(_ name: Range<Int>, _ end: Int) {
    rows += 1
    let before = place.row
    var at = name.upperBound + 4
    place = Place(row: digits(&at, end) - 1, column: -1)
    if place.row <= before || place.row >= SheetLimit.rows { refuse("is a row out of order") }
    isInHeader = surroundings.headerRows.contains(place.row)
    if let height = attribute(" ht=\"", at..<end), height > 409.5 {
      refuse("is \(height) points high; 409 fit")
    }
  }

  /// `<c r="AB12" s="3" t="s">`.
  private mutating func begin(_ name: Range<Int>, _ end: Int) {
    cells += 1
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
    if let format = attribute(" s=\"", rest), Int(format) >= surroundings.formats {
      refuse("has a format that is missing")
    }
    let end = rest.upperBound
    let type = find(" t=\"", rest).map { xml[$0..<max($0, end - 2)] }
    kind = .number
    guard let type else { return }
    switch type.first {
    case UInt8(ascii: "s") where type.count == 1: kind = .text
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
    guard let start = find(name, place) else { return nil }
    var end = start
    while end < place.upperBound, xml[end] != UInt8(ascii: "\"") { end += 1 }
    return shortNumber(start..<end)
  }

  private mutating func take(value: Double) {
    switch kind {
    case .number:
      guard value.isFinite else { return refuse("holds no number") }
      take(value)
    case .flag:
      guard value == 0 || value == 1 else { return refuse("is neither true nor false") }
      take(value)
    case .text:
      guard value >= 0, value < Double(surroundings.strings) else {
        return refuse("holds a text that is missing")
      }
      if isInHeader { headers[place] = Int(value) }
    }
  }

  private mutating func take(_ number: Double) {
    sum += number
    for index in blocks.indices where blocks[index].rows.contains(place.row) {
      blocks[index].add(number, place.row, place.column)
    }
  }

  /// The number that begins there; not a number where none does.
  private func number(at start: Int) -> Double {
    var end = start
    while end < xml.count, xml[end] != UInt8(ascii: "<") { end += 1 }
    return shortNumber(start..<end)
      ?? Double(String(decoding: xml[start..<end], as: UTF8.self)) ?? .nan
  }

  /// Up to 15 digits are exact as an integer, and so is the power of ten below them; anything
  /// else is left to the library.
  private func shortNumber(_ place: Range<Int>) -> Double? {
    guard (1...15).contains(place.count) else { return nil }
    var (digits, scale, hasPoint) = (0.0, 1.0, false)
    for byte in xml[place] {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        guard byte &- 48 < 10 else { return nil }
        digits = digits * 10 + Double(byte &- 48)
        if hasPoint { scale *= 10 }
      }
    }
    return digits / scale
  }
}
