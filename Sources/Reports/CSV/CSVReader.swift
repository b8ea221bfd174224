package import Metrics
import Values

/// Reads a CSV file back and says where it differs from the table that it was made of: the last
/// of the checks before anything is published (figures read back = database).
///
/// It takes the file apart by RFC 4180 and reads every number anew, so it shares nothing with
/// ``CSVWriter`` but the rule for texts.
package struct CSVReader: Sendable {
  package init() {}

  /// The first place at which a file tells something else than its table.
  package struct Difference: Sendable, Hashable {
    /// The row as a spreadsheet counts it: the header is 1.
    package let line: Int
    package let column: String
    package let expected: String
    package let found: String
  }

  /// Nil when header, rows and every cell are those of `table`.
  package func difference(between bytes: [UInt8], and table: Table) -> Difference? {
    var scan = CSVScan(bytes)
    if scan.agrees(with: table) { return nil }
    let records = records(in: bytes)
    let names = table.columns.map(\.name)
    guard records.first == names else {
      return Difference(
        line: 1, column: "", expected: names.joined(separator: ","),
        found: records.first?.joined(separator: ",") ?? "")
    }
    guard records.count == table.rows.count + 1 else {
      return Difference(
        line: records.count, column: "", expected: "\(table.rows.count) rows",
        found: "\(records.count - 1) rows")
    }
    return firstDifference(in: records.dropFirst(), and: table)
  }

  private func firstDifference(in records: ArraySlice<[String]>, and table: Table) -> Difference? {
    for (row, record) in zip(table.rows, records).enumerated() {
      let (cells, fields) = record
      for (index, column) in table.columns.enumerated() {
        let field = index < fields.count ? fields[index] : "(no field)"
        guard fields.count == cells.count, agrees(field, cells[index]) else {
          return Difference(
            line: row + 2, column: column.name, expected: "\(cells[index])", found: field)
        }
      }
    }
    return nil
  }

  /// Whether the written field says what the cell says, to the decimals of the contract.
  private func agrees(_ field: String, _ cell: Cell) -> Bool {
    switch cell {
    case .missing: field.isEmpty
    case .text(let text): field == CSVWriter.neutral(text)
    case .count(let count): Int64(field) == count
    case .money(let amount): number(field, places: 2) == cents(amount)
    case .rate(let rate): number(field, places: 6) == rate.millionths
    case .day(let day): Day(field) == day
    case .month(let month): Day(field + "-01") == month.firstDay
    case .flag(let flag): field == (flag ? "1" : "0")
    }
  }

  private func number(_ field: String, places: Int) -> Int64? {
    guard field.split(separator: ".").last?.utf8.count == places else { return nil }
    return ExactDecimal(field)?.scaled(places: places)
  }

  /// The fields of every record, without a byte-order mark.
  package func records(in bytes: [UInt8]) -> [[String]] {
    var parser = CSVParser(bytes: bytes)
    return parser.records()
  }
}

/// A cursor over a CSV file.
private struct CSVParser {
  let bytes: [UInt8]
  private var at: Int

  init(bytes: [UInt8]) {
    self.bytes = bytes
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func records() -> [[String]] {
    var records: [[String]] = []
    while at < bytes.count { records.append(record()) }
    return records
  }

  private mutating func record() -> [String] {
    var fields = [field()]
    while at < bytes.count, bytes[at] == UInt8(ascii: ",") {
      at += 1
      fields.append(field())
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: "\r") { at += 1 }
    if at < bytes.count, bytes[at] == UInt8(ascii: "\n") { at += 1 }
    return fields
  }

  private mutating func field() -> String {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return plainField() }
    return quotedField()
  }

  private mutating func plainField() -> String {
    let start = at
    while at < bytes.count, !isEnd(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == 44 || byte == 10 || byte == 13 }

  /// Two quotes in a quoted field are one.
  private mutating func quotedField() -> String {
    var content: [UInt8] = []
    at += 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\"") {
        at += 1
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { break }
      }
      content.append(bytes[at])
      at += 1
    }
    return String(decoding: content, as: UTF8.self)
  }
}
