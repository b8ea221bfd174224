import Testing

@testable import Values

struct CSVRecordsTests {
  @Test(
    "Records are split as RFC 4180 says",
    arguments: [
      ("", []), ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
      ("a,b\r\n\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
      ("\u{FEFF}a\n\"x, \"\"y\"\"\nz\"\n", [["a"], ["x, \"y\"\nz"]]), ("a,,\n", [["a", "", ""]]),
      ("\"\"\n", [[""]]), ("a\rb\n", [["a\rb"]]),
    ] as [(String, [[String]])])
  func records(text: String, expected: [[String]]) {
    let records = Array(CSVRecords(Array(text.utf8)))
    #expect(records.map(\.fields) == expected)
    #expect(records.allSatisfy { $0.fault == nil })
  }

  @Test(
    "Behind a fault it reads on, and says where it met which",
    arguments: [
      ("a\"b,c\n1,2", [["a\"b", "c"], ["1", "2"]], .strayQuote, 1),
      ("a,\"b\"c\n1,2", [["a", "bc"], ["1", "2"]], .strayQuote, 3),
      ("a,\"b\n1,2", [["a", "b\n1,2"]], .unterminatedQuote, 2),
    ] as [(String, [[String]], CSVRecords.Fault.Kind, Int)])
  func faults(text: String, fields: [[String]], kind: CSVRecords.Fault.Kind, field: Int) {
    let records = Array(CSVRecords(Array(text.utf8)))
    #expect(records.map(\.fields) == fields)
    #expect(records[0].fault == CSVRecords.Fault(kind: kind, field: field))
    #expect(records.dropFirst().allSatisfy { $0.fault == nil })
  }

  @Test("Bytes that are no UTF-8 are told, and records know their lines")
  func bytesAndLines() {
    let records = Array(CSVRecords(Array("a,\"b\nc\"\n\n".utf8) + [0x64, 0x2C, 0xFF, 0x0A]))
    #expect(records.map(\.line) == [1, 4])
    #expect(records[1].fault == CSVRecords.Fault(kind: .invalidUTF8, field: 2))
  }
}
