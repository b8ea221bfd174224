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

  /// A link to another user, or to a transaction (Definitions, "Who is one customer").
  enum Mention: Sendable {
    /// `user_aliased`, by a vendor that joins all that it names or by an app; where the key of the
    /// other user stands.
    case alias(time: Instant, previous: Range<Int>, byVendor: Bool)
    /// A transaction that is one with those of the user; where its id stands.
    case transaction(time: Instant, id: Range<Int>)
    /// The user is a payment: an event names neither a user nor an original transaction.
    case payment
    /// The user's first event with this transaction.
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
  /// Appends what the events of a user that begin at `places` say of identity; one that is a
  /// transaction (`isTransaction`) owns none, and is joined with others.
  @inline(__always)
  static func noteMentions(
    at places: some Sequence<Int>, isTransaction: Bool, in bytes: UnsafeRawBufferPointer,
    to mentions: inout [Mention]
  ) {
    var transactions = DistinctHashes()
    for place in places {
      let fields = PackedIdentityFields(bytes, at: place)
      if let linked = fields.linkedTransactionID {
        mentions.append(.transaction(time: fields.time, id: linked))
      }
      if isTransaction {
        guard fields.originalTransactionID == nil else { continue }
        mentions.append(.payment)
        fields.forEachTransaction { mentions.append(.transaction(time: fields.time, id: $0)) }
        continue
      }
      if let previous = fields.previousID {
        mentions.append(
          .alias(time: fields.time, previous: previous, byVendor: fields.isJoinedByVendor))
      }
      fields.forEachTransaction { id in
        let key = Links.transactionKeyHash(bytes[id])
        if transactions.insert(key) { mentions.append(.owner(time: fields.time, keyHash: key)) }
      }
    }
  }
}

extension PackedIdentityFields {
  /// Those that may say whose an event is.
  @inline(__always)
  fileprivate func forEachTransaction(_ body: (Range<Int>) -> Void) {
    if let originalTransactionID { body(originalTransactionID) }
    if let transactionID { body(transactionID) }
    if let paymentID { body(paymentID) }
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
