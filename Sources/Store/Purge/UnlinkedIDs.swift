import SQLite
package import Values

/// The ids whose aliases were taken back: they join nobody with anybody, now and in whatever is
/// read later. Kept as salted hashes, so that somebody who is purged leaves no id here.
struct UnlinkedIDs {
  /// How lines that only say such an alias are counted among the ignored ones.
  static let ignoredName = "(unlinked)"

  private let salt: [UInt8]
  private let hashes: Set<[UInt8]>

  init(_ database: Database) throws {
    salt = try database.first("SELECT salt FROM protection") { $0.blob(0) } ?? []
    hashes = Set(try database.rows("SELECT hash FROM unlinked_id") { $0.blob(0) })
  }

  var isEmpty: Bool { hashes.isEmpty }

  func contains(_ id: some Sequence<UInt8>) -> Bool {
    !hashes.isEmpty && hashes.contains(PurgedIDs.hash(Array(id), salt))
  }

  /// What is left of what events of the user with this key say of identity.
  func kept(
    _ mentions: ArraySlice<ChangedUser.Mention>, of key: some Sequence<UInt8>,
    in bytes: UnsafeRawBufferPointer
  ) -> ArraySlice<ChangedUser.Mention> {
    guard !isEmpty else { return mentions }
    let isUnlinked = contains(key)
    return mentions.filter { mention in
      guard case .alias(_, let previous, _) = mention else { return true }
      return !isUnlinked && !contains(bytes[previous])
    }[...]
  }

  /// Adds an id; what it had joined is taken back by ``Unlinking``.
  static func add(_ id: [UInt8], at time: Instant, _ database: Database) throws {
    let salt = try PurgedIDs.salt(of: database)
    try database.prepare(
      """
      INSERT INTO unlinked_id VALUES (?1, ?2, 0) ON CONFLICT DO UPDATE SET made_ms = ?2
      """
    ).run(PurgedIDs.hash(id, salt), time.milliseconds)
  }

  /// Notes how many accepted events an id's aliases were.
  static func note(_ events: Int64, of id: [UInt8], _ database: Database) throws {
    let salt = try PurgedIDs.salt(of: database)
    try database.prepare("UPDATE unlinked_id SET events = events + ?2 WHERE hash = ?1")
      .run(PurgedIDs.hash(id, salt), events)
  }
}

extension Store {
  /// When the aliases of an id were last taken back; nil for never.
  package func newestUnlinking() throws -> Instant? {
    try database.first("SELECT max(made_ms) FROM unlinked_id") {
      $0.isNull(0) ? nil : Instant(milliseconds: $0.integer(0))
    } ?? nil
  }
}
