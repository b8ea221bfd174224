import Foundation
import Testing

@testable import Values

struct JSONTextTests {
  @Test("Every string comes back from Foundation's reader as it was")
  func strings() throws {
    let controls = String(String.UnicodeScalarView((0..<160).compactMap(Unicode.Scalar.init)))
    for text in [controls, "", "\"\\", "ünïcödé 🙂", "e\u{301}", "\u{2028}</script>"] {
      let line = JSONValue.members(["a": .string(text)]).line
      let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      #expect(read?["a"]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
      #expect(!line.contains("\n"))
    }
  }

  @Test("Members keep their order, and those without a value are left out")
  func members() {
    let value = JSONValue.members([
      "z": .integer(-9_223_372_036_854_775_808), "b": nil, "a": .array([.null, .bool(true)]),
      "d": .decimal("4.99"), "e": .array([]),
    ])
    #expect(value.line == #"{"z":-9223372036854775808,"a":[null,true],"d":4.99,"e":[]}"#)
    #expect(
      value.page == """
        {
          "z": -9223372036854775808,
          "a": [
            null,
            true
          ],
          "d": 4.99,
          "e": []
        }

        """)
  }

  @Test(
    "Amounts and instants are written exactly",
    arguments: [(4_990_000, "4.99"), (-1, "-0.000001"), (12_000_000, "12"), (0, "0")])
  func amounts(micros: Int64, text: String) {
    #expect(Amount(micros: micros).decimalText == text)
  }

  @Test(
    "Sums are read to the hundredth",
    arguments: [
      (345_994_731, "345.99"), (29_900_000, "29.90"), (-1_005_000, "-1.00"), (-1_015_000, "-1.02"),
      (0, "0.00"), (4_999, "0.00"),
    ] as [(Int64, String)])
  func hundredths(micros: Int64, text: String) {
    #expect(Amount(micros: micros).roundedText == text)
  }

  @Test("Instants are RFC 3339 in UTC to the millisecond, before 1970 too")
  func instants() {
    #expect(Instant(milliseconds: 1_215_648_000_007).iso8601 == "2008-07-10T00:00:00.007Z")
    #expect(Instant(milliseconds: -1).iso8601 == "1969-12-31T23:59:59.999Z")
  }
}
