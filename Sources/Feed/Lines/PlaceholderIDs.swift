/// Words that stand where an id should be and are none (Definitions, "Who is one customer"): a
/// client without anybody signed in logs `null` or `unknown`, and all of these are not one person.
/// They are meant in any case and with any space around them; nothing but space is no id either.
package struct PlaceholderIDs: Sendable {
  private static let usual = [
    "null", "nil", "none", "undefined", "unknown", "anonymous", "n/a", "nan", "(null)", "<null>",
    "[object object]",
  ]

  private let ofCustomers: Words
  private let ofOthers: Words

  /// - Parameters:
  ///   - more: what `ingest.noIds` adds.
  ///   - real: what `ingest.realIds` takes out: ids after all.
  package init(besides more: [String] = [], except real: [String] = []) {
    ofCustomers = Words(PlaceholderIDs.usual + ["-1"] + more, except: real, leastZeros: 1)
    ofOthers = Words(PlaceholderIDs.usual, except: [], leastZeros: PlaceholderIDs.zerosOfUUID)
  }

  /// A UUID of zeros, with hyphens or without.
  private static let zerosOfUUID = 32

  /// Whether `id` names no customer, and no payment.
  @inline(__always)
  package func contains(_ id: UnsafeBufferPointer<UInt8>) -> Bool { ofCustomers.contain(id) }

  /// Whether `id` is none of an event either, which may well have the number 0.
  @inline(__always)
  package func containsWord(_ id: UnsafeBufferPointer<UInt8>) -> Bool { ofOthers.contain(id) }

  /// An id without the space around it, which is no part of it.
  @inline(__always)
  static func withoutSpace(_ id: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
    Words.mayBePadded(id) ? Words.trimmed(id[...]) : id[...]
  }
}

/// Words, and zeros: nearly all ids are told from them by their first byte and their length.
private struct Words: Sendable {
  private let words: [[UInt8]]
  private let real: [[UInt8]]
  /// An id of zeros and hyphens is none if it has so many bytes.
  private let leastZeros: Int
  /// A bit for each length, and for each first byte by the five bits that a letter has in either
  /// case.
  private let lengths: UInt64
  private let firsts: UInt64

  init(_ words: [String], except real: [String], leastZeros: Int) {
    func known(_ words: [String]) -> [[UInt8]] {
      words.map { Array(Words.trimmed(Array($0.lowercased().utf8)[...])) }.filter { !$0.isEmpty }
    }
    let taken = Set(known(real))
    self.words = known(words).filter { !taken.contains($0) }
    self.real = Array(taken)
    self.leastZeros = leastZeros
    lengths = self.words.reduce(0) { $0 | Words.bit($1.count) }
    firsts = self.words.reduce(0) { $0 | Words.letter($1[0]) }
  }

  @inline(__always)
  private static func bit(_ length: Int) -> UInt64 { 1 &<< UInt64(min(length, 63)) }

  @inline(__always)
  private static func letter(_ byte: UInt8) -> UInt64 { 1 &<< UInt64(byte & 31) }

  @inline(__always)
  func contain(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = id.first else { return false }
    let last = id[id.count - 1]
    if Words.canBeSpace(first) || Words.canBeSpace(last) || Words.isZero(first) {
      return isWord(id)
    }
    return lengths & Words.bit(id.count) != 0 && firsts & Words.letter(first) != 0 && isWord(id)
  }

  @inline(never)
  private func isWord(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    let id = PlaceholderIDs.withoutSpace(id)
    guard !id.isEmpty else { return true }
    if id.count >= leastZeros, id.allSatisfy(Words.isZero) { return !isOne(of: real, id) }
    return isOne(of: words, id)
  }

  private func isOne(of words: [[UInt8]], _ id: some Collection<UInt8>) -> Bool {
    words.contains { word in
      word.count == id.count && zip(word, id).allSatisfy { $0 == lowerCase($1) }
    }
  }

  /// `0` or `-`.
  @inline(__always)
  private static func isZero(_ byte: UInt8) -> Bool { byte == 48 || byte == 45 }
}

// MARK: - Space

extension Words {
  /// Space of one byte, or a byte of a longer character, which may be space.
  @inline(__always)
  private static func canBeSpace(_ byte: UInt8) -> Bool { byte <= 32 || byte >= 127 }

  @inline(__always)
  static func mayBePadded(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    canBeSpace(id[0]) || canBeSpace(id[id.count - 1])
  }

  /// Without the space around it.
  static func trimmed<Bytes: BidirectionalCollection>(_ id: Bytes) -> Bytes
  where Bytes.Element == UInt8, Bytes.SubSequence == Bytes {
    var id = id
    while let count = spaces.first(where: { id.starts(with: $0) })?.count { id.removeFirst(count) }
    while let count = spaces.first(where: { id.reversed().starts(with: $0.reversed()) })?.count {
      id.removeLast(count)
    }
    return id
  }

  /// What nobody sees: ASCII's control characters, the spaces of Unicode, and its characters
  /// without width.
  private static let spaces: [[UInt8]] =
    (0...32).map { [$0] } + [[127]] + characters.map { Array(String($0).utf8) }

  private static let characters: [Unicode.Scalar] = [
    "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}",
    "\u{2005}", "\u{2006}", "\u{2007}", "\u{2008}", "\u{2009}", "\u{200A}", "\u{200B}", "\u{200C}",
    "\u{200D}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{2060}", "\u{3000}", "\u{FEFF}",
  ]
}
