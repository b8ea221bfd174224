import Testing

@testable import Feed

struct PackedNumberTests {
  /// Around every power of two: each count of bytes, with bits set and not.
  private static let numbers: [UInt64] = {
    var numbers: [UInt64] = [0, .max]
    for bit in 0..<64 {
      let power = UInt64(1) << bit
      numbers += [power, power &- 1, power | 1]
    }
    return numbers
  }()

  private func packed(_ number: UInt64) -> [UInt8] {
    var (rest, bytes) = (number, [UInt8]())
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  @Test(
    "A number is read as it was written, at the end of the bytes and before others",
    arguments: [[], [0], [0x7F, 1], [UInt8](repeating: 0xFF, count: 12)])
  func numbers(behind: [UInt8]) {
    for number in Self.numbers {
      let bytes = packed(number)
      (bytes + behind).withUnsafeBytes { all in
        var reader = PackedReader(bytes: all, at: 0)
        #expect(reader.varint() == number)
        #expect(reader.at == bytes.count)
      }
    }
  }
}
