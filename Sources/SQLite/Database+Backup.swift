import CSQLite
import CSealedPages

extension Database {
  /// Copies the whole database into `copy` with the online backup interface of SQLite
  /// (sqlite.org/backup.html): some pages at a time, so that a writer never waits for long. What a
  /// writer commits in between makes it begin anew; the copy is always one state of the database.
  ///
  /// - Parameter whenBusy: called when a writer keeps the database to itself; throws to give up.
  package func backUp(to copy: Database, whenBusy: () throws -> Void) throws {
    try copy.check(sealed_pages_expect_those_of(copy.handle, handle))
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw copy.error(sqlite3_errcode(copy.handle), nil)
    }
    let code: Int32
    do {
      code = try Self.run(backup, whenBusy: whenBusy)
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw copy.error(code, nil) }
  }

  private static let pagesAtOnce: Int32 = 4096

  private static func run(_ backup: OpaquePointer, whenBusy: () throws -> Void) throws -> Int32 {
    while true {
      let code = sqlite3_backup_step(backup, pagesAtOnce)
      switch code & 0xFF {
      case SQLITE_OK: continue
      case SQLITE_BUSY, SQLITE_LOCKED: try whenBusy()
      default: return code
      }
    }
  }

  /// What the pages of a file are, taken together.
  package enum Account: Sendable {
    /// Those that the last writer left, or that of the one before, where the last was stopped.
    case known
    /// Each as it was written, but not all at the same time.
    case unknown
    /// One is not as it was written.
    case damaged
    /// Without seals: made before there were any.
    case none
  }

  /// What follows the name of a database in that of the file with its sums.
  package static let sumsSuffix = SEALED_PAGES_SUMS

  /// Reads all pages and compares the sum of their seals with what was written down at the last
  /// commit; from now on each commit through this connection writes it down. Call outside of a
  /// transaction, where nobody else writes. `accepting`: begins anew, whatever was known.
  package func takeAccount(accepting: Bool = false) throws -> Account {
    // What a killed run has left is undone first.
    _ = try integer("SELECT count(*) FROM sqlite_schema")
    switch Int(sealed_pages_check(handle, accepting ? 1 : 0)) {
    case SEALED_PAGES_KNOWN: return .known
    case SEALED_PAGES_UNKNOWN: return .unknown
    case SEALED_PAGES_DAMAGED: return .damaged
    case SEALED_PAGES_NONE: return .none
    default:
      throw SQLiteError(
        code: SQLITE_CANTOPEN, message: "the sums of its pages cannot be read or written", sql: nil)
    }
  }

  /// Whether the header of the file says that it has a write-ahead log (byte 18,
  /// sqlite.org/fileformat2.html). Read through the connection: who opens the file beside it and
  /// closes it again takes all locks of this process away (sqlite.org/howtocorrupt.html, 2.2).
  package var isInWriteAheadMode: Bool {
    var version: UInt8 = 0
    return sealed_pages_read_file(handle, &version, 1, 18) == SQLITE_OK && version == 2
  }

  /// Hands over the bytes of the file of one state of the database, with where they stand: some
  /// megabytes in one read transaction, so that a writer never waits for long. What a writer
  /// commits in between makes it begin anew. Seals are not checked: whoever reads a copy does that.
  /// Faster than the backup interface, which takes page by page.
  ///
  /// - Parameters:
  ///   - atOnce: bytes of one transaction.
  ///   - whenBusy: called when a writer keeps the database to itself; throws to give up.
  /// - Returns: The size of the file.
  package func copyFile(
    atOnce: Int64 = 64 << 20, whenBusy: () throws -> Void,
    take: (UnsafeRawBufferPointer, Int64) throws -> Void
  ) throws -> Int64 {
    var copied = FileBytes(atOnce: atOnce)
    while true {
      do {
        let isDone = try self.atOnce { try copied.goOn(self, take) }
        if isDone { return copied.end }
      } catch let error as SQLiteError where error.isBusy {
        try whenBusy()
      }
    }
  }
}

/// How far the bytes of a file were handed over, and of which state of the database.
private struct FileBytes {
  private static let buffer: Int64 = 1 << 20

  private let atOnce: Int64
  private(set) var end: Int64 = 0
  private var version: Int64?
  private var bytes = [UInt8](repeating: 0, count: Int(buffer))

  init(atOnce: Int64) { self.atOnce = atOnce }

  /// Within a transaction. Whether that was the rest.
  mutating func goOn(
    _ database: Database, _ take: (UnsafeRawBufferPointer, Int64) throws -> Void
  ) throws -> Bool {
    // This takes the lock.
    _ = try database.integer("SELECT count(*) FROM sqlite_schema")
    let version = try database.first("PRAGMA data_version") { $0.integer(0) }
    if version != self.version { (self.version, end) = (version, 0) }
    let pages = try database.integer("PRAGMA page_count")
    let size = try database.first("PRAGMA page_size") { $0.integer(0) * pages } ?? 0
    let limit = min(size, end + atOnce)
    while end < limit { try next(Int(min(limit - end, Self.buffer)), of: database, take) }
    return end == size
  }

  private mutating func next(
    _ count: Int, of database: Database, _ take: (UnsafeRawBufferPointer, Int64) throws -> Void
  ) throws {
    try bytes.withUnsafeMutableBytes { bytes in
      let code = sealed_pages_read_file(database.handle, bytes.baseAddress, Int32(count), end)
      guard code == SQLITE_OK else { throw database.error(code, nil) }
      try take(UnsafeRawBufferPointer(rebasing: bytes[..<count]), end)
    }
    end += Int64(count)
  }
}
