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
    let rows = try database.prepare(
      """
      SELECT r.run, r.path, r.line, r.byte_offset, r.reason, r.field, r.raw, \(try dialectOfReject)
      FROM reject AS r ORDER BY r.id
      """)
    while try rows.step() {
      try body(
        RejectedLine(
          run: rows.integer(0), path: rows.text(1), line: rows.integer(2),
          byteOffset: rows.integer(3), reason: rows.text(4), field: rows.text(5),
          dialect: rows.isNull(7) ? nil : rows.text(7), raw: rows.blob(6)))
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
