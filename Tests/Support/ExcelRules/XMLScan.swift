/// A rough look at an XML file: well formed as far as tags, encoding and characters go.
struct XMLScan {
  private let text: [UInt8]
  /// The names of the elements that are open, as places in the text.
  private var open: [Range<Int>] = []

  init(_ text: [UInt8]) { self.text = text }

  /// Calls `visit` with the place of every element's name and the position behind its start tag.
  /// False when the text is not well formed.
  mutating func isWellFormed(_ visit: (Range<Int>, Int) -> Void = { _, _ in }) -> Bool {
    guard text.first == UInt8(ascii: "<"), isText else { return false }
    var at = 0
    while let start = position(of: UInt8(ascii: "<"), from: at) {
      guard let end = position(of: UInt8(ascii: ">"), from: start) else { return false }
      at = end + 1
      guard take((start + 1)..<end, visit) else { return false }
    }
    return open.isEmpty
  }

  /// Valid UTF-8 of the characters that XML knows.
  private var isText: Bool {
    guard (try? UTF8Span(validating: text.span)) != nil else { return false }
    for (at, byte) in text.enumerated() {
      if byte < 32 {
        guard byte == 9 || byte == 10 || byte == 13 else { return false }
      } else if byte == UInt8(ascii: "&") {
        guard isEntity(at) else { return false }
      } else if byte == 0xEF {
        // U+FFFE and U+FFFF are no characters.
        if text[at + 1] == 0xBF, text[at + 2] >= 0xBE { return false }
      }
    }
    return true
  }

  /// Whether one of those begins there that the library writes.
  private func isEntity(_ at: Int) -> Bool {
    ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#xA;"].contains { entity in
      text[at...].starts(with: entity.utf8)
    }
  }

  private func position(of byte: UInt8, from start: Int) -> Int? {
    var at = start
    while at < text.count {
      if text[at] == byte { return at }
      at += 1
    }
    return nil
  }

  /// The inside of one tag. Quoted values of the library hold no `>`: it escapes them.
  private mutating func take(_ tag: Range<Int>, _ visit: (Range<Int>, Int) -> Void) -> Bool {
    guard let first = tag.first.map({ text[$0] }) else { return false }
    if first == UInt8(ascii: "?") || first == UInt8(ascii: "!") { return true }
    if first == UInt8(ascii: "/") { return close(tag.dropFirst()) }
    var end = tag.lowerBound
    while end < tag.upperBound, !isNameEnd(text[end]) { end += 1 }
    let name = tag.lowerBound..<end
    if text[tag.upperBound - 1] != UInt8(ascii: "/") { open.append(name) }
    visit(name, tag.upperBound + 1)
    return !name.isEmpty
  }

  private func isNameEnd(_ byte: UInt8) -> Bool {
    byte == 32 || byte == UInt8(ascii: "/") || byte == 10
  }

  /// Whether it is the element opened last that is closed.
  private mutating func close(_ name: Range<Int>) -> Bool {
    guard let last = open.popLast(), last.count == name.count else { return false }
    var (a, b) = (last.lowerBound, name.lowerBound)
    while b < name.upperBound {
      guard text[a] == text[b] else { return false }
      a += 1
      b += 1
    }
    return true
  }
}
