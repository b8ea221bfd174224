import Testing
import Values

struct ExactDecimalTests {
  @Test(
    "Decimals are read exactly, and rounded half to even",
    arguments: [
      ("8.99", 8_990_000), ("-8.990", -8_990_000), ("+1e3", 1_000_000_000), ("0", 0),
      ("0.0000005", 0), ("0.0000015", 2), ("1.25e-5", 12), ("1.35e-5", 14),
      ("0.10000000000000000000", 100_000),
    ] as [(String, Int64)])
  func exact(_ text: String, _ micros: Int64) {
    #expect(ExactDecimal(text)?.scaled(places: 6) == micros)
  }

  @Test(
    "Of more than 18 digits the last ones of a fraction only tell halves apart",
    arguments: [
      ("8.990000000000002048", 8_990_000), ("9990.0000000000000000001", 9_990_000_000),
      ("0.0000004999999999999999999999999", 0),
      ("1234567890.00000050000000001", 1_234_567_890_000_001),
      ("1234567890.00000050000000000", 1_234_567_890_000_000),
      ("-1234567890.00000050000000001", -1_234_567_890_000_001),
    ] as [(String, Int64)])
  func long(_ text: String, _ micros: Int64) {
    #expect(ExactDecimal(text)?.scaled(places: 6) == micros)
  }

  @Test(
    "What is no decimal number is none",
    arguments: ["", ".", "1.", ".5", "01", "1e", "1,5", "1 ", "0x1", "1234567890123456789", "NaN"])
  func none(_ text: String) {
    #expect(ExactDecimal(text) == nil)
  }
}
