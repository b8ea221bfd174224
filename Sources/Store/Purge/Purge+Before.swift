import Feed
import SQLite
import Timeline
package import Values

extension Purge {
  /// Purges everybody whose last event and last access are before `end`, and the rejected lines of
  /// runs before it. Call inside a transaction, when everything is folded.
  package func purge(before end: Instant) throws {
    let components = try Components(database, end: .distantFuture)
    for customer in try withoutAccess(since: end) {
      let members = try components.members(of: customer)
      if try !isPurged(customer), try isSilent(members, since: end) {
        try purge(members, until: end)
      }
    }
    try removeRejectedLines(before: end)
  }

  private func withoutAccess(since end: Instant) throws -> [UserID] {
    try database.rows(
      """
      SELECT id FROM main.customer
      WHERE coalesce(access_until_ms, 0) < \(end.milliseconds)
        AND coalesce(complimentary_until_ms, 0) < \(end.milliseconds)
      ORDER BY id
      """
    ) { $0.integer(0) }
  }

  private func isPurged(_ user: UserID) throws -> Bool {
    try keys.key(of: user)?.starts(with: Purge.prefix.utf8) ?? true
  }

  private func isSilent(_ members: [UserID], since end: Instant) throws -> Bool {
    try !members.contains { member in
      try blocks.blocks(of: member).contains { block in
        block.events.withUnsafeBytes { bytes in
          BlockEvents(bytes).contains { at, _ in PackedHeader(bytes, at: at).time >= end }
        }
      }
    }
  }
}
