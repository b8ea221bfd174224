import Feed
import SQLite
import Values

/// Writes and reads the packed events of users.
final class EventBlocks {
  /// Blocks that one user can have.
  static let blocksPerUser: Int64 = 4096

  private let insert: Statement
  private let select: Statement
  private let nextBlock: Statement

  init(_ database: Database) throws {
    insert = try database.prepare("INSERT INTO event_block (id, run, events) VALUES (?, ?, ?)")
    select = try database.prepare(
      "SELECT run, events FROM event_block WHERE id BETWEEN ? AND ? ORDER BY id")
    nextBlock = try database.prepare(
      "SELECT max(id) FROM event_block WHERE id BETWEEN ? AND ?")
  }

  /// Appends a block to a user's. `isFirst`: the user is known to have none.
  func append(_ block: [UInt8], of user: UserID, run: Int64, isFirst: Bool) throws {
    var id = user * Self.blocksPerUser
    if !isFirst, let last = try lastBlock(of: user) { id = last + 1 }
    precondition(id < (user + 1) * Self.blocksPerUser, "a user has at most 4096 blocks")
    try block.withUnsafeBytes { try insert.run([id, run], blob: $0) }
  }

  private func lastBlock(of user: UserID) throws -> Int64? {
    try nextBlock.bind(user * Self.blocksPerUser, at: 1)
    try nextBlock.bind((user + 1) * Self.blocksPerUser - 1, at: 2)
    defer { nextBlock.reset() }
    return try nextBlock.step() ? nextBlock.optionalInteger(0) : nil
  }

  /// The blocks of a user, oldest run first.
  func blocks(of user: UserID) throws -> [EventBlock] {
    try select.bind(user * Self.blocksPerUser, at: 1)
    try select.bind((user + 1) * Self.blocksPerUser - 1, at: 2)
    var blocks: [EventBlock] = []
    while try select.step() {
      blocks.append(EventBlock(run: select.integer(0), events: select.blob(1)))
    }
    return blocks
  }
}

/// Packed events that one run brought for one user: each a varint length and the event.
struct EventBlock: Sendable {
  let run: Int64
  let events: [UInt8]

  /// Packs the kept events of a user.
  static func bytes(of events: [IdentifiedEvent], in spool: UnsafeRawBufferPointer) -> [UInt8] {
    bytes(of: events.lazy.map(\.event), in: spool)
  }

  /// Packs some events.
  static func bytes(of events: some Collection<SpooledEvent>, in spool: UnsafeRawBufferPointer)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(events.reduce(0) { $0 + $1.count + 2 })
    for event in events {
      var count = event.count
      while count >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
        count >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: count))
      bytes.append(
        contentsOf: UnsafeRawBufferPointer(rebasing: spool[event.at..<(event.at + event.count)]))
    }
    return bytes
  }
}
