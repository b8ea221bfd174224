import Foundation
import Glibc
package import Values

/// An open file without a name, which only this process knows: it goes with the process, however
/// that ends, but for one that is `unfinished`. A name can be given to it when it is whole.
final class UnnamedFile: Sendable {
  private let descriptor: Int32
  private let folder: String
  /// The name that it has after all, until it goes.
  private let unfinished: String?

  /// Under what name this process, and none that it starts, opens it once more.
  var path: String { unfinished ?? "/proc/self/fd/\(descriptor)" }

  /// The folder that a file stands in; of one without a name, that of temporary ones.
  static func folder(of path: String) -> String {
    if path.hasPrefix("/proc/self/fd/") { return temporaryFolder }
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// Where SQLite puts what is temporary, too.
  static var temporaryFolder: String {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return (named.isEmpty ? "/var/tmp" : named) + "/"
  }

  /// Throws ``Failure/cannotWrite(_:_:)`` with the name of the folder, which ends in a
  /// slash.
  init(in folder: String) throws {
    let file = Self.makeNameless(folder)
    let isUnknown = file < 0 && [EOPNOTSUPP, EISDIR, EINVAL].contains(errno)
    descriptor = isUnknown ? Self.make(folder) : file
    (self.folder, unfinished) = (folder, nil)
    guard descriptor >= 0 else { throw failure }
  }

  /// What is to stand at `path` when it is whole. Only its owner can read it, from the first byte on.
  /// Where the file system makes no file without a name, it has one that ends in `.unfinished`.
  init(for path: String) throws {
    folder = Self.folder(of: path)
    let file = Self.makeNameless(folder)
    let name = "\(path).\(getpid()).unfinished"
    unfinished = file < 0 ? name : nil
    descriptor =
      file < 0 ? open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) : file
    guard descriptor >= 0 else { throw Failure.cannotWrite(name, errno) }
  }

  /// A file that never has a name; negative, with `errno`, where the file system knows none.
  private static func makeNameless(_ folder: String) -> Int32 {
    open(folder, nameless | O_RDWR | O_CLOEXEC, 0o600)
  }

  /// O_TMPFILE of open(2), which glibc shows to programs for Linux alone.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// For file systems that make no file without a name: one that loses it at once.
  private static func make(_ folder: String) -> Int32 {
    var template = Array("\(folder).runrate-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return file }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let unfinished { unlink(unfinished) }
  }

  private var failure: Failure { .cannotWrite(folder, errno) }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
    guard FileTransfer.writeAll(bytes, to: descriptor, at: offset) else { throw failure }
  }

  /// Fills the buffer; throws where the file has fewer bytes.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws {
    guard FileTransfer.fill(bytes, from: descriptor, at: offset) else { throw failure }
  }

  /// Takes away what stands behind `size`.
  func cut(to size: Int64) throws {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw failure }
  }

  /// Gives one that was made for a path a name that must be free, once all of it is on disk.
  func link(to name: String) throws {
    guard fsync(descriptor) == 0 else { throw Failure.cannotWrite(name, errno) }
    guard linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
      throw errno == EEXIST
        ? Failure.alreadyThere(name) : .cannotWrite(name, errno)
    }
  }
}

extension Store {
  /// The name, with a number behind it where it is taken: what was kept before stays.
  static func unusedName(_ name: String) -> String {
    var (found, number) = (name, 1)
    while FileManager.default.fileExists(atPath: found) {
      number += 1
      found = "\(name)-\(number)"
    }
    return found
  }
}

package enum Directory {
  /// Makes a folder, and those that it is to stand in. One that is there is as good. Throws
  /// ``Failure/cannotWrite(_:_:)``.
  package static func make(_ path: String) throws(Failure) {
    guard mkdir(path, 0o777) != 0 else { return }
    var reason = errno
    let parent = (path as NSString).deletingLastPathComponent
    if reason == ENOENT, !parent.isEmpty, parent != path {
      try make(parent)
      if mkdir(path, 0o777) == 0 { return }
      reason = errno
    }
    var status = stat()
    let isThere = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    guard reason == EEXIST, isThere else { throw .cannotWrite(path, reason) }
  }
}
