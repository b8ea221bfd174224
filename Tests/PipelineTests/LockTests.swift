import Store
import Support
import Testing

@testable import Command

struct LockTests {
  @Test("While another run holds the lock, a run answers 75 at once and touches nothing")
  func answers75() throws {
    let scenario = try #require(try Scenario.all().first)
    let ledger = try Ledger(World())
    let files = try scenario.unpack(into: ledger.folder)
    let lock = try RunLock(database: ledger.options.database, patience: .usual)
    let command = [
      "run", files.log, "--database", ledger.options.database, "--reports",
      ledger.folder("reports"),
    ]
    let clock = ContinuousClock()
    let waited = clock.measure { #expect(Program.run(command, on: .silent).rawValue == 75) }
    #expect(waited < .seconds(1))
    #expect(throws: StoreError.missing(path: ledger.options.database)) {
      _ = try Store(reading: ledger.options.database, patience: .usual)
    }
    release(lock)
  }

  private func release(_ lock: consuming RunLock) {}
}
