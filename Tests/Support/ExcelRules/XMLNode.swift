/// An element of a small XML file with all that stands in it. Names are without their prefix.
struct XMLNode: Equatable {
  let name: String
  let attributes: [String: String]
  fileprivate(set) var children: [XMLNode] = []
  fileprivate(set) var text = ""

  /// The root of a file that ``XMLScan`` has found to be well formed; nil where an attribute is
  /// not. The inside of elements called `skipped` is left out.
  init?(_ xml: [UInt8], skipping skipped: String? = nil) {
    var parser = XMLParser(xml, skipped)
    guard let root = parser.root() else { return nil }
    self = root
  }

  fileprivate init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(_ attribute: String) -> String? { attributes[attribute] }

  /// A whole number; nil where the attribute is missing or none.
  func integer(_ attribute: String) -> Int? { attributes[attribute].flatMap { Int($0) } }

  func first(_ name: String) -> XMLNode? { children.first { $0.name == name } }

  func all(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

  /// The elements of that name at any depth below, in the order of the file.
  func below(_ name: String) -> [XMLNode] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.below(name) }
  }
}

extension XMLNode {
  /// With its five entities resolved; others stay as they are written.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    let entities = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ]
    return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}

/// One pass over the tags of a file.
private struct XMLParser {
  private let xml: [UInt8]
  private let skipped: String?
  private var at = 0
  /// What is open, the root first.
  private var open: [XMLNode] = []

  init(_ xml: [UInt8], _ skipped: String?) {
    self.xml = xml
    self.skipped = skipped
  }

  mutating func root() -> XMLNode? {
    while let tag = nextTag() {
      guard let first = tag.first else { return nil }
      if first == UInt8(ascii: "?") || first == UInt8(ascii: "!") { continue }
      if first == UInt8(ascii: "/") {
        if let root = close() { return root }
      } else if let root = begin(tag) {
        return root
      } else if isBroken {
        return nil
      }
    }
    return nil
  }

  private var isBroken = false

  /// The inside of the next tag; the text before it goes into the element that is open.
  private mutating func nextTag() -> ArraySlice<UInt8>? {
    guard let start = xml[at...].firstIndex(of: UInt8(ascii: "<")),
      let end = xml[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    if start > at, !open.isEmpty { open[open.count - 1].text += XMLNode.text(xml[at..<start]) }
    at = end + 1
    return xml[(start + 1)..<end]
  }

  /// The root, where the tag is all of it.
  private mutating func begin(_ tag: ArraySlice<UInt8>) -> XMLNode? {
    let isClosed = tag.last == UInt8(ascii: "/")
    guard let node = XMLParser.node(isClosed ? tag.dropLast() : tag) else {
      isBroken = true
      return nil
    }
    open.append(node)
    if isClosed { return close() }
    if node.name == skipped { skip(node.name) }
    return nil
  }

  /// To the end tag of that element.
  private mutating func skip(_ name: String) {
    let end = Array("</\(name)>".utf8)
    var start = xml.count - end.count
    while start > at, !xml[start..<(start + end.count)].elementsEqual(end) { start -= 1 }
    at = start
  }

  private mutating func close() -> XMLNode? {
    guard let node = open.popLast() else { return nil }
    guard !open.isEmpty else { return node }
    open[open.count - 1].children.append(node)
    return nil
  }

  private static func node(_ tag: ArraySlice<UInt8>) -> XMLNode? {
    let end = tag.firstIndex { $0 <= 32 } ?? tag.endIndex
    var attributes: [String: String] = [:]
    var rest = tag[end...]
    while let start = rest.firstIndex(where: { $0 > 32 }) {
      guard let (name, value, next) = attribute(rest[start...]),
        attributes.updateValue(value, forKey: name) == nil
      else { return nil }
      rest = rest[next...]
    }
    return XMLNode(local(tag[..<end]), attributes)
  }

  /// `name="value"`, and where the next one may begin.
  private static func attribute(
    _ text: ArraySlice<UInt8>
  ) -> (name: String, value: String, next: Int)? {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")), equals + 1 < text.endIndex,
      let end = text[(equals + 2)...].firstIndex(of: text[equals + 1])
    else { return nil }
    guard text[..<equals].allSatisfy({ $0 > 32 }) else { return nil }
    let name = String(decoding: text[text.startIndex..<equals], as: UTF8.self)
    return (name, XMLNode.text(text[(equals + 2)..<end]), end + 1)
  }

  private static func local(_ name: ArraySlice<UInt8>) -> String {
    let start = name.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex
    return String(decoding: name[start...], as: UTF8.self)
  }
}
