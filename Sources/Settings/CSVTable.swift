import Values

/// A CSV file whose header names at least the wanted columns, in any order and case, with blanks or
/// underscores between words. Others are passed over, because advertising tools export more than
/// anybody asked for.
struct CSVTable<Column: RawRepresentable<String> & CaseIterable & Hashable> {
  let rows: [Row]

  init(
    _ bytes: [UInt8], file: String, separator: CSVRecords.Separator = .comma,
    _: Column.Type = Column.self
  ) throws(SettingsError) {
    var records = CSVRecords(bytes, separator: separator)
    let header = try Header(try records.next()?.sound(file), file: file)
    var rows: [Row] = []
    while let record = records.next() { rows.append(try header.row(record.sound(file))) }
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

    /// The error that something is wrong in `column` of this row.
    func error(_ fault: RowFault, _ column: Column) -> SettingsError {
      let position = TextPosition(line: record.line, column: (places[column] ?? 0) + 1)
      return .row(fault, at: SettingsError.Place(file: file, position: position))
    }

    /// The value of a field, or the error that it is not what was expected.
    func read<T>(
      _ column: Column, _ expected: @autoclosure () -> String, _ convert: (String) -> T?
    ) throws(SettingsError) -> T {
      let text = self[column]
      guard let value = convert(text) else {
        throw error(.badField(column: column.rawValue, text: text, expected: expected()), column)
      }
      return value
    }
  }

  private struct Header {
    let places: [Column: Int]
    let count: Int
    let file: String

    init(_ record: CSVRecords.Record?, file: String) throws(SettingsError) {
      let wanted = Column.allCases.map(\.rawValue)
      guard let record else {
        throw .row(.noHeader(expected: wanted), at: .init(file: file, position: .start))
      }
      let names = record.fields.map { Header.plain($0.trimmingBlanks()) }
      var places: [Column: Int] = [:]
      for column in Column.allCases {
        places[column] = try Header.place(of: column.rawValue, in: names, record, file)
      }
      self.places = places
      self.file = file
      count = names.count
    }

    /// In lower case, with blanks between words.
    private static func plain(_ name: String) -> String {
      name.lowercased().replacing("_", with: " ")
    }

    private static func place(
      of name: String, in names: [String], _ record: CSVRecords.Record, _ file: String
    ) throws(SettingsError) -> Int {
      let place = SettingsError.Place(
        file: file, position: TextPosition(line: record.line, column: 1))
      let plain = Header.plain(name)
      guard let first = names.firstIndex(of: plain) else {
        throw .row(.missingColumn(name, nearest: nearestName(to: plain, among: names)), at: place)
      }
      guard names.lastIndex(of: plain) == first else {
        throw .row(.duplicateColumn(name), at: place)
      }
      return first
    }

    func row(_ record: CSVRecords.Record) throws(SettingsError) -> Row {
      guard record.fields.count == count else {
        let position = TextPosition(line: record.line, column: 1)
        throw .row(
          .fieldCount(found: record.fields.count, expected: count),
          at: SettingsError.Place(file: file, position: position))
      }
      return Row(record: record, places: places, file: file)
    }
  }
}

extension CSVRecords.Record {
  /// This record; throws what is wrong with its form.
  fileprivate func sound(_ file: String) throws(SettingsError) -> CSVRecords.Record {
    guard let fault else { return self }
    let position = TextPosition(line: line, column: fault.field)
    throw .row(.form(fault.kind), at: SettingsError.Place(file: file, position: position))
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
