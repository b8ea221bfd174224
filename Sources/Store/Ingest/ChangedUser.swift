import Feed
import Values

/// What a run brought for one user, worked out before the database is touched.
struct ChangedUser: Sendable {
  let result: Deduplicated
  /// The events to keep, packed.
  let block: [UInt8]
  /// What they say of identity.
  let mentions: [Mention]
  let days: [DayCount]

  /// A link to another user, or to an original transaction (Definitions, "Who is one customer").
  enum Mention: Sendable {
    /// `user_aliased`; where the key of the other user stands.
    case alias(time: Instant, previous: Range<Int>)
    /// The user's first event with this original transaction.
    case owner(time: Instant, keyHash: UInt64)
  }

  /// Events of one day.
  struct DayCount: Sendable {
    let day: Day
    var events: Int64
    var first: Instant
    var last: Instant
  }
}

extension ChangedUser {
  /// What events of a user with an id of its own say of identity.
  static func mentions(of events: some Sequence<SpooledEvent>, in bytes: UnsafeRawBufferPointer)
    -> [Mention]
  {
    var mentions: [Mention] = []
    var seen: Set<UInt64> = []
    for spooled in events {
      let fields = PackedIdentityFields(bytes, at: spooled.at)
      if let previous = fields.previousID {
        mentions.append(.alias(time: fields.time, previous: previous))
      }
      guard let original = fields.originalTransactionID else { continue }
      let key = Links.transactionKeyHash(bytes[original])
      if seen.insert(key).inserted { mentions.append(.owner(time: fields.time, keyHash: key)) }
    }
    return mentions
  }
}

/// Works out what is new of a user: a pure function, for any thread.
struct NewsMaker: Sendable {
  private let deduplication: Deduplication
  private let zone: Zone

  init(_ deduplication: Deduplication, _ zone: Zone) {
    self.deduplication = deduplication
    self.zone = zone
  }

  /// `stored`: the user's blocks of earlier runs.
  func news(
    _ events: ArraySlice<IdentifiedEvent>, of key: Range<Int>, in bytes: UnsafeRawBufferPointer,
    stored: [[UInt8]]
  ) -> ChangedUser {
    let result = deduplication.run(events, in: bytes, stored: stored)
    let isTransaction = bytes[key].starts(with: Links.transactionPrefix)
    return ChangedUser(
      result: result, block: EventBlock.bytes(of: result.kept, in: bytes),
      mentions: isTransaction
        ? [] : ChangedUser.mentions(of: result.kept.lazy.map(\.event), in: bytes),
      days: days(result.kept))
  }

  /// The events come in order of time, so those of a day stand together.
  private func days(_ events: [IdentifiedEvent]) -> [ChangedUser.DayCount] {
    var days: [ChangedUser.DayCount] = []
    var end = Instant.distantPast
    for event in events {
      let time = event.time
      if time < end {
        days[days.count - 1].events += 1
        days[days.count - 1].last = time
      } else {
        let day = zone.day(of: time)
        end = zone.end(of: day)
        days.append(ChangedUser.DayCount(day: day, events: 1, first: time, last: time))
      }
    }
    return days
  }
}

/// A user of a partition.
struct PreparedUser: Sendable {
  let frames: UserFrames
  let events: ArraySlice<IdentifiedEvent>
  /// Holds if the user has no events yet.
  let news: ChangedUser
}

/// A partition of the spool with the news of its users, as if the database knew none of them.
struct PreparedPartition: Sendable {
  let bytes: [UInt8]
  let users: [PreparedUser]

  init(_ bytes: [UInt8], refused: Set<Int32>, _ maker: NewsMaker) {
    self.bytes = bytes
    users = bytes.withUnsafeBytes { bytes in
      let partition = GroupedPartition(bytes, refused: refused)
      return partition.users.map { user in
        let events = partition.events[user.events]
        let news = maker.news(events, of: user.key, in: bytes, stored: [])
        return PreparedUser(frames: user, events: events, news: news)
      }
    }
  }
}
