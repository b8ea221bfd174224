import Feed
import Values

/// What a run brought for users, in a few lists without memory for each user.
struct ChangedUsers: Sendable {
  /// Where that of one user stands.
  struct Place: Sendable {
    fileprivate let kept: Range<Int>
    fileprivate let repetitions: Repetitions?
    fileprivate let block: Range<Int>
    fileprivate let mentions: Range<Int>
    fileprivate let days: Range<Int>
  }

  /// New events, of each user by time; those kept of repeating lines are appended.
  fileprivate(set) var events: [IdentifiedEvent]
  private var blocks: [UInt8] = []
  private var mentions: [ChangedUser.Mention] = []
  private var days: [ChangedUser.DayCount] = []

  init(_ events: some Sequence<IdentifiedEvent>) { self.events = Array(events) }

  init(_ partition: consuming GroupedPartition) {
    events = partition.events
    blocks.reserveCapacity(events.reduce(0) { $0 + $1.event.count + 2 })
  }

  subscript(place: Place) -> ChangedUser {
    ChangedUser(
      kept: events[place.kept], repetitions: place.repetitions, block: blocks[place.block],
      mentions: mentions[place.mentions], days: days[place.days])
  }

  fileprivate mutating func note(
    _ kept: Range<Int>, _ repetitions: Repetitions?, isTransaction: Bool,
    in bytes: UnsafeRawBufferPointer, _ zone: Zone
  ) -> Place {
    let starts = (blocks.count, mentions.count, days.count)
    EventBlock.append(events[kept].lazy.map { $0.event }, in: bytes, to: &blocks)
    ChangedUser.noteMentions(
      at: events[kept].lazy.map { $0.event.at }, isTransaction: isTransaction, in: bytes,
      to: &mentions)
    noteDays(of: kept, zone)
    return Place(
      kept: kept, repetitions: repetitions, block: starts.0..<blocks.count,
      mentions: starts.1..<mentions.count, days: starts.2..<days.count)
  }

  /// The events come in order of time, so those of a day stand together.
  private mutating func noteDays(of kept: Range<Int>, _ zone: Zone) {
    var end = Instant.distantPast
    for event in events[kept] {
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
  }
}

/// Works out what is new of a user: a pure function, for any thread.
struct ChangeDetector: Sendable {
  private let deduplication: Deduplication
  private let zone: Zone

  init(_ deduplication: Deduplication, _ zone: Zone) {
    self.deduplication = deduplication
    self.zone = zone
  }

  /// `stored`: the user's blocks of earlier runs.
  func news(
    _ events: ArraySlice<IdentifiedEvent>, of key: Range<Int>, in bytes: UnsafeRawBufferPointer,
    stored: [ArraySlice<UInt8>]
  ) -> ChangedUser {
    var users = ChangedUsers(events)
    let place = news(users.events.indices, of: key, in: bytes, stored: stored, &users)
    return users[place]
  }

  /// Of a user whose new events are those of `range` in `users`.
  func news(
    _ range: Range<Int>, of key: Range<Int>, in bytes: UnsafeRawBufferPointer,
    stored: [ArraySlice<UInt8>], _ users: inout ChangedUsers
  ) -> ChangedUsers.Place {
    let (kept, repetitions) = deduplication.run(
      range, of: &users.events, in: bytes, stored: stored)
    let isTransaction = bytes[key].starts(with: Links.transactionPrefix)
    return users.note(kept, repetitions, isTransaction: isTransaction, in: bytes, zone)
  }
}

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
    /// `user_aliased`, and where the key of the other user stands.
    case alias(time: Instant, previous: Range<Int>, byVendor: Bool)
    /// A transaction that is one with those of the user; where its id stands.
    case transaction(time: Instant, id: Range<Int>)
    /// The user is a subscriber by an original transaction, as its vendor says; where its id stands.
    case subscriber(time: Instant, id: Range<Int>)
    /// The user is a payment: an event names neither a user nor an original transaction.
    case payment
    /// The user's first event with this transaction.
    case owner(time: Instant, keyHash: UInt64)
  }

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
    var (transactions, subscriptions) = (DistinctHashes(), DistinctHashes())
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
        guard transactions.insert(key) else { return }
        mentions.append(.owner(time: fields.time, keyHash: key))
      }
      if let id = fields.subscription,
        subscriptions.insert(Links.transactionKeyHash(bytes[id]))
      {
        mentions.append(.subscriber(time: fields.time, id: id))
      }
    }
  }
}

extension PackedIdentityFields {
  /// The subscription whose subscriber a vendor names.
  @inline(__always)
  fileprivate var subscription: Range<Int>? {
    isOfSubscriber ? originalTransactionID : nil
  }

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

/// A user of a partition.
struct PreparedUser: Sendable {
  let frames: UserFrames
  /// Where his news stand; they hold if he has no events yet.
  fileprivate let place: ChangedUsers.Place
}

/// A partition of the spool with the news of its users, as if the database knew none of them.
struct PreparedPartition: Sendable {
  let bytes: [UInt8]
  let users: [PreparedUser]
  private let changed: ChangedUsers

  init(_ bytes: [UInt8], refused: Set<Int32>, _ maker: ChangeDetector) {
    self.bytes = bytes
    (users, changed) = bytes.withUnsafeBytes { bytes in
      let partition = GroupedPartition(bytes, refused: refused)
      let frames = partition.users
      var changed = ChangedUsers(consume partition)
      let users = frames.map { user in
        let place = maker.news(user.events, of: user.key, in: bytes, stored: [], &changed)
        return PreparedUser(frames: user, place: place)
      }
      return (users, changed)
    }
  }

  /// The new events of a user, in order of time.
  func events(of user: PreparedUser) -> ArraySlice<IdentifiedEvent> {
    changed.events[user.frames.events]
  }

  func news(of user: PreparedUser) -> ChangedUser { changed[user.place] }
}
