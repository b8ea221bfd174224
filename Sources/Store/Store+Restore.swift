import Feed
import Foundation
import Glibc
import SQLite
import Values

extension Store {
  /// Puts a copy in the place of the database at `path`, whoever made it: `runrate backup`, `cp`,
  /// `sqlite3 .backup` or `VACUUM INTO`. It is checked, written anew with seals of its own, and
  /// what follows from the events is computed once more by the next report. What stood there before
  /// stays beside it; answers with its name. Call while holding the lock.
  package static func restore(_ copy: String, to path: String, lockTimeout: LockTimeout) throws
    -> String?
  {
    let file = try UnnamedFile(in: UnnamedFile.folder(of: path))
    try write(copy, into: file, lockTimeout)
    guard fsync(file.descriptor) == 0 else {
      throw Failure.cannotWrite(path, errno)
    }
    let old = try exchange(file, for: path)
    _ = try Store(path: path, lockTimeout: lockTimeout)
    return old
  }

  /// Puts the file in the place of the database; answers with the name of what stood there.
  private static func exchange(_ file: UnnamedFile, for path: String) throws -> String? {
    let fresh = path + ".restoring"
    unlink(fresh)
    try file.link(to: fresh)
    defer { unlink(fresh) }
    let old = try putAside(path)
    unlink(path + Database.sumsSuffix)
    guard rename(fresh, path) == 0 else { throw Failure.cannotWrite(path, errno) }
    return old
  }

  private static func write(_ copy: String, into file: UnnamedFile, _ lockTimeout: LockTimeout)
    throws
  {
    guard FileManager.default.fileExists(atPath: copy) else {
      throw Failure.notFound(copy)
    }
    try requireFile(copy)
    guard isDatabase(copy) else { throw notOurs(copy) }
    let source = try open(copy, lockTimeout)
    let fresh = try Database(path: file.path, mode: .throwaway)
    do {
      try requireFit(source, copy)
      try source.backUp(to: fresh) {
        guard lockTimeout.goesOn({ LockTimeout.users(of: copy) }) else {
          throw Failure.inUse(copy)
        }
      }
    } catch let error as SQLiteError where error.isDamage {
      throw Failure.unfitCopy(copy, "it is damaged: a page is not as it was written")
    }
    let verdict = try fresh.first("PRAGMA integrity_check(1)") { $0.text(0) }
    guard verdict == "ok" else { throw Failure.unfitCopy(copy, verdict ?? "") }
    try fresh.execute("DELETE FROM fold_state")
  }

  /// A copy whose last writer was this program is read with an eye on its seals: a page without a
  /// valid one is damage. Whatever another program writes changes the first page, too (its change
  /// counter), which then bears none: such a copy is taken as it stands.
  private static func open(_ copy: String, _ lockTimeout: LockTimeout) throws -> Database {
    let sealed = try Database(path: copy, mode: .readOnly)
    lockTimeout.serve(sealed, path: copy)
    try requireNoWriteAheadMode(sealed, copy)
    do {
      _ = try sealed.first("PRAGMA application_id") { $0.integer(0) }
      return sealed
    } catch let error as SQLiteError where !error.isBusy {
      let foreign = try Database(path: copy, mode: .foreign)
      lockTimeout.serve(foreign, path: copy)
      return foreign
    }
  }

  private static func requireFit(_ source: Database, _ copy: String) throws {
    do {
      let application = try source.first("PRAGMA application_id") { $0.integer(0) }
      guard application == applicationID else { throw notOurs(copy) }
      try requireKnown(source, copy)
    } catch let error as SQLiteError where !error.isBusy && !error.isDamage {
      throw Failure.unfitCopy(copy, error.message)
    }
  }

  private static func notOurs(_ copy: String) -> Failure {
    .unfitCopy(copy, "it is no database of this program")
  }

  /// Before anything is put aside: what this program could not open would stand in its place.
  private static func requireKnown(_ source: Database, _ copy: String) throws {
    let version = try source.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard version <= schemaVersion else {
      throw Failure.newer(copy, found: version)
    }
    let tables = try source.first(
      "SELECT count(*) FROM sqlite_schema WHERE name IN ('run', 'user', 'event_block', 'fold_state')"
    ) { $0.integer(0) }
    guard tables == 4 else { throw notOurs(copy) }
  }

  /// Gives the database, and what a killed run left beside it, another name; nil where there is
  /// none.
  private static func putAside(_ path: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let old = unusedName("\(path).before-restore")
    guard link(path, old) == 0 else { throw Failure.cannotWrite(old, errno) }
    for ending in ["-journal", "-wal", Database.sumsSuffix] { rename(path + ending, old + ending) }
    unlink(path + "-shm")
    return old
  }
}
