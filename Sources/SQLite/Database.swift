import CSQLite
import CSealedPages

/// A connection to one database file. Not for several threads at once.
///
/// Double-quoted strings are off, foreign keys on, extension loading and triggers off, and what a
/// foreign schema could bring is not trusted; the connection is closed when the last reference and
/// the last statement are gone. The pages of a new file are sealed: what a disk makes of them
/// later is an error when they are read.
package final class Database {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// Made if it does not exist.
    case readWrite
    /// Neither the file nor its schema can be changed through this connection.
    case readOnly
    /// A file that nobody else knows and nobody needs after an error: what a transaction changes is
    /// not remembered, so that it cannot be undone.
    case throwaway
    /// Like ``readOnly``, without a look at seals: what another program has made of a database.
    case foreign
  }

  let handle: OpaquePointer
  private var lockTimeout: PatienceBox?

  /// Opens `path`; `:memory:` is a private database in memory. Waits up to `busyTimeout`
  /// milliseconds for another process's lock.
  package init(path: String, mode: Mode = .readWrite, busyTimeout: Int32 = 5000) throws {
    var handle: OpaquePointer?
    let access =
      mode == .readOnly || mode == .foreign
      ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let sealed = try Self.sealedFiles.get()
    let code = sqlite3_open_v2(path, &handle, flags, mode == .foreign ? nil : sealed)
    guard code == SQLITE_OK, let handle else {
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw SQLiteError(code: code, message: message, sql: nil)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, busyTimeout)
    // Of a file that is there already its header decides.
    var sealBytes = SEALED_PAGES_BYTES
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &sealBytes)
    if mode == .throwaway { try execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
    try harden()
  }

  deinit { sqlite3_close_v2(handle) }

  /// The name of the layer that seals pages, once it is there.
  private static let sealedFiles: Result<String, SQLiteError> = {
    let code = sealed_pages_register()
    guard code == SQLITE_OK else {
      return .failure(SQLiteError(code: code, message: "no file system", sql: nil))
    }
    return .success(SEALED_PAGES_NAME)
  }()

  private func harden() throws {
    let off = [
      SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
      SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_TRUSTED_SCHEMA,
    ]
    for flag in off { try check(csqlite_set_flag(handle, flag, 0)) }
    for flag in [SQLITE_DBCONFIG_DEFENSIVE, SQLITE_DBCONFIG_ENABLE_FKEY] {
      try check(csqlite_set_flag(handle, flag, 1))
    }
  }

  /// Runs one or more statements that return nothing.
  package func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, sql) }
  }

  package func prepare(_ sql: String) throws -> Statement { try Statement(self, sql) }

  package func rows<Row>(_ sql: String, _ read: (Statement) throws -> Row) throws -> [Row] {
    try prepare(sql).rows(read: read)
  }

  /// The first row of a query, nil where there is none.
  package func first<Row>(_ sql: String, _ read: (Statement) throws -> Row) throws -> Row? {
    try prepare(sql).first(read: read)
  }

  /// The integer that a query tells; 0 for NULL, and where it has no row.
  package func integer(_ sql: String) throws -> Int64 { try first(sql) { $0.integer(0) } ?? 0 }

  package func hasRow(_ sql: String) throws -> Bool { try prepare(sql).hasRow() }

  /// Runs `body` in one transaction that takes the write lock at once; an error undoes it all.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` in one transaction that reads the database and writes temporary tables, or
  /// nothing.
  package func atOnce<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction("BEGIN", body)
  }

  private func transaction<Result>(_ begin: String, _ body: () throws -> Result) throws -> Result {
    try execute(begin)
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // What went wrong first is told. A rollback that fails leaves what the next one to open the
      // database finds in its journal, and takes back.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` with three quarters of the page cache: enough for what fills tables, mostly a row
  /// behind the other.
  package func cachingLess<T>(_ body: () throws -> T) throws -> T {
    let usual = try integer("PRAGMA main.cache_size")
    try execute("PRAGMA main.cache_size = \(usual * 3 / 4)")
    let result = Result { try body() }
    let restored = Result { try execute("PRAGMA main.cache_size = \(usual)") }
    let value = try result.get()
    try restored.get()
    return value
  }

  /// Runs `body` without an index of the main database, and makes it anew behind that: for many
  /// rows that is faster than to keep it up. Call within a transaction.
  package func rebuilding(index name: String, _ body: () throws -> Void) throws {
    let definition = try first("SELECT sql FROM main.sqlite_schema WHERE name = '\(name)'") {
      $0.text(0)
    }
    guard let definition else { return try body() }
    try execute("DROP INDEX main.\(name)")
    try body()
    try execute(definition)
  }

  /// Whether the main database has a table, index or view of this name.
  package func has(_ name: String) throws -> Bool {
    try hasRow("SELECT 1 FROM main.sqlite_schema WHERE name = '\(name)'")
  }

  func check(_ code: Int32, _ sql: String? = nil) throws {
    guard code == SQLITE_OK else { throw error(code, sql) }
  }

  /// How many rows the newest INSERT, UPDATE or DELETE has changed; of one that failed and keeps
  /// what it had done (`OR FAIL`), those before.
  package var newestChanges: Int { Int(sqlite3_changes64(handle)) }

  func error(_ code: Int32, _ sql: String?) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }

  /// Asks `goesOn` again and again while somebody else has the database to himself; where it says
  /// false, the statement ends with SQLITE_BUSY. It should sleep a little.
  package func whileBusy(_ goesOn: @escaping () -> Bool) {
    let box = PatienceBox(goesOn)
    lockTimeout = box
    sqlite3_busy_handler(
      handle,
      { box, _ in
        guard let box else { return 0 }
        return Unmanaged<PatienceBox>.fromOpaque(box).takeUnretainedValue().goesOn() ? 1 : 0
      }, Unmanaged.passUnretained(box).toOpaque())
  }
}

private final class PatienceBox {
  let goesOn: () -> Bool

  init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
}
