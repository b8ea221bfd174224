import CSimdJSON
import Glibc
package import Values

/// Events of one stretch of one input, packed, and the rejected lines of the same stretch.
///
/// `bytes` holds frames behind one another:
///
///     keyHash      8 bytes, little endian: stableHash of the key
///     keyCount     4 bytes
///     packedCount  4 bytes
///     key          the customer id as the line writes it, or "txn:" + original_transaction_id
///     packed       the event (EventCodec.swift)
package struct EventBatch: Sendable {
  /// What the key of a line begins with that names its customer by a transaction alone.
  package static let transactionPrefix = "txn:"

  /// ``InputFile/index`` of the input. A file that turns out to be broken is refused after some
  /// of its batches were delivered: whoever keeps batches drops those of refused inputs.
  package var inputIndex: Int32
  /// Where in the input the stretch begins; batches of one input are ordered by it.
  package var byteOffset: Int64
  package var eventCount: Int
  package var bytes: [UInt8]
  package var rejects: [Reject]
  /// The lines of the events in their order, each with its end; empty where they are not wanted.
  package var lines: [UInt8] = []

  /// Bytes in front of a frame's key.
  package static let headerBytes = 16

  /// One event of a batch. Ranges point into the batch's bytes.
  package struct Frame: Sendable {
    package var keyHash: UInt64
    package var key: Range<Int>
    package var packed: Range<Int>
  }

  /// Calls `body` with each frame and the bytes it points into, in the order of the lines.
  package func forEachFrame(_ body: (Frame, UnsafeRawBufferPointer) throws -> Void) rethrows {
    try bytes.withUnsafeBytes { bytes in
      var at = 0
      while at < bytes.count {
        let frame = EventBatch.frame(at: at, of: bytes)
        try body(frame, bytes)
        at = frame.packed.upperBound
      }
    }
  }

  /// Calls `body` with each frame, the bytes it points into, and its line with the line's end;
  /// where lines are wanted.
  package func forEachLine(
    _ body: (Frame, UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try lines.withUnsafeBytes { lines in
      var rest = lines[...]
      try forEachFrame { frame, bytes in
        let line = UnsafeRawBufferPointer(rebasing: rest).firstLine
        try body(frame, bytes, line)
        rest = rest.dropFirst(line.count)
      }
    }
  }

  /// The frame that begins at `at`; the next one begins at its `packed.upperBound`.
  @inlinable
  package static func frame(at: Int, of bytes: UnsafeRawBufferPointer) -> Frame {
    let hash = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
    let keyCount = bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt32.self)
    let packedCount = bytes.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self)
    let key = at + headerBytes
    let packed = key + Int(UInt32(littleEndian: keyCount))
    return Frame(
      keyHash: UInt64(littleEndian: hash), key: key..<packed,
      packed: packed..<(packed + Int(UInt32(littleEndian: packedCount))))
  }
}

extension UnsafeRawBufferPointer {
  /// Up to the first line end, which is part of it.
  fileprivate var firstLine: UnsafeRawBufferPointer {
    guard let base = baseAddress, let end = memchr(base, 10, count) else { return self }
    return UnsafeRawBufferPointer(start: base, count: UnsafeRawPointer(end) - base + 1)
  }
}

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
