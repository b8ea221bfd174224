extension ErrorText {
  init(usage failure: UsageFailure) {
    self.init(
      ErrorText.message(failure.error), hint: ErrorText.hint(failure), exitCode: .usage)
  }

  private static func message(_ error: UsageError) -> String {
    switch error {
    case .noCommand: "no command given"
    case .unknownCommand(let name, _): "there is no command \"\(name)\""
    case .unknownOption(let name, _, _): "there is no option \(name) here"
    case .missingValue(let option, let value): "\(option) needs a value: \(option) \(value)"
    case .unexpectedValue(let option): "\(option) takes no value"
    case .badValue(let option, let value, let expected):
      "\(option) cannot be \"\(value)\": expected \(expected)"
    case .noSuchDay(let option, let value):
      "\(option) cannot be \(value): there is no such day"
    case .unfitValue(let option, let expected): "\(option) can only be \(expected) here"
    case .repeatedOption(let option): "\(option) is given more than once"
    case .conflict(let one, let other): "\(one) and \(other) exclude each other"
    case .missing(let options, let why):
      "\(either(options)) is missing" + (why.map { ": \($0)" } ?? "")
    case .missingArguments(let name): "missing argument: \(name)"
    case .unexpectedArgument(let word): "the argument \"\(word)\" is one too many"
    case .unfitArgument(let word, let expected):
      "\"\(word)\" means nothing here: expected one of \(expected.joined(separator: ", "))"
    }
  }

  /// `a`, `a or b`, `a, b or c`.
  private static func either(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func hint(_ failure: UsageFailure) -> String {
    switch failure.error {
    case .unknownCommand(_, let nearest?), .unknownOption(_, let nearest?, _):
      return "did you mean \(nearest)?"
    case .unknownOption(let name, nil, let others) where !others.isEmpty:
      let commands = others.joined(separator: ", ")
      return "\(name) belongs to \(commands), and stands after it"
    default:
      let command = failure.command.map { " \($0)" } ?? ""
      return "runrate\(command) --help shows the options"
    }
  }
}
