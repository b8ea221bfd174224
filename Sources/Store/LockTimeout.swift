import Foundation
import Glibc
import SQLite
import Synchronization

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
