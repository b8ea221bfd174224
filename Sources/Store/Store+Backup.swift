import Foundation
import Glibc
import SQLite

extension Store {
  /// How often a backup tries again while a run keeps the database to itself; SQLite waits five
  /// seconds each time.
  private static let patience = 120

  /// Copies the database to `path`, which must not be there: mode 0600, whole or not at all, and
  /// read through before it gets its name.
  package func backUp(to path: String) throws {
    guard access(path, F_OK) != 0 else { throw StoreError.alreadyThere(path: path) }
    let unfinished = "\(path).\(getpid()).unfinished"
    try Self.makeEmpty(unfinished)
    do {
      try copy(to: unfinished)
      guard link(unfinished, path) == 0 else {
        throw errno == EEXIST
          ? StoreError.alreadyThere(path: path) : .cannotWrite(path: path, errno: errno)
      }
      unlink(unfinished)
    } catch {
      unlink(unfinished)
      throw error
    }
  }

  /// Only its owner can read it, from the first byte on.
  private static func makeEmpty(_ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreError.cannotWrite(path: path, errno: errno) }
    close(file)
  }

  private func copy(to path: String) throws {
    let copy = try Database(path: path)
    try copy.execute("PRAGMA synchronous = FULL")
    var waits = 0
    try database.backUp(to: copy) {
      waits += 1
      guard waits <= Self.patience else { throw StoreError.locked(path: self.path) }
      sleep(1)
    }
    let verdict = try copy.first("PRAGMA quick_check") { $0.text(0) }
    guard verdict == "ok" else { throw StoreError.damaged(path: self.path) }
  }
}
