import CSQLite

extension Database {
  /// Runs `body`, in which statements can read everything but change nothing that lasts: they may
  /// make and fill temporary tables, and no more. Settings, other files and extensions are out of
  /// reach. The models of a report run so: whatever a query says, the database stays as it is.
  package func readingOnly<Result>(_ body: () throws -> Result) throws -> Result {
    try check(sqlite3_set_authorizer(handle, authorize, nil))
    defer { sqlite3_set_authorizer(handle, nil, nil) }
    return try body()
  }
}

/// Asked by SQLite about everything that a statement would do, when it is prepared
/// (sqlite.org/c3ref/c_alter_table.html lists the actions and what their arguments are).
private func authorize(
  _: UnsafeMutableRawPointer?, action: Int32, first: UnsafePointer<CChar>?,
  second: UnsafePointer<CChar>?, database: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?
) -> Int32 {
  let isAllowed =
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
    case SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_INDEX, SQLITE_DROP_TEMP_TABLE,
      SQLITE_DROP_TEMP_INDEX:
      true
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_REINDEX: isTemporary(database)
    case SQLITE_FUNCTION: !isNamed(second, "load_extension")
    default: false
    }
  return isAllowed ? SQLITE_OK : SQLITE_DENY
}

private func isTemporary(_ database: UnsafePointer<CChar>?) -> Bool { isNamed(database, "temp") }

private func isNamed(_ text: UnsafePointer<CChar>?, _ name: String) -> Bool {
  text.map { String(cString: $0) == name } ?? false
}
