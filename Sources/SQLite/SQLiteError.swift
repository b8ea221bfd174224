/// What SQLite refused: its extended result code and message, and the statement it was about.
/// Bound values are never part of it.
package struct SQLiteError: Error, Sendable, Equatable {
  /// Extended result code (sqlite.org/rescode.html).
  package let code: Int32
  package let message: String
  package let sql: String?

  /// The result code without its extension: SQLITE_BUSY, SQLITE_FULL, SQLITE_CORRUPT …
  package var primaryCode: Int32 { code & 0xFF }

  /// A page that was read does not bear the seal that it was written with.
  package var isDamage: Bool { code == 10 | 32 << 8 }

  /// A row is there already, or is not what its table allows.
  package var isConstraint: Bool { primaryCode == 19 }

  /// A row with the same key is there already: of a primary key, a unique index or a row id.
  package var isDuplicate: Bool { isConstraint && [6, 8, 10].contains(code >> 8) }

  /// Somebody else has the database to himself.
  package var isBusy: Bool { primaryCode == 5 }

  /// A journal has to be played back before anybody can read, which this connection cannot do.
  package var needsRollback: Bool { code == 8 | 3 << 8 }
}
