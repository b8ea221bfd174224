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
}
