import Feed
import SQLite

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
