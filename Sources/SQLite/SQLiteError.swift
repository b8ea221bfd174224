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

  /// The file is no database, or is damaged.
  package var isUnreadable: Bool { primaryCode == 11 || isNoDatabase }

  package var isNoDatabase: Bool { primaryCode == 26 }

  /// The disk is full, or the file cannot be opened or written.
  package var isUnwritable: Bool { primaryCode == 8 || cannotMakeFile }

  /// The disk is full, or files cannot be opened or made where the database or temporary files are.
  package var cannotMakeFile: Bool { [13, 14].contains(primaryCode) }

  /// Reading or writing failed below SQLite.
  package var isInputOutput: Bool { primaryCode == 10 }

  /// A sum left the integers.
  package var isIntegerOverflow: Bool { message == "integer overflow" }

  /// Somebody else has the database to himself.
  package var isBusy: Bool { primaryCode == 5 }

  /// A journal has to be played back before anybody can read, which this connection cannot do.
  package var needsRollback: Bool { code == 8 | 3 << 8 }
}
