/// What can be wrong with a command line.
package enum UsageError: Error, Sendable, Equatable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  /// `others` are the commands that have this option.
  case unknownOption(String, nearest: String?, others: [String])
  case missingValue(option: String, valueName: String)
  case unexpectedValue(option: String)
  case badValue(option: String, value: String, expected: String)
  /// A day that is written as one, but that the calendar does not have.
  case noSuchDay(option: String, value: String)
  case repeatedOption(String)
  /// A value that exists, but not for this command.
  case unfitValue(option: String, expected: String)
  case conflict(String, String)
  /// One of these options, written with their values, has to be given; and what for, where that is
  /// not plain.
  case missing(oneOf: [String], why: String? = nil)
  case missingArguments(String)
  case unexpectedArgument(String)
  /// An argument that is none of the words that can stand there.
  case unfitArgument(String, expected: [String])
}

/// A ``UsageError`` with the name of the command that it happened in, as far as it was known.
package struct UsageFailure: Error, Sendable, Equatable {
  package let error: UsageError
  package let command: String?
}
