import Feed
import SQLite
import Values

/// The ids that were purged: their lines from before that moment are ignored for good, so that
/// reading an old log again brings nobody back. What comes later is a new customer.
struct PurgedIDs {
  private static let saltBytes = 16

  private let salt: [UInt8]
  private let limits: [[UInt8]: Instant]

  init(_ database: Database) throws {
    salt = try database.first("SELECT salt FROM protection") { $0.blob(0) } ?? []
    limits = Dictionary(
      uniqueKeysWithValues: try database.rows("SELECT hash, until_ms FROM purged_id") {
        ($0.blob(0), Instant(milliseconds: $0.integer(1)))
      })
  }

  var isEmpty: Bool { limits.isEmpty }

  /// Until when lines under `id` are ignored; nil for an id that nobody purged.
  func limit(of id: some Sequence<UInt8>) -> Instant? {
    limits.isEmpty ? nil : limits[Self.hash(Array(id), salt)]
  }

  /// What stands for a payment of somebody who was purged, where a refund names it: others, such as a
  /// support agent, log refunds under ids of their own. Nil for any other payment.
  func text(inPlaceOfPayment id: some Sequence<UInt8>) -> [UInt8]? {
    guard !limits.isEmpty else { return nil }
    let payment = Self.payment(Array(id))
    return limits[Self.hash(payment, salt)] == nil ? nil : Self.text(inPlaceOf: payment, salt)
  }

  /// A payment among the ids, which nobody is called by.
  static func payment(_ id: [UInt8]) -> [UInt8] { Array("payment:".utf8) + id }

  /// Always the same for one payment, so that its refunds find it whenever they are read.
  static func text(inPlaceOf payment: [UInt8], _ salt: [UInt8]) -> [UInt8] {
    Array(hexadecimal(hash(payment, salt).prefix(12)).utf8)
  }

  /// Whether something of that time says an id that was purged.
  func hides(_ id: some Sequence<UInt8>, at time: Instant) -> Bool {
    limit(of: id).map { time < $0 } ?? false
  }

  /// Adds ids, whose lines before `limit` are not to come back.
  static func add(_ ids: [[UInt8]], until limit: Instant, _ database: Database) throws {
    let salt = try salt(of: database)
    let insert = try database.prepare(
      """
      INSERT INTO purged_id VALUES (?1, ?2)
      ON CONFLICT DO UPDATE SET until_ms = max(until_ms, ?2)
      """)
    for id in ids { try insert.run(hash(id, salt), limit.milliseconds) }
  }

  static func salt(of database: Database) throws -> [UInt8] {
    try database.prepare("INSERT OR IGNORE INTO protection (one, salt) VALUES (1, ?)").run(
      randomBytes(saltBytes))
    return try database.first("SELECT salt FROM protection") { $0.blob(0) } ?? []
  }

  static func hash(_ id: [UInt8], _ salt: [UInt8]) -> [UInt8] { SHA256.digest(salt + id) }
}

/// Bytes that nobody can guess.
func randomBytes(_ count: Int) -> [UInt8] {
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
}

/// Keeps names of events that are read now, such as those of products or offers, from saying the id of
/// somebody who was purged.
///
/// Asked under the lock of the ``StringTable`` while lines are read, when nobody else uses the
/// connection.
final class PurgedNames: @unchecked Sendable {
  private let traces: PurgedTraces
  private let salt: [UInt8]
  /// Names that the configuration tells of: they stay.
  private let configured: Set<String>
  private var failure: (any Error)?

  /// Nil where nobody was purged.
  init?(_ traces: PurgedTraces, configured: Set<String>, _ database: Database) throws {
    guard !traces.isEmpty else { return nil }
    (self.traces, self.configured) = (traces, configured)
    salt = try PurgedIDs.salt(of: database)
  }

  /// What stands for a name that says such an id; nil for any other.
  func text(inPlaceOf text: String) -> String? {
    do {
      guard !configured.contains(text), try traces.findsDistinctive(in: text) else { return nil }
      return PurgedTraces.text(inPlaceOf: text, salt: salt)
    } catch {
      failure = error
      return nil
    }
  }

  /// Throws where it could not be found out what a text says. Call when all lines are read.
  func requireAllFound() throws { if let failure { throw failure } }
}
