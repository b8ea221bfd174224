import Feed
import Values

/// What a run brought for one user, worked out before the database is touched.
struct ChangedUser: Sendable {
  /// The events to keep, in order of time.
  let kept: ArraySlice<IdentifiedEvent>
  /// Nil where no line repeats another.
  let repetitions: Repetitions?
  /// The events to keep, packed.
  let block: ArraySlice<UInt8>
  /// What they say of identity.
  let mentions: ArraySlice<Mention>
  let days: ArraySlice<DayCount>

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
  /// Appends what events of a user with an id of its own say of identity.
  static func noteMentions(
    of events: some Sequence<SpooledEvent>, in bytes: UnsafeRawBufferPointer,
    to mentions: inout [Mention]
  ) {
    var transactions = DistinctHashes()
    for spooled in events {
      let fields = PackedIdentityFields(bytes, at: spooled.at)
      if let previous = fields.previousID {
        mentions.append(.alias(time: fields.time, previous: previous))
      }
      guard let original = fields.originalTransactionID else { continue }
      let key = Links.transactionKeyHash(bytes[original])
      if transactions.insert(key) { mentions.append(.owner(time: fields.time, keyHash: key)) }
    }
  }
}

/// Hashes, each once. The first takes no memory, and most users have no second.
private struct DistinctHashes {
  private var first: UInt64?
  private var others: Set<UInt64> = []

  /// Whether it was not there.
  mutating func insert(_ hash: UInt64) -> Bool {
    guard let first else {
      first = hash
      return true
    }
    return hash != first && others.insert(hash).inserted
  }
}
