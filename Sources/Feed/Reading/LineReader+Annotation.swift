import CSimdJSON
package import Values

/// Something that happened to everybody on a day (`annotation`): a release, a price change, an
/// incident. It belongs to no customer and is no event of one.
package struct LogAnnotation: Hashable, Sendable {
  package let time: Instant
  package let text: String
  /// As the line says; empty where it says none.
  package let kind: String
  package let link: String

  package init(time: Instant, text: String, kind: String = "", link: String = "") {
    self.time = time
    self.text = text.normalized
    self.kind = kind.normalized
    self.link = link
  }

  /// Bytes of a text that are kept.
  static let limit = 300
}

extension LineReader {
  /// Reads what the line notes; it needs a time and a text, and no customer.
  @inline(never)
  mutating func readAnnotation(_ time: Int64) throws(Rejection) {
    guard has(.text) else { throw Rejection(.missingField, .text) }
    guard member(.text).type == UInt32(RR_STRING) else { throw Rejection(.mistypedField, .text) }
    let words = word(.text)
    guard !words.isEmpty else { throw Rejection(.missingField, .text) }
    annotations.append(
      LogAnnotation(
        time: Instant(milliseconds: time), text: words, kind: word(.kind).lowercased(),
        link: word(.link)))
  }

  /// A text without space around it; empty where the line has none.
  private func word(_ field: LogField) -> String {
    guard has(field), member(field).type == UInt32(RR_STRING) else { return "" }
    let value = member(field)
    let bytes = UnsafeBufferPointer(
      start: base + Int(value.value), count: min(Int(value.value_length), LogAnnotation.limit))
    return String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
