package import Values

/// Reads a command line against the declarations.
///
/// `--opt value` and `--opt=value` are one; options may stand before and after the command and
/// between arguments; after `--` everything is an argument; `-` is an argument. `--help` and
/// `--version` win over whatever else is wrong after them.
package struct ArgumentParser {
  private var rest: ArraySlice<String>
  private var line = CommandLineValues()
  private var seen: Set<String> = []
  private var areOptionsOver = false

  /// What `arguments`, without the name of the program, ask for.
  package static func parse(_ arguments: [String]) throws(Failure) -> Request {
    var parser = ArgumentParser(rest: arguments[...])
    do {
      return try parser.request()
    } catch {
      throw error.inCommand(parser.command?.name)
    }
  }

  private var command: CommandConfiguration? { line.command?.configuration }

  private init(rest: ArraySlice<String>) { self.rest = rest }

  private mutating func request() throws(Failure) -> Request {
    while let word = rest.popFirst() {
      if word == "--", !areOptionsOver {
        areOptionsOver = true
      } else if word.hasPrefix("-"), word != "-", !areOptionsOver {
        if let request = try option(word) { return request }
      } else if word == "help", command == nil {
        return .help(try rest.first.map(known)?.configuration.name)
      } else {
        try argument(word)
      }
    }
    return .perform(try invocation())
  }

  private mutating func argument(_ word: String) throws(Failure) {
    guard let command else {
      line.command = try known(word).init()
      return
    }
    guard line.options.arguments.count < command.arguments?.count.upperBound ?? 0 else {
      throw .unexpectedArgument(word)
    }
    line.options.arguments.append(word)
  }

  /// Takes one option; help and version are requests of their own.
  private mutating func option(_ word: String) throws(Failure) -> Request? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let declaration = try declaration(of: String(parts[0]))
    let value = parts.count == 2 ? String(parts[1]) : nil
    guard declaration.valueName != nil || value == nil else {
      throw .usage("\(declaration.name) takes no value")
    }
    switch declaration.name {
    case OptionDeclaration.helpName: return .help(helped)
    case OptionDeclaration.versionName: return .version
    default: try take(declaration, value)
    }
    return nil
  }

  private mutating func take(_ declaration: OptionDeclaration, _ written: String?)
    throws(Failure)
  {
    guard seen.insert(declaration.name).inserted || declaration.isRepeatable else {
      throw .usage("\(declaration.name) is given more than once")
    }
    let value = if let written { written } else { try value(of: declaration) }
    guard declaration.take(&line, value) else {
      if declaration.kind == .day, isNoDay(value) {
        throw .usage("\(declaration.name) cannot be \(value): there is no such day")
      }
      throw .usage("\(declaration.name) cannot be \"\(value)\": expected \(declaration.expected)")
    }
  }

  /// The next word; empty for a switch.
  private mutating func value(of declaration: OptionDeclaration) throws(Failure) -> String {
    guard let valueName = declaration.valueName else { return "" }
    guard let word = rest.first, !looksLikeOption(word) else {
      throw .usage("\(declaration.name) needs a value: \(declaration.name) \(valueName)")
    }
    rest.removeFirst()
    return word
  }

  /// `-` and `-1` can be values, `--quiet` and `-q` cannot.
  private func looksLikeOption(_ word: String) -> Bool {
    word.hasPrefix("--") || OptionDeclaration.common.contains { $0.short == word }
  }

  /// Written as a day is, though the calendar does not have it.
  private func isNoDay(_ word: String) -> Bool {
    Day(word) == nil && word.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
  }

  private func declaration(of name: String) throws(Failure) -> OptionDeclaration {
    let known = command?.allOptions ?? OptionDeclaration.common
    if let found = known.first(where: { $0.name == name || $0.short == name }) { return found }
    let others = CommandList.configurations.filter { $0.has(name) }.map(\.name)
    throw .usage(
      "there is no option \(name) here",
      hint: suggestion(for: name, among: known.map(\.name))
        ?? (others.isEmpty
          ? nil
          : "\(name) belongs to \(others.joined(separator: ", ")), and stands after it"))
  }

  private func suggestion(for word: String, among names: [String]) -> String? {
    nearestName(to: word, among: names).map { "did you mean \($0)?" }
  }

  /// The command that help is asked for: the one before `--help`, else the one after it.
  private var helped: String? {
    command?.name ?? rest.first.flatMap(CommandList.named)?.configuration.name
  }

  private func known(_ word: String) throws(Failure) -> any ParsableCommand.Type {
    if let command = CommandList.named(word) { return command }
    let names = CommandList.configurations.map(\.name)
    throw .usage("there is no command \"\(word)\"", hint: suggestion(for: word, among: names))
  }

  private func invocation() throws(Failure) -> Invocation {
    guard let own = line.command else { throw .usage("no command given") }
    let options = line.options
    if let arguments = own.configuration.arguments,
      options.arguments.count < arguments.count.lowerBound
    {
      throw .missingArguments(arguments.usage)
    }
    if options.isQuiet, options.isVerbose { throw .conflict("--quiet", "--verbose") }
    return Invocation(command: own, options: options)
  }
}

extension CommandConfiguration {
  fileprivate func has(_ option: String) -> Bool { options.contains { $0.name == option } }
}

/// What can be wrong with a command line.
extension Failure {
  /// Thrown without its command, which ``inCommand(_:)`` adds.
  static func usage(_ message: String, hint: String? = nil) -> Failure {
    Failure(message, hint: hint, exit: .usage, kind: .usage(command: nil))
  }

  static func conflict(_ one: String, _ other: String) -> Failure {
    usage("\(one) and \(other) exclude each other")
  }

  /// One of these options is missing; and what for, where that is not plain.
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
