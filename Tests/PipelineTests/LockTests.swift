import Foundation
import Glibc
import Store
import Support
import Synchronization
import Testing
import Values

@testable import Command

struct LockTests {
  @Test("While another run holds the lock, a run answers 75 at once and touches nothing")
  func answers75() throws {
    let scenario = try #require(try Scenario.all().first)
    let ledger = try Ledger(World())
    let files = try scenario.unpack(into: ledger.folder)
    let lock = try RunLock(database: ledger.options.database, lockTimeout: .usual)
    let command = [
      "run", files.log, "--database", ledger.options.database, "--reports",
      ledger.folder("reports"),
    ]
    let clock = ContinuousClock()
    let waited = clock.measure { #expect(Program.run(command, on: .silent).rawValue == 75) }
    #expect(waited < .seconds(1))
    #expect(throws: Failure.missing(ledger.options.database)) {
      _ = try Store(reading: ledger.options.database, lockTimeout: .usual)
    }
    release(lock)
  }

  /// A number that is closed twice may be another thread's file by the second time: a database,
  /// say.
  @Test("A lock that is refused closes its own file, and no other that has got its number since")
  func closesOnce() throws {
    let folder = try Scratch()
    let database = folder.path + "/runrate.db"
    let lock = try RunLock(database: database, lockTimeout: .usual)
    let isOver = Mutex(false)
    let refusals = Thread {
      for _ in 0..<5_000 { _ = try? RunLock(database: database, lockTimeout: .usual) }
      isOver.withLock { $0 = true }
    }
    refusals.start()
    var closedByOthers = 0
    while !isOver.withLock({ $0 }) {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      sched_yield()
      if close(file) != 0 { closedByOthers += 1 }
    }
    #expect(closedByOthers == 0)
    release(lock)
    withExtendedLifetime(folder) {}
  }

  private func release(_ lock: consuming RunLock) {}
}
