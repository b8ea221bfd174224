/// The texts of all sheets.
struct SharedStrings {
  static let part = "xl/sharedStrings.xml"
  /// In UTF-16 units, as Excel counts.
  static let longest = 32_767

  let count: Int
  private let xml: [UInt8]
  /// Where the text of each begins.
  private let starts: [Int]

  /// Of a file that is well formed: a string is `<si><t>…</t></si>`, as the library writes it.
  init(_ xml: [UInt8]) throws {
    self.xml = xml
    var (starts, count) = ([Int](), 0)
    var scan = XMLScan(xml)
    _ = scan.isWellFormed { name, end in
      if xml[name].elementsEqual("si".utf8) { count += 1 }
      if xml[name].elementsEqual("t".utf8) { starts.append(end) }
    }
    (self.starts, self.count) = (starts, count)
    try check()
  }

  /// Nil where there is none of that number.
  subscript(_ index: Int) -> String? {
    guard starts.indices.contains(index) else { return nil }
    return XMLNode.text(bytes(from: starts[index]))
  }

  private func bytes(from start: Int) -> ArraySlice<UInt8> {
    xml[start..<(xml[start...].firstIndex(of: UInt8(ascii: "<")) ?? xml.count)]
  }

  private func check() throws {
    guard starts.count == count else { throw cause("a string without its text") }
    let root = XMLNode(xml, skipping: "sst")
    guard root?.integer("uniqueCount") == count else {
      throw cause("\(count) strings, but it says \(root?["uniqueCount"] ?? "nothing")")
    }
    // Most texts are short in bytes; only the others are counted in the units of Excel.
    for (number, start) in starts.enumerated() {
      let bytes = bytes(from: start)
      if bytes.count > SharedStrings.longest, let text = self[number],
        text.utf16.count > SharedStrings.longest
      {
        throw cause("a string of \(text.utf16.count) characters; \(SharedStrings.longest) fit")
      }
    }
  }

  private func cause(_ reason: String) -> RepairCause {
    RepairCause(part: SharedStrings.part, reason: reason)
  }
}
