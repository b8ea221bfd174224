import SQLite
import Testing

struct BulkInsertionTests {
  private func rows(_ count: Int) -> [Int64] {
    var rows: [Int64] = []
    for number in 0..<Int64(count) {
      rows.append(number)
      rows.append(number % 3 == 0 ? Statement.null : number * 7)
    }
    return rows
  }

  @Test("As many rows come as are given", arguments: [0, 1, 15, 16, 17, 32, 47, 1_000])
  func all(count: Int) throws {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, value INTEGER) STRICT")
    let insertion = try BulkInsertion(database, into: "t", width: 2)
    try insertion.run(rows(count)[...])
    let found = try database.rows("SELECT id, value FROM t ORDER BY id") {
      [$0.integer(0), $0.optionalInteger(1) ?? Statement.null]
    }
    #expect(found.flatMap(\.self) == rows(count))
  }

  @Test(
    "A row that is there already is an error, at whatever place it comes", arguments: [0, 15, 20])
  func twice(place: Int64) throws {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, value INTEGER) STRICT")
    try database.prepare("INSERT INTO t VALUES (?, 1)").run(place)
    let insertion = try BulkInsertion(database, into: "t", width: 2)
    #expect(throws: SQLiteError.self) { try insertion.run(rows(24)[...]) }
  }
}
