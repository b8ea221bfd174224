import Feed
import Timeline
import Values

/// A customer of so many ids that it is hardly one person: an id that many people say, such as
/// `guest`, has made one of them (Definitions, "Data quality"). Original transactions do not count:
/// every coin that somebody buys has one of its own.
struct ManyIDs {
  /// Somebody who signs in on every device anew, for years, has fewer.
  static let usual = 50

  let count: Int
  /// The id that is joined with most of the others.
  let center: UserID
  /// When the newest of the joining events was.
  let last: Instant

  /// Nil for a customer of as many ids as usual.
  init?(_ customer: CustomerInput, run: Int64, before end: Instant, _ order: ContentOrder) {
    guard customer.users.count > Self.usual else { return nil }
    var joined = JoinedIDs(members: Set(customer.users.map(\.id)))
    for user in customer.users {
      user.forEachBlock(run: run, order) { block in
        block.withUnsafeBytes { joined.note(eventsOf: $0, of: user.id, before: end) }
      }
    }
    guard joined.count > Self.usual, let center = joined.center else { return nil }
    (count, self.center, last) = (joined.count, center, joined.last)
  }
}

/// Which ids of a customer are joined with which.
private struct JoinedIDs {
  let members: Set<UserID>
  private(set) var last = Instant.distantPast
  private var neighbours: [UserID: Set<UserID>] = [:]
  private var transactions: Set<UserID> = []

  init(members: Set<UserID>) { self.members = members }

  /// How many of the members are no original transactions.
  var count: Int { members.count - transactions.count }

  /// The one with most neighbours; of several the smallest.
  var center: UserID? {
    neighbours.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
  }

  mutating func note(
    eventsOf block: UnsafeRawBufferPointer, of user: UserID, before end: Instant
  ) {
    for (at, _) in BlockEvents(block) {
      let fields = PackedIdentityFields(block, at: at)
      guard fields.time < end else { continue }
      if let previous = fields.previousID {
        let key = UnsafeRawBufferPointer(rebasing: block[previous])
        join(user, UserID(keyHash: stableHash(key)), fields.time)
      }
      if let original = fields.originalTransactionID {
        let transaction = UserID(keyHash: Links.transactionKeyHash(block[original]))
        if members.contains(transaction) { transactions.insert(transaction) }
      }
    }
  }

  private mutating func join(_ user: UserID, _ other: UserID, _ time: Instant) {
    guard user != other, members.contains(other) else { return }
    neighbours[user, default: []].insert(other)
    neighbours[other, default: []].insert(user)
    last = max(last, time)
  }
}
