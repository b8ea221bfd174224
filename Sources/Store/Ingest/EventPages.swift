import Feed
import SQLite
import Timeline
import Values

/// Writes and reads rows of the packed events of many users, which a large run brings: they come in
/// the order of the users, so a row is filled after the other, and each fills a page of the
/// database.
///
/// Each such run doubled the database at least, so there are few, and a user is looked for in each.
final class EventPages {
  /// Bytes of a row's events: with the other columns, and what SQLite needs, they fill a page of
  /// 4096 bytes, of which 8 are the seal's. A longer event has a row to itself.
  static let rowBytes = 4_000

  private let database: Database
  private let insert: Statement
  private let startsBy: Statement
  /// The runs that have rows, ascending.
  private var runs: [Int64]
  private var filling: Page?

  /// A row that is being filled.
  private struct Page {
    let run: Int64
    private(set) var first: UserID?
    /// The last user of the run so far.
    private(set) var last = UserID.min
    private(set) var bytes: [UInt8] = []

    /// Bytes that one more frame may have.
    var room: Int { EventPages.rowBytes - PageFrames.headerBytes - bytes.count }

    mutating func add(_ events: UnsafeRawBufferPointer, of user: UserID) {
      first = first ?? user
      last = user
      PageFrames.append(events, of: user, to: &bytes)
    }

    mutating func removeAll() {
      first = nil
      bytes.removeAll(keepingCapacity: true)
    }
  }

  init(_ database: Database) throws {
    self.database = database
    insert = try database.prepare(
      "INSERT INTO event_page (run, first_user, events) VALUES (?, ?, ?)")
    startsBy = try database.prepare(
      """
      SELECT id, first_user, events FROM event_page WHERE run = ? AND first_user <= ?
      ORDER BY first_user DESC, id DESC
      """)
    runs = try Self.runs(database)
  }

  /// The runs that have rows, ascending.
  static func runs(_ database: Database) throws -> [Int64] {
    let next = try database.prepare("SELECT min(run) FROM event_page WHERE run > ?")
    var runs: [Int64] = []
    while let run = try next.first(runs.last ?? .min, read: { $0.optionalInteger(0) }) ?? nil {
      runs.append(run)
    }
    return runs
  }
}

// MARK: - Writing

extension EventPages {
  func begin(run: Int64) { filling = Page(run: run) }

  /// False where no run began, or a user with a greater id came before.
  func append(_ block: UnsafeRawBufferPointer, of user: UserID) throws -> Bool {
    guard let last = filling?.last, user > last, var page = filling.take() else { return false }
    defer { filling = page }
    var (start, end) = (0, block.count <= page.room ? block.count : 0)
    for (at, count) in BlockEvents(block, from: end) {
      if at + count - start > page.room {
        if end > start { page.add(UnsafeRawBufferPointer(rebasing: block[start..<end]), of: user) }
        start = end
        try write(&page)
      }
      end = at + count
    }
    page.add(UnsafeRawBufferPointer(rebasing: block[start..<end]), of: user)
    return true
  }

  /// Writes the last row. Call when the run has brought everything.
  func finish() throws {
    guard var page = filling.take() else { return }
    try write(&page)
  }

  private func write(_ page: inout Page) throws {
    guard let first = page.first else { return }
    try page.bytes.withUnsafeBytes { try insert.run([page.run, first], blob: $0) }
    if runs.last != page.run { runs.append(page.run) }
    page.removeAll()
  }
}

// MARK: - Reading

extension EventPages {
  /// The blocks of a user, oldest run first.
  func blocks(of user: UserID) throws -> [EventBlock] {
    var blocks: [EventBlock] = []
    try forEachRow(with: user) { row in
      PageFrames.forEach(in: row.events) { owner, block in
        if owner == user { blocks.append(EventBlock(run: row.run, events: row.events[block])) }
      }
    }
    return blocks
  }

  private struct Row {
    let id: Int64
    let run: Int64
    let events: [UInt8]
  }

  /// The last row that begins before the user, and those that begin with him.
  private func forEachRow(with user: UserID, _ body: (Row) throws -> Void) throws {
    for run in runs { for row in try rows(of: run, with: user).reversed() { try body(row) } }
  }

  /// Those of one run, the last first.
  private func rows(of run: Int64, with user: UserID) throws -> [Row] {
    var rows: [Row] = []
    defer { startsBy.reset() }
    try startsBy.bind(run, at: 1)
    try startsBy.bind(user, at: 2)
    while try startsBy.step() {
      rows.append(Row(id: startsBy.integer(0), run: run, events: startsBy.blob(2)))
      if startsBy.integer(1) < user { break }
    }
    return rows
  }

  /// As ``EventBlocks/rewrite(of:_:)``, of one user or all; the users that changed.
  func rewrite(of user: UserID?, _ change: ([UInt8]) throws -> [UInt8]?) throws -> Set<UserID> {
    var users: Set<UserID> = []
    var changed: [(id: Int64, events: [UInt8])] = []
    func look(_ row: Row) throws {
      let rewritten = try PageFrames.rewritten(row.events, of: user, change)
      guard !rewritten.users.isEmpty else { return }
      users.formUnion(rewritten.users)
      changed.append((row.id, rewritten.events))
    }
    if let user { try forEachRow(with: user, look) } else { try forEachRow(look) }
    // A table must not change while it is read.
    try write(changed)
    return users
  }

  private func forEachRow(_ body: (Row) throws -> Void) throws {
    let rows = try database.prepare("SELECT id, run, events FROM event_page")
    while try rows.step() {
      try body(Row(id: rows.integer(0), run: rows.integer(1), events: rows.blob(2)))
    }
  }

  private func write(_ rows: [(id: Int64, events: [UInt8])]) throws {
    let update = try database.prepare("UPDATE event_page SET events = ?2 WHERE id = ?1")
    let delete = try database.prepare("DELETE FROM event_page WHERE id = ?1")
    for row in rows {
      if row.events.isEmpty { try delete.run(row.id) } else { try update.run(row.id, row.events) }
    }
  }
}
