import SQLite
import Store
import Support
import Testing
import Values

@testable import Command

/// Databases that an older version of the program has made.
struct UpgradeTests {
  @Test("A database of the first schema is brought up to date, and its report is that of a new one")
  func firstSchema() throws {
    var log = RandomLog(seed: 5, [])
    let (lines, asOf) = (log.lines(), log.lastDay)
    let half = lines.count / 2
    let fresh = try Ledger(.random(seed: 5))
    try fresh.ingest([lines])
    let old = try Ledger(.random(seed: 5))
    try old.ingest([Array(lines[..<half])])
    _ = try reportIfAny(old, asOf)
    try makeOld(try writer(old.options.database))
    try old.ingest([Array(lines[half...])])
    #expect(difference(try fresh.report(asOf), try old.report(asOf)) == nil)
    let version = try Database(path: old.options.database).first("PRAGMA user_version") {
      $0.integer(0)
    }
    #expect(version == Store.schemaVersion)
  }

  @Test("A database that has kept ids in upper case is refused, rather than counting people twice")
  func upperCaseIDs() throws {
    let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    let line =
      #"{"event":"purchased","timestamp":"2026-01-10T10:00:00Z","user_id":"\#(id)","product_id":"p"}"#
    let ledger = try Ledger(.random(seed: 5))
    try ledger.ingest([[line]])
    let path = ledger.options.database
    try writer(path).execute("PRAGMA user_version = 2")
    _ = try Store(path: path)
    try writer(path).execute(
      "UPDATE user SET key = CAST(upper(CAST(key AS TEXT)) AS BLOB); PRAGMA user_version = 2")
    #expect(throws: StoreError.keepsUpperCaseIDs(path: path)) { try Store(path: path) }
  }

  /// Without what came later: ids that were purged, and some facts; folded by other rules.
  private func makeOld(_ database: Database) throws {
    try database.execute(
      """
      DROP TABLE purged_id;
      DROP TABLE protection;
      DROP TABLE fact_experiment;
      DROP TABLE fact_lifetime;
      UPDATE fold_state SET rules = '1-old';
      PRAGMA user_version = 1;
      """)
  }
}

/// A connection that changes a database as a run does: what it changes is no damage.
func writer(_ path: String) throws -> Database {
  let database = try Database(path: path)
  _ = try database.takeAccount()
  return database
}
