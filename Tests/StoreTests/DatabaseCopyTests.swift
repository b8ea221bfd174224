import Foundation
import SQLite
import Support
import Testing
import Values

@testable import Store

/// A copy of a database is one state of it.
struct DatabaseCopyTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func database() throws -> Database {
    let database = try Database(path: scratch("a.db"))
    try database.execute(
      """
      CREATE TABLE row (id INTEGER PRIMARY KEY, value INTEGER, fill BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
      INSERT INTO row SELECT i, 0, randomblob(1500) FROM n;
      """)
    return database
  }

  private func copied(_ database: Database, atOnce: Int64) throws -> Database {
    var bytes: [UInt8] = []
    var beginnings = 0
    let size = try database.copyFile(atOnce: atOnce, whenBusy: {}) { part, at in
      if at == 0 { beginnings += 1 }
      bytes.removeSubrange(Int(at)...)
      bytes += part
    }
    #expect(size == Int64(bytes.count) && beginnings > 0)
    try scratch.write(bytes: bytes, to: "b.db")
    return try Database(path: scratch("b.db"), mode: .readOnly)
  }

  @Test("The bytes are those of the file", arguments: [1 << 20, 1 << 26])
  func whole(atOnce: Int64) throws {
    let copy = try copied(database(), atOnce: atOnce)
    let path = scratch("a.db")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: path))
        == Data(contentsOf: URL(fileURLWithPath: scratch("b.db"))))
    #expect(try copy.first("SELECT count(*) FROM row") { $0.integer(0) } == 4_000)
  }

  @Test("What a writer commits meanwhile is in the copy as a whole, or not at all")
  func beside() throws {
    _ = try database()
    let path = scratch("a.db")
    let failures = Pending<Int>()
    let thread = RunningThread {
      failures.fulfil(
        Result {
          let writer = try Database(path: path)
          for _ in 0..<20 {
            try writer.transaction { try writer.execute("UPDATE row SET value = value + 1") }
          }
          return 0
        })
    }
    for _ in 0..<4 {
      let copy = try copied(Database(path: path, mode: .readOnly), atOnce: 1 << 20)
      #expect(try copy.first("SELECT count(DISTINCT value) FROM row") { $0.integer(0) } == 1)
      #expect(try copy.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
    }
    #expect(thread != nil)
    #expect(try failures.wait() == 0)
  }
}
