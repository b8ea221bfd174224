import Foundation
import Glibc
import SQLite
import Values

extension Store {
  /// Copies the database to `path`, which must not be there: mode 0600, whole or not at all, and
  /// read through before it gets its name. Until then it has none, so that nothing is left of a
  /// backup that is stopped; where the file system knows no such files, the name ends in
  /// `.unfinished`.
  package func backUp(to path: String) throws {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Failure.alreadyThere(path) }
    try Self.sweep(unfinishedBackupsBeside: path)
    let unnamed = UnnamedFile.makeNameless(UnnamedFile.folder(of: path))
    guard unnamed >= 0 else { return try backUpNamed(to: path) }
    close(unnamed)
    let file = try UnnamedFile(in: UnnamedFile.folder(of: path))
    try copy(to: file.path)
    guard fsync(file.descriptor) == 0 else {
      throw Failure.cannotWrite(path, errno)
    }
    try file.link(to: path)
    try Self.syncFolder(of: path)
  }

  private func backUpNamed(to path: String) throws {
    let unfinished = "\(path).\(getpid()).unfinished"
    try Self.makeEmpty(unfinished)
    defer { unlink(unfinished) }
    try copy(to: unfinished)
    guard link(unfinished, path) == 0 else {
      throw errno == EEXIST
        ? Failure.alreadyThere(path) : .cannotWrite(path, errno)
    }
    try Self.syncFolder(of: path)
  }

  /// Only its owner can read it, from the first byte on.
  private static func makeEmpty(_ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure.cannotWrite(path, errno) }
    close(file)
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
    try database.backUp(to: copy) { [lockTimeout] in
      guard lockTimeout.goesOn({ LockTimeout.users(of: self.path) }) else {
        throw Failure.inUse(self.path)
      }
    }
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
  /// Removes unfinished backups of any name from the folder of a new one: those that are ours, of
  /// processes that have ended.
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
}
