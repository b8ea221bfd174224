package import Metrics
import Values

/// Tables as CSV (RFC 4180, UTF-8, a header row) as the data dictionary says.
package struct CSVWriter: Sendable {
  package enum Dialect: String, Sendable, CaseIterable {
    /// Lines end with LF.
    case plain
    /// A byte-order mark and CRLF, so that a spreadsheet reads UTF-8 as such.
    case excel
  }

  package var dialect: Dialect

  package init(dialect: Dialect = .plain) { self.dialect = dialect }

  /// The whole file: header and rows.
  package func bytes(of table: Table) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + table.rows.count * table.columns.count * 10)
    if dialect == .excel { bytes += [0xEF, 0xBB, 0xBF] }
    appendHeader(of: table, to: &bytes)
    for row in table.rows { append(row, to: &bytes) }
    return bytes
  }

  private func appendHeader(of table: Table, to bytes: inout [UInt8]) {
    append(table.columns.map { .text($0.name) }, to: &bytes)
  }

  private func append(_ row: [Cell], to bytes: inout [UInt8]) {
    var isFirst = true
    for cell in row {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      append(cell, to: &bytes)
    }
    if dialect == .excel { bytes.append(UInt8(ascii: "\r")) }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func append(_ cell: Cell, to bytes: inout [UInt8]) {
    switch cell {
    case .missing: break
    case .text(let text): append(text: text, to: &bytes)
    case .count(let count): bytes.append(integer: count)
    case .money(let amount): bytes.append(money: amount)
    case .rate(let rate): bytes.append(rate: rate)
    case .day(let day): bytes.append(day: day)
    case .month(let month): bytes.append(month: month)
    case .flag(let flag): bytes.append(flag ? 49 : 48)
    }
  }

  /// A cell as the file has it, before quotes.
  package static func text(of cell: Cell) -> String {
    if case .text(let text) = cell { return neutral(text) }
    var bytes: [UInt8] = []
    CSVWriter().append(cell, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Plain words are copied; everything else is cleaned, neutralised and quoted.
  private func append(text: String, to bytes: inout [UInt8]) {
    if CSVWriter.isPlain(text) && !UntrustedText.looksLikeFormula(text) {
      bytes.append(contentsOf: text.utf8)
    } else {
      bytes.append(contentsOf: CSVWriter.quoted(CSVWriter.neutral(text)).utf8)
    }
  }

  /// Text as a cell carries it: without control characters, and with an apostrophe in front
  /// of what a spreadsheet would compute, whatever it splits lines at.
  package static func neutral(_ text: String) -> String {
    if text.utf8.count <= 4096, isPlain(text) {
      return UntrustedText.looksLikeFormula(text) ? "'" + text : text
    }
    let wasFormula = UntrustedText.looksLikeFormula(text)
    let clean = UntrustedText.withoutFormulas(UntrustedText.cleaned(text, limit: 4096))
    return wasFormula && !clean.hasPrefix("'") ? "'" + clean : clean
  }

  /// A text of the log as a field, always in quotes.
  package static func quotedField(_ text: String) -> String { inQuotes(neutral(text)) }

  private static func inQuotes(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// Quoted where some spreadsheet would end the field.
  private static func quoted(_ text: String) -> String {
    let needsQuotes = text.unicodeScalars.contains { $0 == "\"" || UntrustedText.isSeparator($0) }
    return needsQuotes ? inQuotes(text) : text
  }

  /// Plain throughout, without a space in front that a formula could hide behind.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.first != UInt8(ascii: " ") && text.utf8.allSatisfy(isPlain)
  }

  /// Printable ASCII but quotes and what separates fields in some locale.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 32 && byte < 127 && byte != 34 && byte != 44 && byte != 59 && byte != 124
  }
}

/// Every table as `csv/<name>.csv`, read back before anybody can see it.
struct CSVFiles: Report {
  let name = "csv/*.csv"
  let form: ReportForm? = .csv

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let writer = CSVWriter(dialect: options.csvDialect)
    for table in figures.tables.map(figures.published) {
      let bytes = writer.bytes(of: table)
      var scan = CSVScan(bytes)
      if let place = scan.difference(from: table) { throw Failure.differs(table.name, place) }
      try folder.write(bytes, to: "csv/\(table.name).csv")
    }
  }
}

extension Failure {
  /// A CSV file that was read back says something else than its table.
  static func differs(_ table: String, _ place: (line: Int, column: String)) -> Failure {
    Failure(
      "csv/\(table).csv, read back, says something else than was written: line \(place.line), "
        + "column \(place.column)",
      hint:
        "nothing was published; this is a defect of the program, or of the memory of the machine",
      exit: .reconciliation)
  }
}
