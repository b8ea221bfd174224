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
    case .month(let month): Month(field) == month
    case .flag(let flag): field == (flag ? "1" : "0")
    }
  }

  private func number(_ field: String, places: Int) -> Int64? {
    guard field.split(separator: ".").last?.utf8.count == places else { return nil }
    return ExactDecimal(field)?.scaled(places: places)
  }

  /// The fields of every record, without a byte-order mark.
  package func records(in bytes: [UInt8]) -> [[String]] {
    CSVRecords(bytes).map(\.fields)
  }
}
