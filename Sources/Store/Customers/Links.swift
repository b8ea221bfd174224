import Feed
import SQLite
import Timeline
import Values

/// What a user is to another in an alias. Raw values are stored.
enum AliasRole: Int64 {
  /// A vendor, or a transaction, joins the two.
  case joined = 0
  /// The user is the `previous_id` of the other.
  case previous = 1
  /// The other is the `previous_id` of the user.
  case current = 2

  /// What the other is to the user.
  var reversed: AliasRole {
    switch self {
    case .joined: .joined
    case .previous: .current
    case .current: .previous
    }
  }
}

/// What the accepted events say of identity: who was aliased to whom, and whose an original
/// transaction is (Definitions, "Who is one customer"). Collected while users are stored, written
/// at the end, when every user has its id.
struct Links {
  private struct Alias {
    let user: UserID
    let time: Instant
    /// The key of the other user in `keys`.
    let other: Range<Int>
    let role: AliasRole
  }

  private struct Subscriber {
    let user: UserID
    let time: Instant
    let keyHash: UInt64
    /// The key of the original transaction in `keys`.
    let transaction: Range<Int>
  }

  private struct Owner {
    var time: Instant
    var user: UserID
  }

  private var aliases: [Alias] = []
  private var keys: [UInt8] = []
  private var owners: [UInt64: Owner] = [:]
  private var subscribers: [Subscriber] = []
  private var transactionUsers: [(user: UserID, keyHash: UInt64)] = []
  private var paymentUsers: Set<UserID> = []

  /// Users whose links changed what belongs together.
  private(set) var touched: [UserID] = []

  /// Takes what the new events of a user say.
  mutating func note(
    _ mentions: ArraySlice<ChangedUser.Mention>, of user: UserID, in bytes: UnsafeRawBufferPointer
  ) {
    for mention in mentions {
      switch mention {
      case .alias(let time, let previous, let byVendor):
        noteAlias(user, time, [], bytes[previous], byVendor ? .joined : .current)
      case .payment: note(paymentUser: user)
      case .transaction(let time, let id):
        noteAlias(user, time, Array(Links.transactionPrefix), bytes[id], .joined)
      case .owner(let time, let keyHash): noteOwner(keyHash, time, user)
      case .subscriber(let time, let id):
        let keyHash = Links.transactionKeyHash(bytes[id])
        subscribers.append(
          Subscriber(
            user: user, time: time, keyHash: keyHash,
            transaction: appendKey(Array(Links.transactionPrefix), bytes[id])))
      }
    }
  }

  private mutating func noteAlias(
    _ user: UserID, _ time: Instant, _ prefix: [UInt8], _ id: Slice<UnsafeRawBufferPointer>,
    _ role: AliasRole
  ) {
    aliases.append(Alias(user: user, time: time, other: appendKey(prefix, id), role: role))
  }

  private mutating func appendKey(
    _ prefix: [UInt8], _ id: Slice<UnsafeRawBufferPointer>
  ) -> Range<Int> {
    let start = keys.count
    keys += prefix
    keys.append(contentsOf: id)
    return start..<keys.count
  }

  private mutating func noteOwner(_ key: UInt64, _ time: Instant, _ user: UserID) {
    if let known = owners[key], (known.time, known.user) <= (time, user) { return }
    owners[key] = Owner(time: time, user: user)
  }

  /// A user that is an original transaction got events.
  mutating func note(transactionUser user: UserID, keyHash: UInt64) {
    transactionUsers.append((user, keyHash))
  }

  /// Events of a user that is a payment need no customer.
  mutating func note(paymentUser user: UserID) { paymentUsers.insert(user) }

  /// How the key of a user begins that is an original transaction.
  static let transactionPrefix = EventBatch.transactionPrefix.utf8

  /// The hash of the key `txn:<original_transaction_id>`.
  static func transactionKeyHash(_ id: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    withUnsafeTemporaryAllocation(
      byteCount: transactionPrefix.count + id.count, alignment: 1
    ) { key in
      key.copyBytes(from: transactionPrefix)
      UnsafeMutableRawBufferPointer(rebasing: key[transactionPrefix.count...]).copyBytes(from: id)
      return stableHash(UnsafeRawBufferPointer(key))
    }
  }

  /// Writes the links to the database, but for those to ids that were purged since.
  mutating func write(_ database: Database, _ users: Users, _ purged: PurgedIDs) throws {
    try settleOwners(database)
    try writeOwners(database)
    joinSubscribers()
    aliases.removeAll { purged.hides(keys[$0.other], at: $0.time) }
    try writeAliases(database, users)
    try writeTransactionUsers(database)
  }

  /// Both directions of every alias, in the order of the table.
  private mutating func writeAliases(_ database: Database, _ users: Users) throws {
    let rows = try aliasRows(users)
    touched += rows.map(\.user)
    guard rows.count >= Self.manyAliases, try !database.hasRow("SELECT 1 FROM alias LIMIT 1") else {
      return try insert(rows, into: database)
    }
    try database.rebuilding(index: "alias_time") { try insert(rows, into: database) }
  }

  /// From here on it pays to make their index behind them, which changes the schema.
  static let manyAliases = 10_000

  private typealias AliasRow = (user: UserID, other: UserID, role: AliasRole, time: Instant)

  /// The users are looked up in the order of their ids.
  private mutating func aliasRows(_ users: Users) throws -> [AliasRow] {
    var rows: [AliasRow] = []
    let aliases = aliases
    try keys.withUnsafeBytes { keys in
      let named = aliases.map { alias in
        let key = UnsafeRawBufferPointer(rebasing: keys[alias.other])
        return (alias, key, hash: stableHash(key))
      }
      for (alias, key, hash) in named.sorted(by: { $0.hash < $1.hash }) {
        let other = try users.user(key, hash: hash, inOrder: false).id
        if key.starts(with: Links.transactionPrefix) { transactionUsers.append((other, hash)) }
        guard other != alias.user else { continue }
        rows.append((alias.user, other, alias.role, alias.time))
        rows.append((other, alias.user, alias.role.reversed, alias.time))
      }
    }
    return rows.sorted { ($0.user, $0.other) < ($1.user, $1.other) }
  }

  private func insert(_ rows: [AliasRow], into database: Database) throws {
    let insert = try database.prepare(
      """
      INSERT INTO alias (user, other, role, time_ms) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET time_ms = min(time_ms, excluded.time_ms)
      """)
    for row in rows {
      try insert.run(row.user, row.other, row.role.rawValue, row.time.milliseconds)
    }
  }

  private mutating func writeOwners(_ database: Database) throws {
    let insert = try database.prepare(
      """
      INSERT INTO transaction_owner (key_hash, time_ms, user) VALUES (?1, ?2, ?3)
      ON CONFLICT DO UPDATE SET time_ms = ?2, user = ?3 WHERE (?2, ?3) < (time_ms, user)
      """)
    for (key, owner) in ownersByHash {
      try insert.run(Int64(bitPattern: key), owner.time.milliseconds, owner.user)
    }
  }

  /// Keeps whom earlier runs know as an earlier owner. Whoever loses a transaction to an earlier event
  /// may be its subscriber by stored ones.
  private mutating func settleOwners(_ database: Database) throws {
    guard try database.hasRow("SELECT 1 FROM transaction_owner LIMIT 1") else { return }
    let find = try database.prepare(
      "SELECT time_ms, user FROM transaction_owner WHERE key_hash = ?")
    let blocks = try EventBlocks(database)
    for (key, _) in ownersByHash {
      let found = try find.first(Int64(bitPattern: key)) {
        Owner(time: Instant(milliseconds: $0.integer(0)), user: $0.integer(1))
      }
      guard let known = found else { continue }
      noteOwner(key, known.time, known.user)
      if known.user != owners[key]?.user { try noteSubscriber(known.user, by: key, blocks) }
    }
  }

  /// In the order of the table.
  private var ownersByHash: [(key: UInt64, value: Owner)] {
    owners.sorted { Int64(bitPattern: $0.key) < Int64(bitPattern: $1.key) }
  }

  /// Takes what stored events of a user say of one original transaction.
  private mutating func noteSubscriber(_ user: UserID, by key: UInt64, _ blocks: EventBlocks) throws
  {
    for block in try blocks.blocks(of: user) {
      block.events.withUnsafeBytes { bytes in
        var mentions: [ChangedUser.Mention] = []
        ChangedUser.noteMentions(
          at: BlockEvents(bytes).map { $0.at }, isTransaction: false, in: bytes, to: &mentions)
        let subscriptions = mentions.filter {
          guard case .subscriber(_, let id) = $0 else { return false }
          return Links.transactionKeyHash(bytes[id]) == key
        }
        note(subscriptions[...], of: user, in: bytes)
      }
    }
  }

  /// An original transaction is joined with its owner anyway: only others need an alias.
  private mutating func joinSubscribers() {
    for subscriber in subscribers where owners[subscriber.keyHash]?.user != subscriber.user {
      aliases.append(
        Alias(
          user: subscriber.user, time: subscriber.time, other: subscriber.transaction,
          role: .joined))
    }
  }

  /// Notes new users that are transactions, and gives each its owner anew.
  private mutating func writeTransactionUsers(_ database: Database) throws {
    let insert = try database.prepare(
      "INSERT OR IGNORE INTO transaction_user (user, key_hash) VALUES (?, ?)")
    for (user, key) in transactionUsers { try insert.run(user, Int64(bitPattern: key)) }
    let payment = try database.prepare("INSERT OR IGNORE INTO payment_user VALUES (?)")
    for user in paymentUsers { try payment.run(user) }
    let changed = try database.rows(
      """
      UPDATE transaction_user SET owner = o.user, owner_ms = o.time_ms
      FROM transaction_owner AS o
      WHERE o.key_hash = transaction_user.key_hash
        AND (owner IS NOT o.user OR owner_ms IS NOT o.time_ms)
      RETURNING transaction_user.user
      """
    ) { $0.integer(0) }
    touched += changed
  }
}
