import Feed
import Foundation
import Glibc
import SQLite
import Values

extension Store {
  /// Copies the database to `path`, which must not be there: mode 0600, whole or not at all, and
  /// read through before it gets its name.
  package func backUp(to path: String) throws {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Failure.alreadyThere(path) }
    try Self.sweep(unfinishedBackupsBeside: path)
    let file = try UnnamedFile(for: path)
    try copy(to: file.path)
    try file.link(to: path)
    try Self.syncFolder(of: path)
  }

  private static func syncFolder(of path: String) throws {
    let folder = open(UnnamedFile.folder(of: path), O_RDONLY | O_CLOEXEC)
    defer { if folder >= 0 { close(folder) } }
    guard folder >= 0, fsync(folder) == 0 else {
      throw Failure.cannotWrite(path, errno)
    }
  }

  private func copy(to path: String) throws {
    let copy = try Database(path: path, mode: .throwaway)
    try database.backUp(to: copy) { try lockTimeout.wait(for: self.path) }
    let verdict = try copy.first("PRAGMA quick_check") { $0.text(0) }
    guard verdict == "ok" else {
      throw Failure(
        "\(self.path) is damaged, so no copy of it was kept",
        hint: "restore the newest backup, or make the database anew from the logs", exit: .badData)
    }
  }
}

// MARK: - What was left by a program that is no more

extension Store {
  /// Removes unfinished backups of processes of ours that have ended.
  static func sweep(unfinishedBackupsBeside path: String) throws {
    let folder = UnnamedFile.folder(of: path)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let parts = name.wholeMatch(of: /.+\.(\d+)\.unfinished/), let process = Int32(parts.1),
        kill(process, 0) != 0, errno == ESRCH, isOurs(folder + name)
      else { continue }
      unlink(folder + name)
    }
  }

  /// Removes the copies that older versions made for a backtest that was stopped, a day later.
  package static func sweepOldCopies() {
    let folder = UnnamedFile.temporaryFolder
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.wholeMatch(of: /runrate-backtest-[0-9A-F-]{36}/) != nil {
      var status = stat()
      guard lstat(folder + name, &status) == 0, status.st_uid == getuid(),
        status.st_mode & S_IFMT == S_IFDIR, status.st_mtim.tv_sec < time(nil) - 86_400
      else { continue }
      try? FileManager.default.removeItem(atPath: folder + name)
    }
  }

  /// Whether a file of this user is empty, or a database of this program.
  private static func isOurs(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFREG
    else { return false }
    guard status.st_size > 0 else { return true }
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    var header = [UInt8](repeating: 0, count: 72)
    return pread(file, &header, 72, 0) == 72 && header[68...].elementsEqual("RunR".utf8)
  }

  /// Puts a copy in the place of the database at `path`, whoever made it: `runrate backup`, `cp`,
  /// `sqlite3 .backup` or `VACUUM INTO`. It is checked, written anew with seals of its own, and
  /// what follows from the events is computed once more by the next report. What stood there before
  /// stays beside it; answers with its name. Call while holding the lock.
  package static func restore(_ copy: String, to path: String, lockTimeout: LockTimeout) throws
    -> String?
  {
    try sweep(unfinishedBackupsBeside: path)
    let file = try UnnamedFile(for: path)
    try write(copy, into: file, lockTimeout)
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
    let source = try openBackup(copy, lockTimeout)
    let fresh = try Database(path: file.path, mode: .throwaway)
    do {
      try requireFit(source, copy)
      try source.backUp(to: fresh) { try lockTimeout.wait(for: copy) }
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
  private static func openBackup(_ copy: String, _ lockTimeout: LockTimeout) throws -> Database {
    let sealed = try Database(path: copy, mode: .readOnly)
    lockTimeout.serve(sealed, path: copy)
    try requireNoWriteAheadMode(sealed, copy)
    do {
      _ = try sealed.integer("PRAGMA application_id")
      return sealed
    } catch let error as SQLiteError where !error.isBusy {
      let foreign = try Database(path: copy, mode: .foreign)
      lockTimeout.serve(foreign, path: copy)
      return foreign
    }
  }

  private static func requireFit(_ source: Database, _ copy: String) throws {
    do {
      let application = try source.integer("PRAGMA application_id")
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
    let version = try source.integer("PRAGMA user_version")
    try requireKnown(schema: version, copy)
    let tables = try source.integer(
      """
      SELECT count(*) FROM sqlite_schema
      WHERE name IN ('run', 'user', 'event_block', 'fold_state')
      """)
    guard tables == 4 else { throw notOurs(copy) }
  }

  /// Renames the database, and what a killed run left beside it; nil where there is none.
  private static func putAside(_ path: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let old = unusedName("\(path).before-restore")
    guard link(path, old) == 0 else { throw Failure.cannotWrite(old, errno) }
    for ending in ["-journal", "-wal", Database.sumsSuffix] { rename(path + ending, old + ending) }
    unlink(path + "-shm")
    return old
  }
}

/// A copy of a database in a temporary file that has no name: it goes with the process, however
/// that ends. Whoever needs long, or changes what he reads, works on one and hinders nobody.
package final class DatabaseCopy {
  private let file: UnnamedFile

  /// Under what name this process opens it.
  package var path: String { file.path }

  /// Nothing at first, in a folder.
  package init(emptyIn folder: String) throws {
    file = try UnnamedFile(in: folder + "/")
  }

  /// Copies some pages at a time, so that a run waits for none of them for long.
  package init(of database: String, lockTimeout: LockTimeout) throws {
    file = try UnnamedFile(in: UnnamedFile.temporaryFolder)
    let store = try Store(reading: database, lockTimeout: lockTimeout)
    let size = try store.database.copyFile(
      whenBusy: { try lockTimeout.wait(for: database) }, take: file.write)
    try file.cut(to: size)
  }
}
