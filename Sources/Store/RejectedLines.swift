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
  /// Cut at 4 KiB; not necessarily UTF-8.
  package var raw: [UInt8]
}

extension Store {
  /// Calls `body` with every rejected line, in the order of runs, files and lines.
  package func forEachRejectedLine(_ body: (RejectedLine) throws -> Void) throws {
    let rows = try database.prepare(
      "SELECT run, path, line, byte_offset, reason, field, raw FROM reject ORDER BY id")
    while try rows.step() {
      try body(
        RejectedLine(
          run: rows.integer(0), path: rows.text(1), line: rows.integer(2),
          byteOffset: rows.integer(3), reason: rows.text(4), field: rows.text(5),
          raw: rows.blob(6)))
    }
  }
}
