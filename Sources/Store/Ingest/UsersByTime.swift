import Feed
import SQLite
import Timeline
import Values

/// Some rows of stored events, to look for those of a time.
private struct EventRows: Sendable {
  /// Of one user, or of all of whom there are frames.
  var rows: [(user: UserID?, events: [UInt8])] = []

  /// The users with an event within a time.
  func users(within times: Range<Instant>) -> [UserID] {
    var users: [UserID] = []
    for (user, events) in rows {
      if let user {
        if Self.has(events[...], within: times) { users.append(user) }
      } else {
        PageFrames.forEach(in: events) { user, block in
          if Self.has(events[block], within: times) { users.append(user) }
        }
      }
    }
    return users
  }

  private static func has(_ block: ArraySlice<UInt8>, within times: Range<Instant>) -> Bool {
    block.withUnsafeBytes { bytes in
      BlockEvents(bytes).contains { times.contains(PackedHeader(bytes, at: $0.at).time) }
    }
  }
}

extension EventBlocks {
  private static let batch = 256

  /// The users with a stored event within a time: a look at all events, on some threads.
  static func users(within times: Range<Instant>, in database: Database, threads: Int) throws
    -> Set<UserID>
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
      transform: { $0.users(within: times) }, take: { users.formUnion($0) })
    return users
  }
}
