import Feed
import SQLite
import Timeline
import Values

/// All users with their stored events, in the order of their ids: blocks and pages merged.
final class UserBlocks {
  /// Where blocks stand by user, and the next of them.
  private struct Source {
    /// Not to be asked again once it has answered nil.
    let next: () throws -> (user: UserID, block: EventBlock)?
    var head: (user: UserID, block: EventBlock)?
  }

  /// Those of older runs before those of newer ones.
  private var sources: [Source] = []

  /// `opening`: with what existed before the log began.
  init(_ database: Database, opening: Bool) throws {
    if try opening && FoldBlocks.hasOpening(database) {
      try add(Self.rows("SELECT user, 0, events FROM main.opening_block ORDER BY user", database))
    }
    for run in try EventPages.runs(database) { try add(Self.pages(of: run, database)) }
    try add(
      Self.rows("SELECT user, run, events FROM main.event_block ORDER BY user, number", database))
  }

  private func add(_ next: @escaping () throws -> (user: UserID, block: EventBlock)?) throws {
    sources.append(Source(next: next, head: try next()))
  }

  /// The next user with all of his blocks, oldest run first; nil after the last.
  func next() throws -> (user: UserID, blocks: [EventBlock])? {
    guard let user = sources.lazy.compactMap(\.head?.user).min() else { return nil }
    var blocks: [EventBlock] = []
    for place in sources.indices {
      while let head = sources[place].head, head.user == user {
        blocks.append(head.block)
        sources[place].head = try sources[place].next()
      }
    }
    if blocks.count > 1, sources.count > 1 { blocks.sort { $0.run < $1.run } }
    return (user, blocks)
  }

  /// The users with a stored event within a time: a look at all events.
  static func users(within times: Range<Instant>, in database: Database) throws -> Set<UserID> {
    let all = try UserBlocks(database, opening: false)
    var users: Set<UserID> = []
    while let (user, blocks) = try all.next() {
      if blocks.contains(where: { $0.contains { times.contains($0.time) } }) { users.insert(user) }
    }
    return users
  }

  private static func rows(_ query: String, _ database: Database) throws
    -> () throws -> (user: UserID, block: EventBlock)?
  {
    let rows = try database.prepare(query)
    return {
      guard try rows.step() else { return nil }
      return (rows.integer(0), EventBlock(run: rows.integer(1), events: rows.blob(2)[...]))
    }
  }

  private static func pages(of run: Int64, _ database: Database) throws
    -> () throws -> (user: UserID, block: EventBlock)?
  {
    let rows = try database.prepare(
      "SELECT events FROM main.event_page WHERE run = \(run) ORDER BY first_user, id")
    var page: [UInt8] = []
    var at = 0
    return {
      while true {
        if let (user, block) = PageFrames.next(in: page, at: at) {
          at = block.upperBound
          return (user, EventBlock(run: run, events: page[block]))
        }
        guard try rows.step() else { return nil }
        (page, at) = (rows.blob(0), 0)
      }
    }
  }
}

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
