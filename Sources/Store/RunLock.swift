import Glibc

/// The exclusive lock of a database, held for the time of a run: a file beside it, locked by the
/// kernel, so that it goes with the process however that ends.
package struct RunLock: ~Copyable {
  private let descriptor: Int32

  /// Throws ``StoreError/locked(path:)`` at once where another process holds it.
  package init(database path: String) throws(StoreError) {
    let lock = path + ".lock"
    descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(path: lock, errno: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .locked(path: path)
    }
  }

  deinit { close(descriptor) }
}
