import Feed
import Values

/// Looks for ids in texts: as whole words, so that the id `7` is not found in `1700`. An id can have
/// several words. Addresses of mail are found in upper and lower case.
struct IdentifierScanner {
  /// How long the ids are, each length once.
  private let lengths: [Int]
  private let isGone: ([UInt8]) throws -> Bool

  /// `lengths`: of the ids in bytes; `isGone` says whether something of such a length is one.
  init(lengths: some Sequence<Int>, isGone: @escaping ([UInt8]) throws -> Bool) {
    self.lengths = Set(lengths).filter { $0 > 0 }.sorted()
    self.isGone = isGone
  }

  init(_ ids: Set<[UInt8]>) {
    let known = Set(ids.map { Self.normalised($0[...]) })
    self.init(lengths: ids.map { Self.composed($0).count }) { known.contains($0) }
  }

  /// Whether the text has one of the ids.
  func finds(in text: [UInt8]) throws -> Bool {
    try finds(in: text, where: { _ in true })
  }

  /// The same for names of things, which people are not to lose for an id such as `12`: only ids
  /// that could hardly be anything else.
  func findsDistinctive(in name: String) throws -> Bool {
    try finds(in: Array(name.utf8), where: Self.isDistinctive)
  }

  private func finds(in text: [UInt8], where isWanted: ([UInt8]) -> Bool) throws -> Bool {
    guard !lengths.isEmpty else { return false }
    let text = Self.composed(text)
    let edges = (0...text.count).map { Self.isEdge(text, $0) }
    for start in edges.indices where edges[start] {
      for length in lengths where start + length <= text.count && edges[start + length] {
        let id = Self.normalised(text[start..<(start + length)])
        if isWanted(id), try isGone(id) { return true }
      }
    }
    return false
  }

  /// Eight bytes or more, and no word of letters alone.
  private static func isDistinctive(_ id: [UInt8]) -> Bool {
    id.count >= 8 && id.contains { $0 &- 48 < 10 || $0 == UInt8(ascii: "@") }
  }

  /// As ids are kept; addresses of mail in lower case.
  static func normalised(_ id: ArraySlice<UInt8>) -> [UInt8] {
    var id = composed(Array(id))
    id.withUnsafeMutableBytes { CustomerID.normalise($0) }
    guard id.contains(UInt8(ascii: "@")) else { return id }
    return Array(String(decoding: id, as: UTF8.self).lowercased().normalized.utf8)
  }

  /// In NFC, as texts are kept: an id can be written in another form in each line.
  static func composed(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 >= 0x80 }) else { return text }
    guard let valid = String(validating: text, as: UTF8.self) else { return text }
    return Array(valid.normalized.utf8)
  }

  /// Whether no word goes on across `at`.
  private static func isEdge(_ text: [UInt8], _ at: Int) -> Bool {
    at == 0 || at == text.count || !isWordByte(text[at - 1]) || !isWordByte(text[at])
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
      true
    default: false
    }
  }
}
