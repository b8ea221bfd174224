/// How an input was found: its status in the table `input` of the database, and in the parts of a
/// merge. Raw values are stored.
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

  /// As SQL has it.
  package var sql: String { "'\(rawValue)'" }
}
