/// Words that stand where an id should be and are none (Definitions, "Who is one customer"): a
/// client without anybody signed in logs `null` or `unknown`, and all of these are not one person.
package struct NoIDs: Sendable {
  private static let usual = [
    "null", "nil", "none", "undefined", "unknown", "anonymous", "n/a", "0", "-1",
    "00000000-0000-0000-0000-000000000000",
  ]

  private let words: [[UInt8]]
  /// A bit for each word by length and first letters: nearly all ids miss it.
  private let filter: UInt64

  /// `more`: what `ingest.noIds` adds. Words are meant in any case.
  package init(besides more: [String] = []) {
    words = (NoIDs.usual + more).map { Array($0.lowercased().utf8) }.filter { !$0.isEmpty }
    filter = words.reduce(0) { filter, word in
      filter | word.withUnsafeBufferPointer { NoIDs.bit($0) }
    }
  }

  /// Whether `id` is one of the words.
  @inline(__always)
  package func contains(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    !id.isEmpty && filter & NoIDs.bit(id) != 0 && isWord(id)
  }

  @inline(never)
  private func isWord(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    words.contains { word in
      word.count == id.count && zip(word, id).allSatisfy { $0 == lowerCase($1) }
    }
  }

  @inline(__always)
  private static func bit(_ word: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let last = lowerCase(word[word.count - 1])
    let letters = UInt64(lowerCase(word[0])) &* 31 &+ UInt64(last)
    return 1 << ((UInt64(word.count) &* 7 &+ letters) & 63)
  }
}
