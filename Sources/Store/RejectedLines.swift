import SQLite

/// A rejected line as it is kept.
package struct RejectedLine: Sendable, Equatable {
  package var run: Int64
  package var path: String
  package var line: Int64
  package var byteOffset: Int64
  package var reason: String
  /// The field that the reason speaks of, else empty.
  package var field: String
  /// Which dialect it was read in; nil for a native line.
  package var dialect: String?
  /// Cut at 4 KiB; not necessarily UTF-8.
  package var raw: [UInt8]
}

extension Store {
  /// Calls `body` with every rejected line, in the order of runs, files and lines.
  package func forEachRejectedLine(_ body: (RejectedLine) throws -> Void) throws {
    let rows = try database.prepare("\(try query) ORDER BY r.id")
    while try rows.step() { try body(RejectedLine(rows)) }
  }

  /// A rejected line of the newest run that has one for this reason; nil where none was kept.
  package func newestRejectedLine(for reason: String) throws -> RejectedLine? {
    let rows = try database.prepare(
      "\(try query) WHERE r.reason = ? ORDER BY r.run DESC, r.id LIMIT 1")
    try rows.bind(reason, at: 1)
    defer { rows.reset() }
    return try rows.step() ? RejectedLine(rows) : nil
  }

  private var query: String {
    get throws {
      """
      SELECT r.run, r.path, r.line, r.byte_offset, r.reason, r.field, r.raw, \(try dialectOfReject)
      FROM reject AS r
      """
    }
  }

  /// An older database has no such table.
  private var dialectOfReject: String {
    get throws {
      try database.has("reject_dialect")
        ? "(SELECT d.dialect FROM reject_dialect AS d WHERE d.reject = r.id)" : "NULL"
    }
  }
}

extension RejectedLine {
  fileprivate init(_ row: Statement) {
    self.init(
      run: row.integer(0), path: row.text(1), line: row.integer(2), byteOffset: row.integer(3),
      reason: row.text(4), field: row.text(5), dialect: row.isNull(7) ? nil : row.text(7),
      raw: row.blob(6))
  }
}
