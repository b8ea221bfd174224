import Feed
import SQLite
import Timeline
import Values

/// Some rows of stored events, to look for late ones.
private struct EventRows: Sendable {
  /// Of one user, or of all of whom there are frames.
  var rows: [(user: UserID?, events: [UInt8])] = []

  /// The users with an event at an instant or later.
  func users(since time: Instant) -> [UserID] {
    var users: [UserID] = []
    for (user, events) in rows {
      if let user {
        if Self.has(events[...], since: time) { users.append(user) }
      } else {
        PageFrames.forEach(in: events) { user, block in
          if Self.has(events[block], since: time) { users.append(user) }
        }
      }
    }
    return users
  }

  private static func has(_ block: ArraySlice<UInt8>, since time: Instant) -> Bool {
    block.withUnsafeBytes { bytes in
      BlockEvents(bytes).contains { PackedHeader(bytes, at: $0.at).time >= time }
    }
  }
}

extension EventBlocks {
  private static let batch = 256

  /// The users with a stored event at an instant or later: a look at all events, on some threads.
  static func users(since time: Instant, in database: Database, threads: Int) throws -> Set<UserID>
  {
    let all = try database.prepare(
      "SELECT NULL, events FROM event_page UNION ALL SELECT user, events FROM event_block")
    var users: Set<UserID> = []
    var isAtEnd = false
    try orderedPipeline(
      depth: threads * 2,
      next: {
        var batch = EventRows()
        while !isAtEnd, batch.rows.count < Self.batch {
          isAtEnd = try !all.step()
          if !isAtEnd { batch.rows.append((all.optionalInteger(0), all.blob(1))) }
        }
        return batch.rows.isEmpty ? nil : batch
      },
      transform: { $0.users(since: time) }, take: { users.formUnion($0) })
    return users
  }
}
