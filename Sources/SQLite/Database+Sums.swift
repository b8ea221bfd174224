import CSealedPages
import CSQLite

extension Database {
  /// What the pages of a file are, taken together.
  package enum Account: Sendable {
    /// Those that the last writer left, or that of the one before, where the last was stopped.
    case known
    /// Each as it was written, but not all at the same time.
    case unknown
    /// One is not as it was written.
    case damaged
    /// Without seals: made before there were any.
    case none
  }

  /// What follows the name of a database in that of the file with its sums.
  package static let sumsSuffix = SEALED_PAGES_SUMS

  /// Reads all pages and compares the sum of their seals with what was written down at the last
  /// commit; from now on each commit through this connection writes it down. Call outside of a
  /// transaction, where nobody else writes. `accepting`: begins anew, whatever was known.
  package func takeAccount(accepting: Bool = false) throws -> Account {
    // What a killed run has left is undone first.
    _ = try first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    switch Int(sealed_pages_check(handle, accepting ? 1 : 0)) {
    case SEALED_PAGES_KNOWN: return .known
    case SEALED_PAGES_UNKNOWN: return .unknown
    case SEALED_PAGES_DAMAGED: return .damaged
    case SEALED_PAGES_NONE: return .none
    default:
      throw SQLiteError(
        code: SQLITE_CANTOPEN, message: "the sums of its pages cannot be read or written", sql: nil)
    }
  }
}
