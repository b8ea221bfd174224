import Testing

@testable import Values

struct KeyedHashTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("The test cases of RFC 4231 come out")
  func published() {
    let short = KeyedHash(key: [UInt8](repeating: 0x0B, count: 20))
    #expect(
      hex(short.digest(Array("Hi There".utf8)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    let words = KeyedHash(key: Array("Jefe".utf8))
    #expect(
      hex(words.digest(Array("what do ya want for nothing?".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let long = KeyedHash(key: [UInt8](repeating: 0xAA, count: 131))
    #expect(
      hex(long.digest(Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }
}
