import Glibc

/// The exclusive lock of a database, held for the time of a run: a file beside it, locked by the
/// kernel, so that it goes with the process however that ends.
package struct RunLock: ~Copyable {
  private let descriptor: Int32

  /// Throws ``StoreError/locked(path:)`` at once where another process holds it, and
  /// ``StoreError/cannotWrite(path:errno:)`` where there is no telling.
  package init(database path: String) throws(StoreError) {
    let lock = path + ".lock"
    descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(path: lock, errno: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(descriptor)
      throw reason == EWOULDBLOCK ? .locked(path: path) : .cannotWrite(path: lock, errno: reason)
    }
  }

  deinit { close(descriptor) }
}
