package import Feed
import SQLite
package import Settings
import Timeline
package import Values

extension Store {
  /// Puts the subscriptions from before the log beside its events, for folds to come; returns how
  /// many there are. Those that began on its first day or later are left out: the log tells of
  /// them. So are people who are in another part than that of `dealt`, and those who were purged,
  /// of whom what was kept then stays. Call inside a transaction.
  @discardableResult
  package func keep(
    _ opening: Opening, before firstDay: Day, _ zone: Zone, _ strings: StringTable,
    of dealt: DealtCustomers? = nil
  ) throws -> Int {
    try forgetNamedOpening()
    let early = opening.rows.filter { $0.since < firstDay }
    guard !early.isEmpty else { return 0 }
    let (users, purged) = (try Users(database), try PurgedIDs(database))
    let insert = try database.prepare("INSERT INTO opening_block VALUES (?, ?)")
    var count = 0
    for (customer, rows) in byCustomer(early) where purged.limit(of: customer) == nil {
      let keyHash = customer.withUnsafeBytes { stableHash($0) }
      guard dealt?.holds(keyHash) ?? true else { continue }
      let user = try customer.withUnsafeBytes {
        try users.user($0, hash: keyHash, inOrder: false).id
      }
      try insert.run(user, rows.flatMap { Self.frame($0, zone, strings) })
      count += rows.count
    }
    return count
  }

  private func forgetNamedOpening() throws {
    let purged = "substr(u.key, 1, \(Purge.prefix.utf8.count)) = CAST('\(Purge.prefix)' AS BLOB)"
    try database.execute(
      """
      DELETE FROM opening_block
      WHERE NOT EXISTS (SELECT 1 FROM user AS u WHERE u.id = opening_block.user AND \(purged))
      """)
  }

  /// How many customers of the file were purged: it still says who they are.
  package func purgedCustomers(in opening: Opening) throws -> Int {
    let purged = try PurgedIDs(database)
    return byCustomer(opening.rows).count { purged.limit(of: $0.key) != nil }
  }

  /// Nothing was before the log, as far as anybody says.
  package func forgetOpening() throws { try database.execute("DELETE FROM opening_block") }

  /// How many users have something from before the log, and of how many of them the log tells.
  package func openingCustomers() throws -> (customers: Int, inLog: Int) {
    let blocks = try EventBlocks(database)
    let users = try database.rows("SELECT user FROM opening_block") { $0.integer(0) }
    return (users.count, try users.count { try !blocks.blocks(of: $0).isEmpty })
  }

  /// How many of the folded customers have a subscription from before the log's first day.
  package func customers(before firstDay: Day) throws -> Int64 {
    try database.integer(
      "SELECT count(DISTINCT customer) FROM coverage WHERE start_day < \(firstDay.number)")
  }

  /// Under the ids that are kept, in the order of these.
  private func byCustomer(_ rows: [Opening.Row]) -> [(key: [UInt8], rows: [Opening.Row])] {
    let keyed = Dictionary(grouping: rows) { row in
      let id = Array(CustomerID.normalised(row.customer).utf8)
      return hashes?.hashed(id) ?? id
    }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
  }

  /// A varint length and the packed event of a subscription.
  private static func frame(_ row: Opening.Row, _ zone: Zone, _ strings: StringTable) -> [UInt8] {
    var texts = TextBuffer()
    var event = Event()
    event.kind = .purchased
    event.time = zone.start(of: row.since)
    event.identity = texts.add("opening \(row.product)".utf8)
    event.product = strings.id(of: row.product)
    event.price = row.price
    event.currency = strings.id(of: row.currency)
    event.period = row.period
    event.expiresAt = zone.end(of: row.paidUntil)
    event.flags = .opening
    var frame: [UInt8] = []
    EventBlock.append(texts.packed(event), to: &frame)
    return frame
  }
}
