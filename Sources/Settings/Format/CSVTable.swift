import Values

/// A CSV file whose header names at least the wanted columns, in any order and case, with blanks or
/// underscores between words. Others are passed over, because advertising tools export more than
/// anybody asked for.
struct CSVTable<Column: RawRepresentable<String> & CaseIterable & Hashable> {
  let rows: [Row]

  init(
    _ bytes: [UInt8], file: String, separator: CSVRecords.Separator = .comma
  ) throws(Failure) {
    var records = CSVRecords(bytes, separator: separator)
    let header = try records.next()?.sound(file)
    let places = try Self.places(header, file)
    let count = header?.fields.count ?? 0
    var rows: [Row] = []
    while let record = try records.next()?.sound(file) {
      guard record.fields.count == count else {
        throw Failure(
          "\(record.fields.count) fields, the header has \(count)", in: file, line: record.line)
      }
      rows.append(Row(record: record, places: places, file: file))
    }
    self.rows = rows
  }

  /// One row, its fields by column.
  struct Row {
    let record: CSVRecords.Record
    let places: [Column: Int]
    let file: String

    subscript(column: Column) -> String {
      record.fields[places[column] ?? 0].trimmingBlanks()
    }

    /// The value of a field, or the error that it is not what was expected.
    func read<T>(
      _ column: Column, _ expected: @autoclosure () -> String, _ convert: (String) -> T?
    ) throws(Failure) -> T {
      let text = self[column]
      guard let value = convert(text) else {
        throw Failure(
          "\(column.rawValue) is \"\(text)\", expected \(expected())", in: file, line: record.line)
      }
      return value
    }

    /// Throws where a row of this key was there before.
    func requireFirst(_ key: String, _ lines: inout [String: Int]) throws(Failure) {
      guard let first = lines.updateValue(record.line, forKey: key) else { return }
      throw Failure(
        "\(key) is repeated here, first in line \(first)", in: file, line: record.line)
    }
  }

  private static func places(_ header: CSVRecords.Record?, _ file: String) throws(Failure)
    -> [Column: Int]
  {
    guard let header else {
      let wanted = Column.allCases.map(\.rawValue).joined(separator: ",")
      throw Failure("the file is empty, expected the header \(wanted)", in: file, line: 1)
    }
    let names = header.fields.map { plain($0.trimmingBlanks()) }
    var places: [Column: Int] = [:]
    for column in Column.allCases {
      places[column] = try place(of: column.rawValue, in: names, header, file)
    }
    return places
  }

  /// In lower case, with blanks between words.
  private static func plain(_ name: String) -> String {
    name.lowercased().replacing("_", with: " ")
  }

  private static func place(
    of name: String, in names: [String], _ record: CSVRecords.Record, _ file: String
  ) throws(Failure) -> Int {
    let plain = plain(name)
    guard let first = names.firstIndex(of: plain) else {
      let nearest = nearestName(to: plain, among: names).map { " (it has \($0))" } ?? ""
      throw Failure("the header lacks \(name)\(nearest)", in: file, line: record.line)
    }
    guard names.lastIndex(of: plain) == first else {
      throw Failure("the header has \(name) more than once", in: file, line: record.line)
    }
    return first
  }
}

extension CSVRecords.Record {
  /// This record; throws what is wrong with its form.
  fileprivate func sound(_ file: String) throws(Failure) -> CSVRecords.Record {
    guard let fault else { return self }
    throw Failure("field \(fault.field): \(fault.kind.rawValue)", in: file, line: line)
  }
}

extension Failure {
  init(_ message: String, in file: String, line: Int) {
    self.init("\(file):\(line): \(message)", exit: .badData)
  }
}

extension String {
  /// Without spaces and tabs at either end.
  fileprivate func trimmingBlanks() -> String {
    guard let first = firstIndex(where: { $0 != " " && $0 != "\t" }),
      let last = lastIndex(where: { $0 != " " && $0 != "\t" })
    else { return "" }
    return String(self[first...last])
  }
}
