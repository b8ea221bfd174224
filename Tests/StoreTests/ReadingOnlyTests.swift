import SQLite
import Store
import Testing

/// Queries of a report can change nothing, whatever they say.
@Suite struct ReadingOnlyTests {
  private let house: StoreFixture
  private let database: Database

  init() throws {
    house = try StoreFixture()
    database = try house.open().database
    try database.execute("INSERT INTO string VALUES (1, 'one')")
  }

  @Test(
    "Every kind of change that lasts is refused",
    arguments: [
      "DELETE FROM string", "UPDATE string SET value = 'two'",
      "INSERT INTO string VALUES (2, 'two')",
      "DROP TABLE string", "CREATE TABLE mine (a)", "CREATE INDEX mine ON string (value)",
      "CREATE VIEW mine AS SELECT 1",
      "CREATE TEMP TRIGGER mine AFTER INSERT ON string BEGIN SELECT 1; END",
      "ATTACH '/tmp/other.db' AS other", "PRAGMA journal_mode = OFF", "PRAGMA writable_schema = 1",
      "VACUUM", "REINDEX", "ANALYZE", "SELECT load_extension('x')", "BEGIN IMMEDIATE",
      "CREATE VIRTUAL TABLE mine USING fts5(a)",
    ])
  func refused(sql: String) throws {
    #expect(throws: SQLiteError.self) {
      try database.readingOnly { try database.rows(sql) { _ in 0 } }
    }
    #expect(try database.first("SELECT value FROM string") { $0.text(0) } == "one")
  }

  @Test("Reading, and temporary tables on the way, are allowed; afterwards so is writing")
  func allowed() throws {
    let sum = try database.readingOnly {
      try database.execute(
        """
        CREATE TEMP TABLE step AS SELECT id, length(value) AS length FROM string;
        CREATE UNIQUE INDEX temp.step_id ON step (id);
        INSERT INTO temp.step VALUES (2, 5);
        DROP INDEX temp.step_id;
        """)
      return try database.first("SELECT sum(length) FROM step") { $0.integer(0) }
    }
    #expect(sum == 8)
    try database.execute("UPDATE string SET value = 'two'")
    #expect(try database.first("SELECT value FROM string") { $0.text(0) } == "two")
  }

  @Test("A double-quoted typo is an error, no trigger runs and no extension is loaded")
  func hardened() throws {
    #expect(throws: SQLiteError.self) { try database.rows("SELECT \"typo\"") { _ in 0 } }
    #expect(throws: SQLiteError.self) {
      try database.rows("SELECT load_extension('x')") { _ in 0 }
    }
    #expect(throws: SQLiteError.self) {
      try database.execute("PRAGMA writable_schema = 1; DELETE FROM sqlite_schema")
    }
    try database.execute(
      """
      CREATE TRIGGER planted AFTER UPDATE ON string BEGIN DELETE FROM string; END;
      UPDATE string SET value = 'two';
      """)
    #expect(try database.first("SELECT value FROM string") { $0.text(0) } == "two")
  }
}
