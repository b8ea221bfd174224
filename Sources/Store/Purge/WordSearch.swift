/// Looks for any of some words in bytes: as whole words, so that the id `7` is not found in `1700`.
struct WordSearch {
  /// The words by their first byte.
  private var words = [[[UInt8]]](repeating: [], count: 256)

  init(_ words: Set<[UInt8]>) {
    for word in words { if let first = word.first { self.words[Int(first)].append(word) } }
  }

  func finds(in text: UnsafeRawBufferPointer) -> Bool {
    text.indices.contains { at in
      words[Int(text[at])].contains { word in
        let end = at + word.count
        return end <= text.count && isEdge(text, at) && isEdge(text, end)
          && text[at..<end].elementsEqual(word)
      }
    }
  }

  /// Whether no word goes on across `at`.
  private func isEdge(_ text: UnsafeRawBufferPointer, _ at: Int) -> Bool {
    at == 0 || at == text.count || !isWordByte(text[at - 1]) || !isWordByte(text[at])
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
      true
    default: false
    }
  }
}
