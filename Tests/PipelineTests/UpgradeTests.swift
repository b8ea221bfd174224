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
    arguments: 1...Store.schemaVersion)
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
    let old = try ledger(of: 1)
    let before = try Data(contentsOf: URL(filePath: old.options.database))
    let upgrade = try #require(try Store(path: old.options.database, lockTimeout: .usual).upgrade)
    #expect(upgrade.from == 1 && upgrade.to == Store.schemaVersion)
    #expect(upgrade.changes.count == Int(Store.schemaVersion) - 1)
    let kept = old.options.database + ".schema-1"
    #expect(upgrade.copy == kept)
    let copy = try Database(path: kept, mode: .readOnly)
    #expect(try copy.first("PRAGMA user_version") { $0.integer(0) } == 1)
    #expect(try copy.first("SELECT count(*) FROM event_block") { $0.integer(0) } ?? 0 > 0)
    // An upgrade that was stopped before its end is made again, beside the first copy.
    try before.write(to: URL(filePath: old.options.database))
    unlink(old.options.database + Database.sumsSuffix)
    #expect(try Store(path: old.options.database, lockTimeout: .usual).upgrade?.copy == kept + "-2")
    #expect(try Store(path: old.options.database, lockTimeout: .usual).upgrade == nil)
  }

  @Test("Events of an older database are read from a copy; it stays as it is until a run")
  func readWithoutRun() throws {
    let old = try ledger(of: 3)
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

  @Test("Who had 51 bits of his key's hash for an id has 63, with all events and links")
  func wideIDs() throws {
    let old = try ledger(of: 3)
    let path = old.options.database
    try addCrowd(to: writer(path))
    let before = try told(of: Database(path: path, mode: .readOnly), blocks: Self.narrow)
    let after = try writer(path)
    try after.transaction { try WideIDs(after).make() }
    let wide = "SELECT user, number, run, events FROM event_block"
    #expect(try told(of: after, blocks: wide) == before)
    let users = try after.rows("SELECT id, key FROM user ORDER BY id") {
      ($0.integer(0), $0.blob(1))
    }
    // Two keys of one hash, of which one had to take the next integer.
    #expect(users.prefix(2).map(\.0) == [1, 2])
    for (id, key) in users.dropFirst(2) {
      #expect(id == Int64(key.withUnsafeBytes { stableHash($0) } >> 1))
    }
    #expect(try after.first("SELECT rules FROM fold_state") { $0.text(0) } == "")
    #expect(try after.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }

  private static let narrow =
    "SELECT id / 4096 AS user, id % 4096 AS number, run, events FROM event_block"

  /// Rows in all tables that name users, of two whose keys have one hash, 0, and of somebody else.
  private func addCrowd(to database: Database) throws {
    let insert = try database.prepare("INSERT INTO user VALUES (?, ?)")
    let seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    let words = [[seed ^ 8], [seed ^ 16, 0]]
    for (id, words) in zip([Int64(1), 2], words) {
      try insert.run(id, words.flatMap { withUnsafeBytes(of: $0.littleEndian) { Array($0) } })
    }
    try database.execute(
      """
      INSERT INTO event_block SELECT 4096 + run, run, events FROM event_block LIMIT 1;
      INSERT INTO event_block SELECT 4097 + run, run, events FROM event_block LIMIT 1;
      INSERT INTO event_block SELECT 8192 + run, run, events FROM event_block LIMIT 1;
      INSERT OR IGNORE INTO conflicted_user SELECT max(id) FROM user UNION SELECT 2;
      INSERT OR IGNORE INTO touched_user SELECT max(id) FROM user UNION SELECT 2;
      INSERT INTO alias SELECT max(id), 2, 5 FROM user UNION SELECT 2, max(id), 5 FROM user;
      INSERT INTO transaction_owner SELECT 77, 5, max(id) FROM user;
      INSERT INTO transaction_user VALUES (1, 77, NULL, NULL);
      INSERT INTO transaction_user SELECT 2, 78, max(id), 5 FROM user;
      INSERT INTO opening_block SELECT id, key FROM user;
      """)
  }

  /// All that the tables say of users, by their keys.
  private func told(of database: Database, blocks: String) throws -> [String] {
    let links = [
      "SELECT hex(u.key), run, group_concat(hex(events), '') FROM (\(blocks) ORDER BY 1, 2) "
        + "JOIN user AS u ON u.id = user GROUP BY u.id, run",
      "SELECT hex(u.key) FROM conflicted_user JOIN user AS u ON u.id = user",
      "SELECT hex(u.key) FROM touched_user JOIN user AS u ON u.id = user",
      "SELECT hex(u.key), hex(o.key), time_ms FROM alias JOIN user AS u ON u.id = user "
        + "JOIN user AS o ON o.id = other",
      "SELECT hex(u.key), key_hash, time_ms FROM transaction_owner JOIN user AS u ON u.id = user",
      "SELECT hex(u.key), key_hash, hex(o.key), owner_ms FROM transaction_user "
        + "JOIN user AS u ON u.id = user LEFT JOIN user AS o ON o.id = owner",
      "SELECT hex(u.key), hex(events) FROM opening_block JOIN user AS u ON u.id = user",
    ]
    return try links.flatMap { query in
      let rows = try database.prepare(query)
      let columns = rows.columnNames.indices.map { Int32($0) }
      var lines: [String] = []
      while try rows.step() { lines.append(columns.map { rows.text($0) }.joined(separator: " ")) }
      try #require(!lines.isEmpty, "\(query)")
      return lines.sorted()
    }
  }

  @Test("A database that has kept ids in upper case is refused, rather than counting people twice")
  func upperCaseIDs() throws {
    let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    let (fine, refused) = try (ledger(of: 2), ledger(of: 2))
    try addUser(id, to: fine)
    _ = try Store(path: fine.options.database, lockTimeout: .usual)
    try addUser(id.uppercased(), to: refused)
    let path = refused.options.database
    let failure = #expect(throws: Failure.self) {
      try Store(path: path, lockTimeout: .usual)
    }
    #expect(
      failure?.message.hasPrefix("\(path) keeps ids such as 3F2504E0-… in upper case") == true)
  }

  private func addUser(_ id: String, to ledger: Ledger) throws {
    let database = try writer(ledger.options.database)
    try database.prepare("INSERT INTO user VALUES (1, ?)").run(Array(id.utf8))
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
