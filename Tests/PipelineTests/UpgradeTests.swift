import Foundation
import SQLite
import Support
import Testing
import Timeline
import Values

@testable import Command
@testable import Store

/// Databases that an older version of the program has made.
struct UpgradeTests {
  /// Made by programs of their time from `first.ndjson` and its report, under `runrate.json5`. The
  /// lines name no app: older programs did not keep it.
  private static let folder = Scenario.root + "/../PipelineTests/Databases/"

  /// A ledger of the same log, at first without a database.
  private func ledger() throws -> Ledger {
    try Ledger(configuration: Self.folder + "runrate.json5")
  }

  /// One whose database is that of a schema.
  private func ledger(of schema: Int64) throws -> Ledger {
    let old = try ledger()
    let name = "schema-\(schema).db"
    let bytes = try unpacked(name + ".gz")
    try bytes.write(to: URL(filePath: old.options.database))
    chmod(old.options.database, 0o600)
    return old
  }

  private func unpacked(_ name: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/gzip")
    process.arguments = ["-dc", Self.folder + name]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return data
  }

  private static let lastDay = Day("2026-03-31") ?? Day(0)

  /// Under the configuration that it was folded with, and under one that folds it anew.
  @Test(
    "A database of every schema goes on with the next log as if it had been ours from the start",
    arguments: Store.oldestSchema...Store.schemaVersion)
  func everySchema(_ schema: Int64) throws {
    let (fresh, old) = try (ledger(), ledger(of: schema))
    try fresh.ingest(path: Self.folder + "first.ndjson.gz")
    _ = try fresh.report(Day("2026-03-06") ?? Day(0))
    for var ledger in [fresh, old] {
      try ledger.ingest(path: Self.folder + "second.ndjson.gz")
      ledger.options.asOf = .day(Self.lastDay)
    }
    #expect(difference(try told(fresh), try told(old)) == nil)
    for ledger in [fresh, old] { try ledger.forgetFold() }
    #expect(difference(try told(fresh), try told(old)) == nil)
    #expect(try told(old)["plans"]?.contains("st.family.monthly") == true)
  }

  /// The tables of the events: a schema that kept no published figures cannot tell what restated.
  private func told(_ ledger: Ledger) throws -> [String: String] {
    try ledger.report(Self.lastDay).filter { $0.key != "restated" }
  }

  @Test("What an upgraded database was stands beside it, and the run says what changes")
  func keptBeside() throws {
    let old = try ledger(of: Store.oldestSchema)
    let before = try Data(contentsOf: URL(filePath: old.options.database))
    let upgrade = try #require(try Store(path: old.options.database, lockTimeout: .usual).upgrade)
    #expect(upgrade.from == Store.oldestSchema && upgrade.to == Store.schemaVersion)
    #expect(upgrade.changes.count == Int(Store.schemaVersion - Store.oldestSchema))
    let kept = old.options.database + ".schema-\(Store.oldestSchema)"
    #expect(upgrade.copy == kept)
    let copy = try Database(path: kept, mode: .readOnly)
    #expect(try copy.first("PRAGMA user_version") { $0.integer(0) } == Store.oldestSchema)
    #expect(try copy.first("SELECT count(*) FROM event_page") { $0.integer(0) } ?? 0 > 0)
    // An upgrade that was stopped before its end is made again, beside the first copy.
    try before.write(to: URL(filePath: old.options.database))
    unlink(old.options.database + Database.sumsSuffix)
    #expect(try Store(path: old.options.database, lockTimeout: .usual).upgrade?.copy == kept + "-2")
    #expect(try Store(path: old.options.database, lockTimeout: .usual).upgrade == nil)
  }

  @Test("Events of an older database are read from a copy; it stays as it is until a run")
  func readWithoutRun() throws {
    let old = try ledger(of: Store.oldestSchema)
    let before = try Data(contentsOf: URL(filePath: old.options.database))
    let store = try old.options.openEvents(.silent)
    var users = Set<String>()
    var events = 0
    try store.forEachUser(store.strings()) { user in
      users.insert(user.user)
      events += user.events.events.count
    }
    #expect(users.count == 32 && events == 325)
    #expect(try store.openingCustomers() == (0, 0))
    #expect(try Data(contentsOf: URL(filePath: old.options.database)) == before)
  }

  @Test("A database of an early build is refused, and stays as it is")
  func early() throws {
    let old = try ledger(of: Store.oldestSchema)
    let path = old.options.database
    try writer(path).execute("PRAGMA user_version = \(Store.oldestSchema - 1)")
    let failure = #expect(throws: Failure.self) { try Store(path: path, lockTimeout: .usual) }
    #expect(failure?.message.hasPrefix("\(path) was written by an early build (schema 4") == true)
  }
}

/// A connection that changes a database as a run does: what it changes is no damage.
func writer(_ path: String) throws -> Database {
  let database = try Database(path: path)
  _ = try database.takeAccount()
  return database
}

extension Ledger {
  /// Lets the next report fold everything.
  fileprivate func forgetFold() throws {
    try writer(options.database).execute("DELETE FROM fold_state")
  }
}
