/// A rough look at an XML file: well formed as far as tags, encoding and characters go.
struct XMLScan {
  private let text: [UInt8]
  private(set) var open: [ArraySlice<UInt8>] = []
  private var at = 0

  init(_ text: [UInt8]) { self.text = text }

  /// Calls `visit` with every element's name and the position behind its start tag. False when
  /// the text is not well formed.
  mutating func isWellFormed(_ visit: (ArraySlice<UInt8>, Int) -> Void = { _, _ in }) -> Bool {
    guard String(validating: text, as: UTF8.self) != nil, text.first == UInt8(ascii: "<"),
      text.allSatisfy({ $0 >= 32 || $0 == 9 || $0 == 10 || $0 == 13 })
    else { return false }
    while let start = text[at...].firstIndex(of: UInt8(ascii: "<")) {
      guard let end = text[start...].firstIndex(of: UInt8(ascii: ">")) else { return false }
      at = end + 1
      guard take(text[(start + 1)..<end], visit) else { return false }
    }
    return open.isEmpty
  }

  /// The inside of one tag. Quoted values of the library hold no `>`: it escapes them.
  private mutating func take(
    _ tag: ArraySlice<UInt8>, _ visit: (ArraySlice<UInt8>, Int) -> Void
  ) -> Bool {
    guard let first = tag.first else { return false }
    if first == UInt8(ascii: "?") || first == UInt8(ascii: "!") { return true }
    if first == UInt8(ascii: "/") { return open.popLast() == tag.dropFirst() }
    let name = tag.prefix { $0 != 32 && $0 != UInt8(ascii: "/") && $0 != 10 }
    if tag.last != UInt8(ascii: "/") { open.append(name) }
    visit(name, at)
    return !name.isEmpty
  }
}
