import Values

/// What can be wrong with a command line.
extension Failure {
  /// Thrown without its command, which ``inCommand(_:)`` adds.
  static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure(message, hint: hint, exit: .usage, kind: .usage(command: nil))
  }

  static func conflict(_ one: String, _ other: String) -> Failure {
    usage("\(one) and \(other) exclude each other")
  }

  /// One of these options, written with their values, has to be given; and what for, where that is
  /// not plain.
  static func missing(oneOf options: [String], why: String? = nil) -> Failure {
    usage("\(either(options)) is missing" + (why.map { ": \($0)" } ?? ""))
  }

  static func missingArguments(_ name: String) -> Failure { usage("missing argument: \(name)") }

  static func unexpectedArgument(_ word: String) -> Failure {
    usage("the argument \"\(word)\" is one too many")
  }

  /// `a`, `a or b`, `a, b or c`.
  private static func either(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// A wrong command line with the name of the command, as far as it was known, whose help is the
  /// hint where there is no better one. Other failures stay as they are.
  func inCommand(_ command: String?) -> Failure {
    guard kind == .usage(command: nil) else { return self }
    let help = "runrate\(command.map { " \($0)" } ?? "") --help shows the options"
    return Failure(message, hint: hint ?? help, exit: exit, kind: .usage(command: command))
  }

  /// The command whose line is wrong.
  var command: String? {
    guard case .usage(let command) = kind else { return nil }
    return command
  }
}
