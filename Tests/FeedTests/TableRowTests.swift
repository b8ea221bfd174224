import Foundation
import Support
import Testing
import Values

@testable import Feed

/// The fields of tables found by their bytes, against those that `CSVRecords` makes texts of.
@Suite struct TableRowTests {
  /// What a reading of a table finds: its records, each with its line, up to the first fault.
  private struct Found: Equatable {
    var records: [String] = []
    var isBroken = false
  }

  private func byRow(_ bytes: [UInt8], _ separator: CSVRecords.Separator) -> Found {
    var (row, found, at, line) = (TableRow(separator), Found(), 0, 1)
    bytes.withUnsafeBufferPointer { buffer in
      while true {
        switch row.read(buffer, from: at, isLast: true) {
        case .whole: break
        case .none: return
        case .open, .broken:
          found.isBroken = true
          return
        }
        let fields = row.fields.map { field in
          var lines: [UInt8] = []
          lines.append(field, of: buffer)
          return lines.decoded
        }
        found.records.append("\(line + row.linesBefore) \(fields.joined(separator: "|"))")
        (at, line) = (row.end, line + row.lines)
      }
    }
    return found
  }

  private func byText(_ bytes: [UInt8], _ separator: CSVRecords.Separator) -> Found {
    var (records, found) = (CSVRecords(bytes, separator: separator), Found())
    while let record = records.next() {
      guard record.fault == nil else {
        found.isBroken = true
        return found
      }
      found.records.append("\(record.line) \(record.fields.joined(separator: "|"))")
    }
    return found
  }

  private static let examples: [(String, String)] = [
    ("a,b\n1,2\n", "1 a|b/2 1|2"), ("a,\r\n\r\n,\n", "1 a|/3 |"), ("\"x\"\"y\",z", #"1 x"y|z"#),
    ("\"a\nb\",c\nd,e\n", "1 a\nb|c/3 d|e"), ("é,\\\n", #"1 é|\"#), ("\n\n", ""),
  ]

  @Test("A row has the fields that it is written with", arguments: examples)
  func example(text: String, expected: String) {
    let found = byText(Array(text.utf8), .comma)
    #expect(found.records.joined(separator: "/") == expected && !found.isBroken)
    #expect(byRow(Array(text.utf8), .comma) == found)
  }

  @Test("Quotes that are not closed, or stand where none may, break a row")
  func faults() {
    for text in ["\"a", "a\"b\n", "\"a\"b\n", "a,\"b\n"] {
      #expect(byRow(Array(text.utf8), .comma).isBroken, "\(text)")
    }
    #expect(byRow([0xC3, 0x28, 0x0A], .comma).isBroken)
    #expect(!byRow(Array("a\"b\n".utf8), .tab).isBroken)
  }

  @Test("Whatever the bytes, both find the same")
  func random() {
    var random = SplitMix(seed: 51)
    let letters: [[UInt8]] =
      ["a", "b1", ",", ",", "\n", "\r\n", "\r", "\"", "\"", "\"\"", ";", "\t", "\\", "é", "\u{1}"]
      .map { Array($0.utf8) } + [[0xC3], [0xFF]]
    for _ in 0..<10_000 {
      let count = Int(random.next() % 14)
      let bytes = (0..<count).flatMap { _ in letters[Int(random.next() % UInt64(letters.count))] }
      for separator in [CSVRecords.Separator.comma, .tab, .semicolon] {
        #expect(byRow(bytes, separator) == byText(bytes, separator), "\(bytes)")
      }
    }
  }

  @Test("What lies before the last line end is read, whatever comes behind it")
  func open() {
    var row = TableRow(.comma)
    Array("a,b\nc,\"d".utf8).withUnsafeBufferPointer { bytes in
      #expect(row.read(bytes, from: 0, isLast: false) == .whole)
      #expect(row.read(bytes, from: row.end, isLast: false) == .open)
    }
  }
}

extension [UInt8] {
  /// The text whose content they are in JSON.
  fileprivate var decoded: String {
    let json = Data([0x5B, 0x22] + self + [0x22, 0x5D])
    return (try? JSONSerialization.jsonObject(with: json) as? [String])?.first ?? "no JSON"
  }
}
