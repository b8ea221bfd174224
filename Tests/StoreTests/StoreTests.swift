import SQLite
import Support
import Testing
import Values

@testable import Store

/// One run at a time, and no database that is not ours.
struct StoreTests {
  @Test("A second run is turned away at once, and let in when the first is over")
  func lock() throws {
    let house = try StoreFixture()
    let first = try RunLock(database: house.path, lockTimeout: .usual)
    let clock = ContinuousClock()
    let waited = clock.measure {
      #expect(throws: Failure.locked(house.path)) {
        _ = try RunLock(database: house.path, lockTimeout: .usual)
      }
    }
    #expect(waited < .seconds(1))
    release(first)
    _ = try RunLock(database: house.path, lockTimeout: .usual)
  }

  private func release(_ lock: consuming RunLock) {}

  @Test("A database of a newer version is refused with both versions, and left as it is")
  func newerVersion() throws {
    let house = try StoreFixture()
    try house.open().database.execute("PRAGMA user_version = 99")
    let refusal = Failure.newer(house.path, found: 99)
    #expect(throws: refusal) { _ = try house.open() }
    #expect(throws: refusal) { _ = try Store(reading: house.path, lockTimeout: .usual) }
    #expect(try Database(path: house.path).first("PRAGMA user_version") { $0.integer(0) } == 99)
  }

  @Test("Which rule told of another's trouble is kept, and forgotten with it")
  func tellers() throws {
    let house = try StoreFixture()
    let told = [
      "a": LastNotified(since: Day(100), day: Day(101)),
      "b": LastNotified(since: Day(100), day: Day(102), teller: "a"),
    ]
    let store = try house.open()
    try store.replaceNotified(told)
    #expect(try store.lastNotified() == told)
    let last = ["b": LastNotified(since: Day(110), day: Day(110))]
    try store.replaceNotified(last)
    #expect(try store.lastNotified() == last)
  }

  @Test("A database of somebody else is refused, and so is one that is not there")
  func foreign() throws {
    let house = try StoreFixture()
    try writer(house.path).execute("CREATE TABLE guest (name TEXT)")
    #expect(throws: Failure.foreign(house.path)) { _ = try house.open() }
    let missing = house.scratch("nothing.db")
    #expect(throws: Failure.missing(missing)) {
      _ = try Store(reading: missing, lockTimeout: .usual)
    }
  }
}
