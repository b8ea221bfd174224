import Feed
import SQLite
import Timeline
import Values

/// Writes and reads the packed events of users. Nobody else knows in which rows they stand: what a
/// run brings that doubles the database in rows of many users (``EventPages``), all else in rows of
/// one.
///
/// Of what one run brings for one user, a row has as much as SQLite keeps in a page: it gives a row
/// that is longer than a quarter of a page pages of its own, half empty, and packs short ones
/// close.
final class EventBlocks {
  /// Bytes of a row's events; a longer event has a row to itself.
  static let rowBytes = 640

  private let database: Database
  private let pages: EventPages
  private let insert: Statement
  private let select: Statement
  private let nextNumber: Statement

  init(_ database: Database) throws {
    self.database = database
    pages = try EventPages(database)
    insert = try database.prepare(
      "INSERT INTO event_block (user, number, run, events) VALUES (?, ?, ?, ?)")
    select = try database.prepare(
      "SELECT run, events FROM event_block WHERE user = ? ORDER BY number")
    nextNumber = try database.prepare(
      "SELECT coalesce(max(number) + 1, 0) FROM event_block WHERE user = ?")
  }

  /// Whether no event is stored.
  static func isEmpty(_ database: Database) throws -> Bool {
    try !database.hasRow("SELECT 1 FROM event_block UNION ALL SELECT 1 FROM event_page LIMIT 1")
  }

  /// Lets a run write rows of many users, whose blocks it appends in the order of their ids.
  func beginPages(run: Int64) { pages.begin(run: run) }

  /// Writes what is left of them.
  func finishPages() throws { try pages.finish() }

  /// Appends a block to a user's. `isFirst`: the user is known to have none.
  func append(_ block: ArraySlice<UInt8>, of user: UserID, run: Int64, isFirst: Bool) throws {
    try block.withUnsafeBytes { bytes in
      if try pages.append(bytes, of: user) { return }
      var number = isFirst ? 0 : try nextNumber.first(user) { $0.integer(0) } ?? 0
      for row in EventBlock.pieces(of: bytes, upTo: Self.rowBytes) {
        try insert.run([user, number, run], blob: UnsafeRawBufferPointer(rebasing: bytes[row]))
        number += 1
      }
    }
  }

  /// The blocks of a user, oldest run first.
  func blocks(of user: UserID) throws -> [EventBlock] {
    let paged = try pages.blocks(of: user)
    let own = try select.rows(user) { EventBlock(run: $0.integer(0), events: $0.blob(1)[...]) }
    return paged.isEmpty ? own : (paged + own).sorted { $0.run < $1.run }
  }
}

// MARK: - To change what is stored

extension EventBlocks {
  /// Rewrites the blocks of one user, or of all: `change` answers with what is to stand in a
  /// block's place, perhaps nothing, or with nil where it stays. Returns of how many users it has
  /// changed one.
  @discardableResult
  func rewrite(of user: UserID? = nil, _ change: ([UInt8]) throws -> [UInt8]?) throws -> Int {
    let changed = try changes(of: user, change)
    let update = try database.prepare(
      "UPDATE event_block SET events = ?3 WHERE user = ?1 AND number = ?2")
    let delete = try database.prepare("DELETE FROM event_block WHERE user = ?1 AND number = ?2")
    for row in changed {
      if row.block.isEmpty {
        try delete.run(row.user, row.number)
      } else {
        try update.run(row.user, row.number, row.block)
      }
    }
    return try pages.rewrite(of: user, change).union(changed.map(\.user)).count
  }

  func remove(_ user: UserID) throws { try rewrite(of: user) { _ in [] } }

  /// Found before anything is changed: a table must not change while it is read.
  private func changes(of user: UserID?, _ change: ([UInt8]) throws -> [UInt8]?) throws
    -> [(user: UserID, number: Int64, block: [UInt8])]
  {
    let whose = user.map { "WHERE user = \($0)" } ?? ""
    let rows = try database.rows(
      "SELECT user, number, events FROM event_block \(whose) ORDER BY user, number"
    ) { row in
      try change(row.blob(2)).map { (user: row.integer(0), number: row.integer(1), block: $0) }
    }
    return rows.compactMap(\.self)
  }
}

/// Packed events of one run and user: varint lengths and events.
struct EventBlock: Sendable {
  let run: Int64
  /// All bytes of a row, or those of one user.
  private(set) var events: ArraySlice<UInt8>

  init(run: Int64, events: ArraySlice<UInt8>) { (self.run, self.events) = (run, events) }

  /// Lets go of the row that they stand in.
  mutating func ownBytes() { events = Array(events)[...] }

  /// Whether one of the events is meant, by what its header says.
  func contains(where isMeant: (PackedHeader) -> Bool) -> Bool {
    events.withUnsafeBytes { bytes in
      BlockEvents(bytes).contains { isMeant(PackedHeader(bytes, at: $0.at)) }
    }
  }

  /// Cuts of at most `limit` bytes, but for a single larger event.
  static func pieces(of bytes: UnsafeRawBufferPointer, upTo limit: Int) -> [Range<Int>] {
    guard bytes.count > limit else { return [0..<bytes.count] }
    var pieces: [Range<Int>] = []
    var (start, end) = (0, 0)
    for (at, count) in BlockEvents(bytes) {
      if at + count - start > limit, end > start {
        pieces.append(start..<end)
        start = end
      }
      end = at + count
    }
    return pieces + [start..<end]
  }

  static func bytes(of events: some Collection<SpooledEvent>, in spool: UnsafeRawBufferPointer)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(events.reduce(0) { $0 + $1.count + 2 })
    append(events, in: spool, to: &bytes)
    return bytes
  }

  /// Packs some events behind others.
  static func append(
    _ events: some Sequence<SpooledEvent>, in spool: UnsafeRawBufferPointer,
    to bytes: inout [UInt8]
  ) {
    for event in events {
      append(UnsafeRawBufferPointer(rebasing: spool[event.range]), to: &bytes)
    }
  }

  /// Packs an event behind others.
  static func append(_ event: some Collection<UInt8>, to bytes: inout [UInt8]) {
    var count = event.count
    while count >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
      count >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: count))
    bytes.append(contentsOf: event)
  }
}
