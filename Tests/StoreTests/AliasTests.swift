import SQLite
import Support
import Testing

@testable import Store

/// Many aliases of a first run are written without their index, which is made behind them.
struct AliasTests {
  /// Each makes two rows.
  private static let count = Links.manyAliases / 2

  private static func aliases(_ range: Range<Int>) -> String {
    range.map { number in
      """
      {"event":"user_aliased","event_id":"e\(number)","timestamp":\(1_700_000_000 + number * 7919 % 6000),\
      "user_id":"u\(number)","previous_id":"a\(number)"}

      """
    }.joined()
  }

  @Test("Aliases are the same by their index, whether they come first and together or not")
  func together() throws {
    let (together, apart) = (try StoreFixture(), try StoreFixture())
    let (all, one) = (Self.aliases(0..<Self.count), Self.aliases(0..<1))
    try together.scratch.write(all, to: "a.ndjson")
    try together.ingest("a.ndjson")
    try apart.scratch.write(one, to: "a.ndjson")
    try apart.ingest("a.ndjson")
    try apart.scratch.write(all, to: "b.ndjson")
    try apart.ingest("b.ndjson")
    let told = try byTime(together)
    #expect(told.count == 2 * Self.count)
    #expect(try told == byTime(apart))
    #expect(try definition(together) == definition(apart))
  }

  private func byTime(_ house: StoreFixture) throws -> [[Int64]] {
    try house.open().database.rows(
      "SELECT time_ms, user, other FROM alias INDEXED BY alias_time ORDER BY time_ms, user, other"
    ) { [$0.integer(0), $0.integer(1), $0.integer(2)] }
  }

  private func definition(_ house: StoreFixture) throws -> String? {
    try house.open().database.first("SELECT sql FROM sqlite_schema WHERE name = 'alias_time'") {
      $0.text(0)
    }
  }
}
