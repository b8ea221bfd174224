import Feed
import SQLite
import Settings
import Support
import Values

@testable import Store

/// A database in a folder of its own, and what it takes to fill it.
struct StoreFixture {
  let scratch: Scratch
  /// 2026-01-15T12:00:00Z.
  static let now = Instant(milliseconds: 1_768_478_400_000)

  init() throws { scratch = try Scratch() }

  var path: String { scratch("runrate.db") }

  func open() throws -> Store { try Store(path: path, lockTimeout: .usual) }

  /// Reads files or folders of the scratch folder into the database, as one run.
  @discardableResult
  func ingest(
    _ names: String..., memory: Int = 1 << 20, again: Bool = false, now: Instant = StoreFixture.now,
    zone: Zone = .utc
  ) throws -> Ingest.Outcome {
    let store = try open()
    let strings = try store.strings()
    let files = try findInputs(names.map { scratch($0) })
    let ingest = Ingest(store, strings: strings, zone: zone, memory: memory)
    return try store.database.transaction {
      try ingest.run(
        files, rules: ReadingRules(names: EventNames(), now: now), again: again,
        allowed: Fraction(5, over: 100), threads: 1, version: "test", reading: "test",
        progress: nil)
    }
  }

  func count(_ sql: String) throws -> Int64 {
    try open().database.first(sql) { $0.integer(0) } ?? 0
  }

  /// Stored events, as the days count them.
  func events() throws -> Int64 { try count("SELECT coalesce(sum(events), 0) FROM event_day") }

  /// The blocks of all users, to compare databases by.
  func blocks() throws -> [String] {
    let store = try open()
    let users = try UserBlocks(store.database, opening: false)
    var told: [String] = []
    while let (user, blocks) = try users.next() {
      let key = try store.key(of: user)
      told += blocks.map { "\(key) \($0.events)" }
    }
    return told
  }
}

/// Lines of well-formed events of some users.
func lines(_ range: Range<Int>, users: Int = 3) -> String {
  range.map { number in
    """
    {"event":"app_session","event_id":"e\(number)","timestamp":\(1_700_000_000 + number * 3600),\
    "user_id":"u\(number % users)"}

    """
  }.joined()
}

/// One purchase with the identity e1.
func purchase(at time: Int, price: String, extra: String = "") -> String {
  """
  {"event":"purchased","event_id":"e1","timestamp":\(time),"user_id":"u1","price":\(price)\
  \(extra)}

  """
}

/// A connection that changes a database as a run does: what it changes is no damage.
func writer(_ path: String) throws -> Database {
  let database = try Database(path: path)
  _ = try database.takeAccount()
  return database
}
