import Feed
import SQLite
import Values

/// Replaces user ids by keyed hashes before anything is stored: who has the database, but not the
/// key, can neither read an id nor try one out. Equal ids stay equal, so that every figure is the
/// same. Rejected lines are kept without their text, which could say any id.
package struct HashedIDs: Sendable {
  /// 128 bits, as text.
  private static let bytes = 16

  private let key: KeyedHash

  package init(key: [UInt8]) { self.key = KeyedHash(key: key) }

  /// What stands for an id; an original transaction, which is nobody's name, stays as it is.
  func hashed(_ id: some Sequence<UInt8>) -> [UInt8] {
    let id = Array(id)
    guard !id.starts(with: Links.transactionPrefix) else { return id }
    return Array(hexadecimal(key.digest(id).prefix(Self.bytes)).utf8)
  }

  func hashed(_ batch: EventBatch) -> EventBatch {
    var result = batch
    result.bytes = []
    result.bytes.reserveCapacity(batch.bytes.count + 32 * batch.eventCount)
    batch.forEachFrame { frame, bytes in
      let event = Event(unpacking: bytes, at: frame.packed.lowerBound)
      let packed =
        event.namesPeople
        ? event.packed(bytes) { path, id in
          Event.peopleIDs.contains { $0 == path } ? hashed(id) : nil
        } : Array(bytes[frame.packed])
      EventBatch.append(key: hashed(bytes[frame.key]), packed: packed, to: &result.bytes)
    }
    for index in result.rejects.indices { result.rejects[index].raw = [] }
    return result
  }
}

extension EventBatch {
  fileprivate static func append(key: [UInt8], packed: [UInt8], to bytes: inout [UInt8]) {
    let hash = key.withUnsafeBytes { stableHash($0) }
    withUnsafeBytes(of: hash.littleEndian) { bytes.append(contentsOf: $0) }
    for count in [key.count, packed.count] {
      withUnsafeBytes(of: UInt32(count).littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes += key
    bytes += packed
  }
}

// MARK: - One key for one database

extension HashedIDs {
  /// Throws unless the ids of the database are kept as `hashes` keeps them: half of a person under
  /// one id and half under another would be two. A new database learns which key it has. Call
  /// inside a transaction.
  static func demand(_ hashes: HashedIDs?, in store: Store) throws {
    let known =
      try store.database.first("SELECT key_check FROM protection") {
        $0.isNull(0) ? nil : $0.blob(0)
      } ?? nil
    switch (hashes?.check, known) {
    case (nil, nil): return
    case (nil, _?):
      throw Failure(
        "\(store.path) keeps user ids as hashes, but privacy.userIDs is not \"hashed\"",
        hint: "set privacy.userIDs to \"hashed\", or name another file with --database",
        exit: .badData)
    case (let check?, let known?):
      guard check == known else {
        throw Failure(
          "the ids in \(store.path) were hashed with another key",
          hint: "use the key that the database began with", exit: .badData)
      }
    case (let check?, nil): try begin(check, store)
    }
  }

  private static func begin(_ check: [UInt8], _ store: Store) throws {
    guard try !store.database.hasRow("SELECT 1 FROM user LIMIT 1") else {
      throw Failure(
        "\(store.path) keeps user ids as they are, but privacy.userIDs is \"hashed\"",
        hint: "read the logs into a new database, named with --database", exit: .badData)
    }
    try store.database.prepare(
      """
      INSERT INTO protection (one, salt, key_check) VALUES (1, ?1, ?2)
      ON CONFLICT DO UPDATE SET key_check = ?2
      """
    ).run(randomBytes(16), check)
  }

  /// Tells keys apart without telling what they are.
  var check: [UInt8] { key.digest(Array("runrate: which key is this?".utf8)) }
}
