import Metrics
import Values

/// Walks once through a CSV file beside its table: whether every field says what its cell says, the
/// last of the checks before anything is published (figures read back = database).
///
/// It reads every number anew, so it shares nothing with ``CSVWriter`` but the rule for texts; it
/// makes no texts, because it reads every cell of every report.
struct CSVScan {
  private let bytes: [UInt8]
  private var at: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The first place at which the file tells something else than its table; nil where there is none.
  /// The line as a spreadsheet counts it, the header being 1; no column where a line is too long,
  /// missing, or there are too many.
  mutating func difference(from table: Table) -> (line: Int, column: String)? {
    let names = table.columns.map(\.name)
    func place(_ line: Int, _ field: Int) -> (Int, String) {
      (line, field < names.count ? names[field] : "")
    }
    if let field = takeRecord(names.map(Cell.text)) { return place(1, field) }
    for (index, row) in table.rows.enumerated() {
      let field = row.count == names.count ? takeRecord(row) : names.count
      if let field { return place(index + 2, field) }
    }
    return at == bytes.count ? nil : (table.rows.count + 2, "")
  }

  /// Which field is another one; nil where all are as they should be, and end with their line.
  private mutating func takeRecord(_ cells: [Cell]) -> Int? {
    for (index, cell) in cells.enumerated() {
      guard index == 0 || take(UInt8(ascii: ",")), takeField(cell) else { return index }
    }
    _ = take(UInt8(ascii: "\r"))
    return take(UInt8(ascii: "\n")) ? nil : cells.count
  }

  private mutating func takeField(_ cell: Cell) -> Bool {
    switch cell {
    case .missing: true
    case .text(let text): takeText(CSVWriter.neutral(text))
    case .count(let count): takeNumber(places: 0) == count
    case .money(let amount): takeNumber(places: 2) == cents(amount)
    case .rate(let rate): takeNumber(places: 6) == rate.millionths
    case .day(let day): takeDay() == day
    case .month(let month): takeMonth() == month
    case .flag(let flag): take(UInt8(ascii: flag ? "1" : "0"))
    }
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }
}

// MARK: - Fields

extension CSVScan {
  private mutating func takeText(_ text: String) -> Bool {
    take(UInt8(ascii: "\"")) ? takeQuoted(text) : takePlain(text)
  }

  /// Two quotes in a quoted field are one.
  private mutating func takeQuoted(_ text: String) -> Bool {
    for byte in text.utf8 {
      guard take(byte) else { return false }
      if byte == UInt8(ascii: "\""), !take(byte) { return false }
    }
    return take(UInt8(ascii: "\""))
  }

  /// A comma, a quote or the end of a line would end the field.
  private mutating func takePlain(_ text: String) -> Bool {
    for byte in text.utf8 {
      guard byte != 44, byte != 34, byte != 10, byte != 13, take(byte) else { return false }
    }
    return true
  }

  /// A decimal number with exactly so many places, as an integer; nil for anything else.
  private mutating func takeNumber(places: Int) -> Int64? {
    let isNegative = take(UInt8(ascii: "-"))
    guard var number = takeDigits() else { return nil }
    if places > 0 {
      guard take(UInt8(ascii: ".")) else { return nil }
      for _ in 0..<places {
        guard let digit = takeDigit(), let more = Self.append(digit, to: number) else { return nil }
        number = more
      }
    }
    return isNegative ? -number : number
  }

  private mutating func takeDigits(exactly width: Int? = nil) -> Int64? {
    let start = at
    var number: Int64 = 0
    while width.map({ at - start < $0 }) ?? true, let digit = takeDigit() {
      guard let more = Self.append(digit, to: number) else { return nil }
      number = more
    }
    return width.map { at - start == $0 } ?? (at > start) ? number : nil
  }

  private mutating func takeDigit() -> Int64? {
    guard let byte = next, byte &- 48 < 10 else { return nil }
    at += 1
    return Int64(byte &- 48)
  }

  private static func append(_ digit: Int64, to number: Int64) -> Int64? {
    let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
    let (sum, isTooLargeNow) = tens.addingReportingOverflow(digit)
    return isTooLarge || isTooLargeNow ? nil : sum
  }

  private mutating func takeMonth() -> Month? {
    guard let year = takeDigits(exactly: 4), take(UInt8(ascii: "-")),
      let month = takeDigits(exactly: 2), (1...12).contains(month)
    else { return nil }
    return Month(year: Int(year), month: Int(month))
  }

  private mutating func takeDay() -> Day? {
    guard let month = takeMonth(), take(UInt8(ascii: "-")), let day = takeDigits(exactly: 2)
    else { return nil }
    return Day(year: month.year, month: month.monthOfYear, day: Int(day))
  }
}
