/// What one sheet's XML holds, counted in one pass.
struct SheetScan {
  private var xml: [UInt8]
  private(set) var rows = 0
  private(set) var cells = 0
  /// Of all numbers, dates included.
  private(set) var sum = 0.0
  private(set) var blocks: [BlockTotals]
  private var isText = false
  private var place = (row: 0, column: 0)

  /// Nil where the text is not well formed. `blocks` = the tables whose columns are added up.
  init?(_ xml: [UInt8], blocks: [BlockTotals]) {
    self.xml = xml
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
    case (1, UInt8(ascii: "v")): if !isText { take(number(at: end)) }
    case (3, UInt8(ascii: "r")):
      if xml[name].elementsEqual("row".utf8) { rows += 1 }
    default: break
    }
  }

  /// `<c r="AB12" s="3" t="s">`.
  private mutating func begin(_ name: Range<Int>, _ end: Int) {
    cells += 1
    isText = xml[max(0, end - 6)..<end].elementsEqual("t=\"s\">".utf8)
    guard !isText, !blocks.isEmpty else { return }
    var (row, column) = (0, 0)
    var at = name.upperBound + 4
    while at < end, xml[at] != UInt8(ascii: "\"") {
      let byte = Int(xml[at])
      if byte >= 65 { column = column * 26 + byte - 64 } else { row = row * 10 + byte - 48 }
      at += 1
    }
    place = (row - 1, column - 1)
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
