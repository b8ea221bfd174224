/// What one sheet's XML holds, counted in one pass over its tags. It knows what the library writes:
/// `<row r="12" …>`, `<c r="AB12" s="3" t="s">`, `<v>1.25</v>`.
struct SheetScan {
  private(set) var rows = 0
  private(set) var cells = 0
  /// Of all numbers, dates and flags included; not a number where a value is none.
  private(set) var sum = 0.0
  /// The same blocks as were given, with the sums of this sheet.
  private(set) var blocks: [BlockTotals]
  /// Of the cell that was begun last, from 0.
  private var row = -1
  private var column = -1
  /// Whether its value is a text, or the number of one.
  private var isText = false

  /// `blocks` = the tables whose columns are added up.
  init(_ xml: [UInt8], blocks: [BlockTotals]) {
    self.blocks = blocks.map(\.cleared)
    for start in xml.indices where xml[start] == UInt8(ascii: "<") { visit(xml[(start + 1)...]) }
  }

  /// Looks at what stands behind a `<`.
  private mutating func visit(_ tag: ArraySlice<UInt8>) {
    switch tag.first {
    case UInt8(ascii: "r") where tag.starts(with: "row ".utf8): rows += 1
    case UInt8(ascii: "c") where tag.starts(with: "c r=\"".utf8): beginCell(tag.dropFirst(5))
    case UInt8(ascii: "v") where tag.starts(with: "v>".utf8) && !isText: add(tag.dropFirst(2))
    default: break
    }
  }

  /// `AB12" s="3" t="s">…`: the reference, then attributes of which the kind is the last.
  private mutating func beginCell(_ text: ArraySlice<UInt8>) {
    cells += 1
    let reference = text.prefix { $0 != UInt8(ascii: "\"") }
    let letters = reference.prefix { $0 >= UInt8(ascii: "A") }
    column = letters.reduce(0) { $0 &* 26 &+ Int($1) &- 64 } - 1
    row = reference.dropFirst(letters.count).reduce(0) { $0 &* 10 &+ Int($1) &- 48 } - 1
    let attributes = text[reference.endIndex...].prefix { $0 != UInt8(ascii: ">") }
    isText = ["t=\"s\"", "t=\"str\""].contains {
      attributes.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
  }

  /// `1.25</v>…`.
  private mutating func add(_ text: ArraySlice<UInt8>) {
    let digits = text.prefix { $0 != UInt8(ascii: "<") }
    let number = Double(String(decoding: digits, as: UTF8.self)) ?? .nan
    sum += number
    for index in blocks.indices { blocks[index].add(number, row, column) }
  }
}
