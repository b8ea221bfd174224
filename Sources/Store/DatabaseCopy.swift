import Foundation
import Glibc
import SQLite
import Values

/// A copy of a database in a temporary file that has no name: it goes with the process, however
/// that ends. Whoever needs long, or changes what he reads, works on one and hinders nobody.
package final class DatabaseCopy {
  private let file: UnnamedDatabase

  /// Under what name this process opens it.
  package var path: String { file.path }

  /// Nothing at first, in a folder.
  package init(emptyIn folder: String) throws {
    file = try UnnamedDatabase(in: folder + "/")
  }

  /// Copies some pages at a time, so that a run waits for none of them for long.
  package init(of database: String, patience: Patience) throws {
    file = try UnnamedDatabase(in: UnnamedFile.temporaryFolder)
    let store = try Store(reading: database, patience: patience)
    let size = try store.database.copyFile(
      whenBusy: {
        guard patience.goesOn({ Patience.users(of: database) }) else {
          throw StoreError.inUse(path: database, by: Patience.users(of: database))
        }
      }, take: file.write)
    try file.cut(to: size)
  }
}

/// An open file without a name, for a database. A name can be given to it when it is whole.
final class UnnamedDatabase {
  let descriptor: Int32
  private let folder: String

  var path: String { "/proc/self/fd/\(descriptor)" }
  private var failure: StoreError { .cannotWrite(path: folder, errno: errno) }

  /// Throws ``StoreError/cannotWrite(path:errno:)`` with the name of the folder, which ends in a slash.
  init(in folder: String) throws {
    let file = Self.makeNameless(folder)
    let isUnknown = file < 0 && [EOPNOTSUPP, EISDIR, EINVAL].contains(errno)
    descriptor = isUnknown ? Self.make(folder) : file
    self.folder = folder
    guard descriptor >= 0 else { throw failure }
  }

  /// A file that never has a name; negative, with `errno`, where the file system knows none.
  static func makeNameless(_ folder: String) -> Int32 {
    open(folder, nameless | O_RDWR | O_CLOEXEC, 0o600)
  }

  /// O_TMPFILE of open(2), which glibc shows to programs for Linux alone.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// For file systems that make no file without a name: one that loses it at once.
  private static func make(_ folder: String) -> Int32 {
    var template = Array("\(folder).runrate-copy-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return file }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
    guard FileTransfer.writeAll(bytes, to: descriptor, at: offset) else { throw failure }
  }

  /// Takes away what stands behind `size`.
  func cut(to size: Int64) throws {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw failure }
  }

  /// Gives it a name that must be free. Not where the file system makes no file without a name.
  func link(to name: String) throws {
    guard linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
      throw errno == EEXIST
        ? StoreError.alreadyThere(path: name) : .cannotWrite(path: name, errno: errno)
    }
  }
}
