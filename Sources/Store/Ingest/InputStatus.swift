package import Feed
import SQLite

/// How an input was found: its status in the database, and in the parts of a merge. The counts of data
/// quality, which import nothing of the Store, name two of them in their SQL.
package enum InputStatus: String, Sendable {
  case read
  /// Known; only what had been appended was read.
  case grown
  /// Could not be read to its end, and was left out whole.
  case refused
  /// It was there when logs were looked for, and was not any more.
  case gone
  /// Says no more than where else, or in which state, a known file is.
  case alreadyRead = "already read"

  package init(_ status: InputResult.Status) {
    self =
      switch status {
      case .read: .read
      case .alreadyRead: .alreadyRead
      case .gone: .gone
      case .grown: .grown
      case .refused: .refused
      }
  }

  /// As SQL has it.
  var sql: String { "'\(rawValue)'" }
}
