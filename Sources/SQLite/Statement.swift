import CSQLite

/// A prepared statement. Columns count from 0, parameters from 1. What was bound stays bound until
/// it is bound anew; errors are ``SQLiteError``.
package final class Statement {
  private let handle: OpaquePointer
  private let database: Database
  private let sql: String

  init(_ database: Database, _ sql: String) throws {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      database.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw database.error(code, sql) }
    self.handle = handle
    self.database = database
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  /// Goes to the next row; false after the last.
  package func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else {
      sqlite3_reset(handle)
      throw database.error(code, sql)
    }
    sqlite3_reset(handle)
    return false
  }

  /// Binds `values` from parameter 1 on.
  @inlinable
  package func bind<each Value: Bindable>(_ values: repeat each Value) throws {
    var index: Int32 = 1
    for value in repeat each values {
      try value.bind(to: self, at: index)
      index += 1
    }
  }

  /// Binds `values` from parameter 1 on and runs the statement to its end.
  @inlinable
  package func run<each Value: Bindable>(_ values: repeat each Value) throws {
    try bind(repeat each values)
    while try step() {}
  }

  /// The rows for `values`, each as `read` makes it.
  @inlinable
  package func rows<each Value: Bindable, Row>(
    _ values: repeat each Value, read: (Statement) throws -> Row
  ) throws -> [Row] {
    defer { reset() }
    try bind(repeat each values)
    var rows: [Row] = []
    while try step() { rows.append(try read(self)) }
    return rows
  }

  /// The first row for `values`, nil where there is none.
  @inlinable
  package func first<each Value: Bindable, Row>(
    _ values: repeat each Value, read: (Statement) throws -> Row
  ) throws -> Row? {
    defer { reset() }
    try bind(repeat each values)
    return try step() ? try read(self) : nil
  }

  /// Whether there is a row for `values`.
  @inlinable
  package func hasRow<each Value: Bindable>(_ values: repeat each Value) throws -> Bool {
    try first(repeat each values) { _ in true } ?? false
  }

  /// The integer that stands for NULL in rows of integers.
  package static let null = Int64.min

  /// Binds a row of integers and runs the statement to its end; ``null`` is NULL.
  package func run(integers row: ArraySlice<Int64>) throws {
    try row.withUnsafeBufferPointer { values in
      for place in values.indices {
        let (value, index) = (values[place], Int32(place + 1))
        if value == Self.null { try bindNull(at: index) } else { try bind(value, at: index) }
      }
    }
    while try step() {}
  }

  /// Binds the row at which `other` is, of whatever database, and runs the statement to its end.
  package func run(rowOf other: Statement) throws {
    for column in 0..<sqlite3_column_count(other.handle) {
      let value = sqlite3_column_value(other.handle, column)
      try database.check(sqlite3_bind_value(handle, column + 1, value), sql)
    }
    while try step() {}
  }

  /// Binds `integers` from parameter 1 on and a blob behind them, which is not copied, and runs the
  /// statement to its end.
  package func run<let count: Int>(
    _ integers: InlineArray<count, Int64>, blob: UnsafeRawBufferPointer
  ) throws {
    for place in integers.indices { try bind(integers[place], at: Int32(place + 1)) }
    guard let base = blob.baseAddress else {
      try bind(blob: blob, at: Int32(count + 1))
      while try step() {}
      return
    }
    // Nothing of it is kept behind the end of this call.
    defer { sqlite3_bind_null(handle, Int32(count + 1)) }
    try database.check(
      csqlite_bind_static_blob(handle, Int32(count + 1), base, Int32(blob.count)), sql)
    while try step() {}
  }

  package func bind(_ value: Int64, at index: Int32) throws {
    try database.check(sqlite3_bind_int64(handle, index, value), sql)
  }

  /// Binds a text, which is copied.
  package func bind(_ value: String, at index: Int32) throws {
    var value = value
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        csqlite_bind_transient_text(handle, index, $0.baseAddress, Int32($0.count))
      }
    }
    try database.check(code, sql)
  }

  /// Binds a blob, which is copied; no bytes are an empty blob, not NULL.
  package func bind(blob: UnsafeRawBufferPointer, at index: Int32) throws {
    guard let base = blob.baseAddress else {
      return try database.check(sqlite3_bind_zeroblob(handle, index, 0), sql)
    }
    try database.check(
      csqlite_bind_transient_blob(handle, index, base, Int32(blob.count)), sql)
  }

  package func bindNull(at index: Int32) throws {
    try database.check(sqlite3_bind_null(handle, index), sql)
  }

  /// Leaves the rows that were not asked for: what was read is free to be changed.
  package func reset() { sqlite3_reset(handle) }

  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// Whether it is a floating-point number: of money, that its sum left the integers.
  package func isReal(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_FLOAT
  }

  /// Which case of `Choice` the text of a column names. Throws where it names none.
  package func choice<Choice: RawRepresentable<String>>(_ column: Int32) throws -> Choice {
    if let choice = Choice(rawValue: text(column)) { return choice }
    throw SQLiteError(
      code: SQLITE_CORRUPT, message: "\(Choice.self) cannot be '\(text(column))'", sql: sql)
  }

  /// Which case of `Choice` the number of a column names. Throws where it names none.
  package func choice<Choice: RawRepresentable>(_ column: Int32) throws -> Choice
  where Choice.RawValue: FixedWidthInteger {
    let number = integer(column)
    if let raw = Choice.RawValue(exactly: number), let choice = Choice(rawValue: raw) {
      return choice
    }
    throw SQLiteError(
      code: SQLITE_CORRUPT, message: "\(Choice.self) cannot be \(number)", sql: sql)
  }

  /// An integer; 0 for NULL, as SQLite converts it. ``optionalInteger(_:)`` tells the two apart.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// An integer; nil for NULL.
  package func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// A text; empty for NULL. Bytes that are no UTF-8 are replaced.
  package func text(_ column: Int32) -> String {
    guard let text = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// The bytes of a blob, valid until the next step.
  package func withBlob<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let base = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : count))
  }

  /// A copy of the bytes of a blob; none for NULL.
  package func blob(_ column: Int32) -> [UInt8] { withBlob(column) { Array($0) } }

  package var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { String(cString: sqlite3_column_name(handle, $0)) }
  }
}

/// A value that a statement takes for a parameter.
package protocol Bindable {
  func bind(to statement: Statement, at index: Int32) throws
}

extension Bindable where Self: FixedWidthInteger {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(Int64(self), at: index)
  }
}

extension Int64: Bindable {}
extension Int32: Bindable {}
extension Int: Bindable {}

extension String: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try statement.bind(self, at: index)
  }
}

extension [UInt8]: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    try withUnsafeBytes { try statement.bind(blob: $0, at: index) }
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  package func bind(to statement: Statement, at index: Int32) throws {
    guard let self else { return try statement.bindNull(at: index) }
    try self.bind(to: statement, at: index)
  }
}

/// Puts rows of integers into a table, many with one statement: that takes a quarter less time than
/// a statement for each, because the place behind the last row is known within it.
package final class BulkInsertion {
  private static let rows = 16

  private let many: Statement
  private let one: Statement
  private let database: Database
  package let width: Int
  /// How many rows of the newest call were inserted, also where it failed: the next one was
  /// refused.
  package private(set) var inserted = 0

  /// `table`: with its columns, where not all of them are given in their order. `width`: values of
  /// a row.
  package init(_ database: Database, into table: String, width: Int) throws {
    (self.database, self.width) = (database, width)
    let row = "(\(repeatElement("?", count: width).joined(separator: ", ")))"
    let rows = repeatElement(row, count: Self.rows).joined(separator: ", ")
    // What fails undoes the transaction anyway. Otherwise SQLite keeps, for each statement, the
    // pages as they were before it, in a file.
    many = try database.prepare("INSERT OR FAIL INTO \(table) VALUES \(rows)")
    one = try database.prepare("INSERT OR FAIL INTO \(table) VALUES \(row)")
  }

  /// So many values are worth to be given at once.
  package var chunk: Int { width * Self.rows }

  /// Inserts whole rows, whose values stand behind one another; ``Statement/null`` is NULL.
  package func run(_ values: ArraySlice<Int64>) throws {
    precondition(values.count % width == 0, "a row has as many values as its table has columns")
    var rest = values
    inserted = 0
    while rest.count >= chunk { try insert(many, chunk, of: &rest) }
    while !rest.isEmpty { try insert(one, width, of: &rest) }
  }

  private func insert(
    _ statement: Statement, _ count: Int, of rest: inout ArraySlice<Int64>
  ) throws {
    defer { inserted += database.newestChanges }
    try statement.run(integers: rest.prefix(count))
    rest = rest.dropFirst(count)
  }
}
