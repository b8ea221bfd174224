import Feed
import Timeline
import Values

/// What the fold of one customer needs: the blocks of its users, as they were at the last fold
/// and as they are now. A customer may be new, gone, or both sides may be there.
struct CustomerInput: Sendable {
  struct User: Sendable {
    let id: UserID
    var blocks: [EventBlock]
    /// The user to whom the events of one belong that is an original transaction.
    var owner: UserID?
    /// A transaction, which names no customer as long as there is another user.
    var isTransaction = false
    /// Whether an event may stand in several blocks (Definitions, "The log").
    var isConflicted = false
  }

  /// Refunds of another user that name a payment of this customer.
  struct Guest: Sendable {
    let blocks: [EventBlock]
    /// As the derived tables number it.
    let transaction: Int64
  }

  var users: [User]
  /// The transactions that are no ids (``VoidTransactions``).
  var claimedByMany: Set<UInt64> = []
  var guests: [Guest] = []
  /// The payments of other customers, whose refunds are theirs.
  var leavesOut: Set<Int64> = []
  /// The id that the derived tables know it by; nil where its events are to say it.
  private let knownID: UserID?

  init(users: [User], knownID: UserID? = nil) {
    self.users = users
    self.knownID = knownID
  }

  /// `conflicted`: those of whom an event may stand in several blocks.
  init(
    _ users: some Sequence<UserID>, conflicted: Set<UserID>, knownID: UserID? = nil,
    owners: TransactionOwners, blocks: (UserID) throws -> [EventBlock]
  ) throws {
    let users = try users.map {
      User(
        id: $0, blocks: try blocks($0), owner: try owners.owner(of: $0),
        isTransaction: try owners.isTransaction($0),
        isConflicted: conflicted.contains($0))
    }
    self.init(users: users, knownID: knownID)
  }

  /// Whether each event stands in one block, and all are the customer's own.
  var isPlain: Bool {
    guests.isEmpty && leavesOut.isEmpty && !users.contains(where: \.isConflicted)
  }

  /// The events of runs up to `run` before `end`, in order; and the customer's id: the user whose
  /// first event is earliest, those of an original transaction with its owner's (ties: the smaller
  /// key, for which the smaller id stands in). 0 where all events come later, nil where there are
  /// none. `next`: the first event of each user that was left out.
  func events(run: Int64, before end: Instant, _ order: ContentOrder)
    -> (id: UserID, events: CustomerEvents, next: [UserID: Instant])?
  {
    var events = CustomerEvents()
    return fill(&events, run: run, before: end, order).map { ($0.id, events, $0.next) }
  }

  /// The same, into memory that was used before.
  func fill(_ all: inout CustomerEvents, run: Int64, before end: Instant, _ order: ContentOrder)
    -> (id: UserID, next: [UserID: Instant])?
  {
    all.removeAll()
    all.claimedByMany = claimedByMany
    let repeated = RepeatedEvents(in: users, run: run, order)
    var earliest: (isTransaction: Bool, time: Instant, id: UserID)?
    var next = [UserID: Instant]()
    for user in users {
      let before = all.events.count
      all.begin(user: user.isTransaction ? 0 : user.id)
      user.forEachBlock(run: run, order) { block in
        let left = all.add(
          block: repeated?.removed(from: block, of: user.id) ?? block, before: end,
          without: leavesOut)
        if let left { next[user.id] = min(left, next[user.id] ?? left) }
      }
      guard let first = all.events[before...].lazy.map(\.time).min() else { continue }
      let id = user.owner ?? user.id
      let isNameless = user.isTransaction && user.owner == nil
      let isFirst = earliest.map { known in
        isNameless == known.isTransaction
          ? (first, id) < (known.time, known.id) : known.isTransaction
      }
      if isFirst ?? true { earliest = (isNameless, first, id) }
    }
    guard let earliest else { return next.isEmpty ? nil : (0, next) }
    for guest in guests {
      for block in guest.blocks where block.run <= run {
        all.add(refundsOf: guest.transaction, in: block.events, before: end)
      }
    }
    all.sort()
    return (knownID ?? earliest.id, next)
  }
}

extension CustomerInput.User {
  /// Blocks of runs up to `run`; where identities meet, with an event that stands.
  func forEachBlock(run: Int64, _ order: ContentOrder, _ body: (ArraySlice<UInt8>) -> Void) {
    guard isConflicted, blocks.count(where: { $0.run <= run }) > 1 else {
      for block in blocks where block.run <= run { body(block.events) }
      return
    }
    let joined = blocks.filter { $0.run <= run }.flatMap(\.events)
    body(joined.withUnsafeBytes { Deduplication(order).standing(in: $0) }[...])
  }
}

/// The events that users of one customer have in common, as a retry after the login is one: a long
/// `event_id` is one event, whoever sends it (Definitions, "The log").
private struct RepeatedEvents {
  /// Shorter ones may be counters, which repeat from user to user.
  private static let shortestID = 16

  private struct Place: Hashable {
    let user: UserID
    let packed: [UInt8]
  }

  /// Those in whose place another event stands.
  private var gone: Set<Place> = []

  /// Nil where there are none.
  init?(in users: [CustomerInput.User], run: Int64, _ order: ContentOrder) {
    guard users.count > 1 else { return nil }
    var keys: [IdentityKey] = []
    Self.forEachLongID(in: users, run, order) { key, _, _ in keys.append(key) }
    keys.sort()
    guard zip(keys, keys.dropFirst()).contains(where: { $0 == $1 }) else { return nil }
    var found: [IdentityKey: [Place]] = [:]
    Self.forEachLongID(in: users, run, order) { key, user, packed in
      found[key, default: []].append(Place(user: user, packed: Array(packed)))
    }
    for places in found.values where places.count > 1 {
      let standing = places.min { Self.stands($0, before: $1, order) }
      gone.formUnion(places.filter { $0 != standing })
    }
    if gone.isEmpty { return nil }
  }

  private static func forEachLongID(
    in users: [CustomerInput.User], _ run: Int64, _ order: ContentOrder,
    _ body: (IdentityKey, UserID, Slice<UnsafeRawBufferPointer>) -> Void
  ) {
    for user in users {
      user.forEachBlock(run: run, order) { block in
        block.withUnsafeBytes { bytes in
          for (at, count) in BlockEvents(bytes) {
            let header = PackedHeader(bytes, at: at)
            guard !header.identityIsHash, header.identity.count >= shortestID else { continue }
            body(header.key(in: bytes), user.id, bytes[at..<(at + count)])
          }
        }
      }
    }
  }

  private static func stands(_ a: Place, before b: Place, _ order: ContentOrder) -> Bool {
    a.packed.withUnsafeBytes { one in
      b.packed.withUnsafeBytes { other in
        let times = (PackedHeader(one, at: 0).time, PackedHeader(other, at: 0).time)
        if times.0 != times.1 { return times.0 < times.1 }
        if order.precedes((one, 0), (other, 0)) { return true }
        return !order.precedes((other, 0), (one, 0)) && a.user < b.user
      }
    }
  }

  func removed(from block: ArraySlice<UInt8>, of user: UserID) -> ArraySlice<UInt8> {
    block.withUnsafeBytes { bytes in
      var kept: [UInt8] = []
      for (at, count) in BlockEvents(bytes) {
        let packed = Array(bytes[at..<(at + count)])
        let isGone = gone.contains(Place(user: user, packed: packed))
        if !isGone { EventBlock.append(packed, to: &kept) }
      }
      return kept[...]
    }
  }
}
