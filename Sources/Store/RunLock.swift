import Foundation
import Glibc
import SQLite
import Synchronization
package import Values

/// The exclusive lock of a database, held for the time of a command that changes it: a file beside
/// it, locked by the kernel, so that it goes with the process however that ends. It says who holds
/// it, for those who wait.
package struct RunLock: ~Copyable {
  private let descriptor: Int32

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

  /// Unlocks first: a child forked at this moment would hold the lock on.
  deinit {
    guard descriptor >= 0 else { return }
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// How long a command waits for others that use its database, and whom it tells for whom.
package final class LockTimeout: Sendable {
  private let seconds: Int
  private let tell: @Sendable (String) -> Void
  private let waiting = Mutex(Waiting())

  fileprivate struct Waiting {
    var since: ContinuousClock.Instant?
    var lastAsked: ContinuousClock.Instant?
    var hasTold = false
  }

  /// `tell` gets a sentence once the waiting has taken a second.
  package init(seconds: Int, tell: @escaping @Sendable (String) -> Void) {
    self.seconds = seconds
    self.tell = tell
  }

  /// As commands have it that nobody told to wait for longer.
  package static var usual: LockTimeout { LockTimeout(seconds: 5, tell: { _ in }) }

  /// Waits for nobody.
  package static var none: LockTimeout { LockTimeout(seconds: 0, tell: { _ in }) }

  /// Lets a connection wait.
  func serve(_ database: Database, path: String) {
    database.whileBusy { [self] in goesOn { Self.users(of: path) } }
  }

  /// Sleeps a little while others use a database; throws ``Failure/inUse(_:)`` when it has been long
  /// enough.
  func wait(for path: String) throws {
    guard goesOn({ Self.users(of: path) }) else { throw Failure.inUse(path) }
  }

  /// Sleeps a little; false when it has been long enough. `whom`: who is waited for.
  func goesOn(_ whom: () -> String) -> Bool {
    guard let tellsNow = waiting.withLock({ $0.goesOn(for: seconds, at: .now) }) else {
      return false
    }
    if tellsNow { tell("waiting for \(whom()), up to \(seconds) seconds (--wait)") }
    usleep(50_000)
    return true
  }

  /// The processes that hold locks of a file, as the kernel tells (proc(5), /proc/locks).
  package static func users(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0,
      let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
    else { return "whoever uses \(path)" }
    let processes = locks.split(separator: "\n").compactMap { line -> Int32? in
      let words = line.split(separator: " ")
      guard words.count > 5, words[5].split(separator: ":").last == "\(status.st_ino)" else {
        return nil
      }
      return Int32(words[4])
    }
    let others = Set(processes).subtracting([getpid(), -1, 0]).sorted()
    guard !others.isEmpty else { return "whoever uses \(path)" }
    return others.map(name).joined(separator: " and ") + ", which "
      + (others.count == 1 ? "uses " : "use ") + path
  }

  private static func name(of process: Int32) -> String {
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    let shown = name?.split(separator: "\n").first.map(String.init) ?? "a program"
    return "\(shown) (process \(process))"
  }
}

extension LockTimeout.Waiting {
  /// Nil when it has been long enough, else whether it is now told of.
  fileprivate mutating func goesOn(for seconds: Int, at now: ContinuousClock.Instant) -> Bool? {
    // What was waited for long ago is another matter.
    if let lastAsked, now - lastAsked > .seconds(2) { (since, hasTold) = (nil, false) }
    lastAsked = now
    let begin = since ?? now
    since = begin
    guard now - begin < .seconds(seconds) else {
      since = nil
      return nil
    }
    let tellsNow = !hasTold && now - begin > .seconds(1)
    hasTold = hasTold || tellsNow
    return tellsNow
  }
}
