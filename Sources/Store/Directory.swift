import Foundation
import Glibc
package import Values

/// Folders that this program makes.
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
