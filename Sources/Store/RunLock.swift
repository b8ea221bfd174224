import Glibc
package import Values

/// The exclusive lock of a database, held for the time of a command that changes it: a file beside
/// it, locked by the kernel, so that it goes with the process however that ends. It says who holds
/// it, for those who wait.
package struct RunLock: ~Copyable {
  private let descriptor: Int32

  /// Who holds a lock.
  package enum Holder: Sendable, Equatable {
    /// A night, which may take long: a second one at the same time is a mistake.
    case run
    /// A command that is soon over, by its name: everybody waits for it.
    case brief(String)

    fileprivate var text: String {
      switch self {
      case .run: "run"
      case .brief(let name): name
      }
    }
  }

  /// Throws ``Failure/locked(_:)`` at once where another run holds it, and when `lockTimeout` is
  /// over where another command does; ``Failure/cannotWrite(_:_:)`` where there is no
  /// telling.
  package init(
    database path: String, for holder: Holder = .run, lockTimeout: LockTimeout
  ) throws(Failure) {
    let lock = path + ".lock"
    descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(lock, errno) }
    let file = descriptor
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let reason = errno
      if reason == EWOULDBLOCK, let brief = Self.briefHolder(file), lockTimeout.goesOn({ brief }) {
        continue
      }
      // A value that is whole already has its `deinit` here, which closes the file.
      throw reason == EWOULDBLOCK ? .locked(path) : .cannotWrite(lock, reason)
    }
    Self.sign(file, holder)
  }

  /// Who holds the lock, where it is not a run: `runrate check (process 4711)`.
  private static func briefHolder(_ file: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(file, &bytes, bytes.count, 0)
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0] != "run", let process = Int32(words[1]) else { return nil }
    return "runrate \(words[0]) (process \(process))"
  }

  /// Best effort: without it nobody waits.
  private static func sign(_ file: Int32, _ holder: Holder) {
    let text = Array("\(holder.text) \(getpid())\n".utf8)
    if ftruncate(file, 0) == 0 { _ = pwrite(file, text, text.count, 0) }
  }

  /// Unlocks before it closes: a child that was forked at this moment, and has not yet begun its
  /// own program, would hold the lock on.
  deinit {
    guard descriptor >= 0 else { return }
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
