package import Feed
import SQLite
import Timeline
package import Values

/// A request to delete: what tells who somebody is goes for good, what was paid and when stays
/// under a random id, so that every total still adds up.
///
///   people → nameless events under a random id, rows of the old ids removed → mentions by others,
///   names, texts of rejected lines → (the caller folds everything anew) → texts that nothing uses
///
/// Lines that are read later are held against what is kept of a person's ids (``PurgedIDs``,
/// ``PurgedTraces``), so that nothing of it comes back.
///
/// One person's ids become one id: who was merged with whom is gone, too.
package final class Purge {
  let database: Database
  private let store: Store
  private let strings: StringTable
  let blocks: EventBlocks
  private let users: Users
  let keys: UserKeys
  private let conflicted: Set<UserID>
  private var events: EventAnonymizer
  private let isConfigured: (String) -> Bool
  private var gone: Set<[UInt8]> = []
  /// They, and the ids of the people's events and payments.
  private var traces: Set<[UInt8]> = []
  package private(set) var summary = Summary()

  /// What was done.
  package struct Summary: Sendable, Equatable {
    package var people = 0
    package var ids = 0
    package var events = 0
    package var mentions = 0
    /// Rejected lines that were removed, and those that lost their text.
    package var rejectedLines = 0
    package var texts = 0
    /// Names of the configuration that say an id: they stay, for money hangs on them.
    package var configured: [String] = []
  }

  /// - Parameters:
  ///   - keepsCountries: whether taxes depend on countries: without that of one event, the next
  ///     one's would take its place.
  ///   - isConfigured: whether a text is the name of something that the configuration tells of.
  package init(
    _ store: Store, strings: StringTable, keepsCountries: Bool,
    isConfigured: @escaping (String) -> Bool
  ) throws {
    self.isConfigured = isConfigured
    self.store = store
    database = store.database
    self.strings = strings
    blocks = try EventBlocks(database)
    users = try Users(database)
    keys = try UserKeys(database)
    conflicted = try ConflictedUsers.all(database)
    events = EventAnonymizer(
      keepsCountries: keepsCountries, salt: try PurgedIDs.salt(of: database))
    try database.execute("PRAGMA secure_delete = ON")
  }

  /// How the id of somebody who was purged begins; the rest is random.
  package static let prefix = "purged:"

  /// How lines of people who were purged are counted among the ignored ones.
  static let ignoredName = "(purged)"

  /// What stands for a text that nothing says any more.
  static func text(inPlaceOf id: StringID) -> String { "(purged \(id))" }

  /// Purges the person who has the id; false where nobody has it. Lines from before `limit` will
  /// not come back. Throws where the id is one of more ids than a person has: many people would be
  /// one for good. Call inside a transaction.
  package func purge(_ id: String, until limit: Instant) throws -> Bool {
    guard let user = try store.userID(of: id) else { return false }
    let members = try Components(database, end: .distantFuture).members(of: user)
    let ids = try members.count {
      try keys.key(of: $0)?.starts(with: Links.transactionPrefix) == false
    }
    guard ids <= ManyIDs.usual else {
      throw Failure(
        "\"\(id)\" is one of \(grouped(Int64(ids))) ids of one customer, who is hardly one person: "
          + "nobody was purged",
        hint: "suspicious.csv names the id that joins them: runrate purge --unlink ID, then again",
        exit: .badData)
    }
    // Where ids are kept as hashes, only the caller knows this one as texts have it.
    try purge(members, until: limit, alsoCalled: [Array(CustomerID.normalised(id).utf8)])
    return true
  }

  /// Purges one person: all users that are one customer.
  func purge(_ members: [UserID], until limit: Instant, alsoCalled names: Set<[UInt8]> = []) throws
  {
    let owners = try TransactionOwners(database, end: .distantFuture)
    let input = try CustomerInput(
      members, conflicted: conflicted, owners: owners, blocks: blocks.blocks)
    let found = input.events(run: .max, before: .distantFuture, ContentOrder(strings))
    let traces = PersonTraces(keys: try members.compactMap(keys.key), input.users.flatMap(\.blocks))
    let ids = try traces.userKeys.filter { try !isOfSomebodyElse($0, members) }
    let payments = try payments(traces.payments, of: members)
    let opening = try FoldBlocks(database).opening(of: members)
    try remove(members)
    let run = input.users.flatMap(\.blocks).map(\.run).max() ?? 0
    try keepNameless(found?.events, payments: payments, run: run, opening)
    try PurgedIDs.add(
      ids + payments.map(PurgedIDs.payment), until: max(limit, traces.end), database)
    try PurgedTraces.add(traces.all.union(names), database)
    gone.formUnion(ids)
    self.traces.formUnion(traces.all.union(names))
    summary.people += 1
    summary.ids += members.count
    summary.events += found?.events.events.count ?? 0
  }
}

// MARK: - The person

extension Purge {
  /// What was paid, in the log and before it, under a random id; none where nothing was.
  private func keepNameless(
    _ found: CustomerEvents?, payments: Set<[UInt8]>, run: Int64, _ opening: [UInt8]
  ) throws {
    guard found != nil || !opening.isEmpty else { return }
    let user = try anonymousUser()
    if let found {
      let block = events.block(of: found, payments: payments)
      try blocks.append(block[...], of: user, run: run, isFirst: true)
    }
    if !opening.isEmpty {
      try database.prepare("INSERT INTO opening_block VALUES (?, ?)").run(user, opening)
    }
  }

  /// Payments of nobody else: one receipt can be claimed by two people.
  private func payments(_ named: Set<[UInt8]>, of members: [UserID]) throws -> Set<[UInt8]> {
    let others = try database.prepare(
      "SELECT 1 FROM main.charge WHERE transaction_hash = ? AND customer <> ? LIMIT 1")
    let customer = try CustomerMembers(database).customer(of: members[0])
    return try named.filter { try !others.hasRow(transactionNumber(of: $0), customer) }
  }

  /// Whether events without a user under an original transaction, which the person has named, too,
  /// belong to another customer: they stay his when they are read again.
  private func isOfSomebodyElse(_ key: [UInt8], _ members: [UserID]) throws -> Bool {
    guard key.starts(with: Links.transactionPrefix),
      let user = try store.userID(of: String(decoding: key, as: UTF8.self))
    else { return false }
    return !members.contains(user)
  }

  /// Removes every row that says one of the ids, or was made of its events.
  private func remove(_ members: [UserID]) throws {
    let rows = try [
      "user WHERE id = ?1", "alias WHERE user = ?1 OR other = ?1",
      "transaction_owner WHERE user = ?1", "transaction_user WHERE user = ?1 OR owner = ?1",
      "conflicted_user WHERE user = ?1", "touched_user WHERE user = ?1",
      "pending_user WHERE user = ?1", "customer_member WHERE user = ?1 OR customer = ?1",
      "opening_block WHERE user = ?1", "payment_user WHERE user = ?1",
      "customer_link WHERE user = ?1 OR other = ?1",
    ].map { try database.prepare("DELETE FROM main.\($0)") }
    for member in members {
      for row in rows { try row.run(member) }
      try blocks.remove(member)
    }
  }

  /// Somebody new, whom nobody knows.
  private func anonymousUser() throws -> UserID {
    let key = Array((Self.prefix + hexadecimal(randomBytes(16))).utf8)
    return try key.withUnsafeBytes { try users.user($0, hash: stableHash($0), inOrder: false).id }
  }
}

// MARK: - What others say

extension Purge {
  /// Removes the ids from other people's events and all other texts, and every text of a rejected
  /// line, and makes the next fold begin anew. Call once, when everybody is purged.
  package func finish() throws {
    try removeMentions()
    if summary.people > 0 { summary.rejectedLines += try RejectedTexts.removeAll(database) }
    try removeNames(IdentifierScanner(traces))
    try database.execute("UPDATE fold_state SET rules = ''; DELETE FROM segment")
  }

  private func removeMentions() throws {
    let purged = try PurgedIDs(database)
    let mentions = Mentions(
      isGone: { id, _ in self.gone.contains(Array(id)) }, payment: purged.text(inPlaceOfPayment:))
    summary.mentions = try blocks.rewrite(mentions.removed)
  }

  /// Names of events that were ignored, messages that wait, and texts of other people's events. A
  /// product or an offer of that name goes on under another; one of the configuration stays.
  private func removeNames(_ scanner: IdentifierScanner) throws {
    try removeIgnoredNames(scanner)
    try removeAnnotations(scanner)
    try removeMessages()
    try removeReasons(scanner)
    try removeTexts(scanner)
    try removeExtents(scanner)
  }

  /// Messages that wait are JSON: they have an id as its strings write it.
  private func removeMessages() throws {
    let scanner = IdentifierScanner(Set(traces.flatMap { [$0, Self.escaped($0)] }))
    let messages = try database.rows("SELECT id, body FROM alert_message") { row in
      try scanner.finds(in: row.blob(1)) ? row.integer(0) : nil
    }
    let delete = try database.prepare("DELETE FROM alert_message WHERE id = ?")
    for id in messages.compactMap(\.self) { try delete.run(id) }
  }

  /// As a string of JSON has it between its quotes.
  private static func escaped(_ id: [UInt8]) -> [UInt8] {
    let text = JSONValue.string(String(decoding: id, as: UTF8.self)).line
    return Array(text.utf8.dropFirst().dropLast())
  }

  /// Texts of events and figures.
  private func removeTexts(_ scanner: IdentifierScanner) throws {
    let named = try strings.all.enumerated().filter { try scanner.findsDistinctive(in: $1) }
    guard !named.isEmpty else { return }
    let used = try UsedTexts(database, count: strings.count)
    for (id, text) in named {
      if used.isFixed(StringID(id)), isConfigured(text) {
        summary.configured.append(text)
      } else {
        try forget(
          StringID(id),
          PurgedTraces.text(inPlaceOf: text, salt: PurgedIDs.salt(of: database)))
      }
    }
  }

  /// Why somebody acknowledged an alert; that it is acknowledged stays.
  private func removeReasons(_ scanner: IdentifierScanner) throws {
    let rules = try database.rows("SELECT rule, why FROM alert_acknowledgement") { row in
      try scanner.finds(in: row.blob(1)) ? row.text(0) : nil
    }
    let update = try database.prepare(
      "UPDATE alert_acknowledgement SET why = '\(Self.ignoredName)' WHERE rule = ?")
    for rule in rules.compactMap(\.self) { try update.run(rule) }
  }

  /// Segments that a trouble had reached and that are called otherwise than the text that was
  /// forgotten, such as the beginnings of long ones; that it had reached one stays.
  private func removeExtents(_ scanner: IdentifierScanner) throws {
    let parts = try database.rows("SELECT DISTINCT part FROM alert_extent") { $0.text(0) }
    let move = try database.prepare(
      """
      INSERT OR IGNORE INTO alert_extent
      SELECT as_of_day, rule, '\(Self.ignoredName)' FROM alert_extent WHERE part = ?1
      """)
    let delete = try database.prepare("DELETE FROM alert_extent WHERE part = ?1")
    for part in try parts.filter(scanner.findsDistinctive) {
      try move.run(part)
      try delete.run(part)
    }
  }

  /// What lines note about the person; that something was noted stays.
  private func removeAnnotations(_ scanner: IdentifierScanner) throws {
    let named = try LogAnnotation.all(database).filter { noted in
      try [noted.text, noted.kind, noted.link].contains { try scanner.findsDistinctive(in: $0) }
    }
    let update = try database.prepare(
      """
      UPDATE log_annotation SET text = ?3, kind = '', link = '' WHERE time_ms = ?1 AND text = ?2
      """)
    for (number, noted) in named.enumerated() {
      let text = number == 0 ? Self.ignoredName : "\(Self.ignoredName) \(number)"
      try update.run(noted.time.milliseconds, noted.text, text)
    }
  }

  private func removeIgnoredNames(_ scanner: IdentifierScanner) throws {
    let names = try database.rows("SELECT DISTINCT name FROM line_count") { $0.text(0) }
    let move = try database.prepare(
      """
      INSERT INTO line_count SELECT input, kind, '\(Self.ignoredName)', sum(lines)
      FROM line_count WHERE name = ?1 GROUP BY input, kind
      ON CONFLICT DO UPDATE SET lines = lines + excluded.lines
      """)
    let delete = try database.prepare("DELETE FROM line_count WHERE name = ?1")
    for name in try names.filter(scanner.findsDistinctive) {
      try move.run(name)
      try delete.run(name)
    }
  }

  /// Puts another text in the place of one, also where an alert has told of a segment of it.
  private func forget(_ id: StringID, _ other: String) throws {
    let known = strings.string(id)
    strings.replace(id, with: other)
    try database.prepare("UPDATE string SET value = ? WHERE id = ?").run(
      strings.string(id), Int64(id))
    // A segment is the dimension, a space and the value.
    try database.prepare(
      """
      UPDATE OR REPLACE alert_extent SET part = substr(part, 1, instr(part, ' ')) || ?2
      WHERE instr(part, ' ') > 0 AND substr(part, instr(part, ' ') + 1) = ?1
      """
    ).run(known, strings.string(id))
    summary.texts += 1
  }

  func removeRejectedLines(before end: Instant) throws {
    let rows = try database.rows(
      """
      DELETE FROM reject WHERE run IN (SELECT id FROM run WHERE started_ms < \(end.milliseconds))
      RETURNING id
      """
    ) { $0.integer(0) }
    try RejectWriter.forgetDialects(database)
    summary.rejectedLines += rows.count
  }

  /// Forgets the texts that nothing says any more. Call when everything is folded anew.
  package func forgetTexts() throws {
    let used = try UsedTexts(database, count: strings.count)
    for id in events.forgotten.sorted() where !used.contains(id) {
      try forget(id, Self.text(inPlaceOf: id))
    }
  }
}

extension Store {
  /// What all charges and refunds of the last fold come to: no purge changes it.
  package func moneyTotals() throws -> [Amount] {
    try database.first("SELECT gross, refunded FROM main.control_total") { row in
      (0..<2).map { Amount(micros: row.integer($0)) }
    } ?? []
  }
}
