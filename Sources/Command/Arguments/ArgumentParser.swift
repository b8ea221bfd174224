import Values

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
  package static func parse(_ arguments: [String]) throws(UsageFailure) -> Request {
    var parser = ArgumentParser(rest: arguments[...])
    do {
      return try parser.request()
    } catch {
      throw UsageFailure(error: error, command: parser.command?.name)
    }
  }

  private var command: CommandConfiguration? { line.command?.configuration }

  private init(rest: ArraySlice<String>) { self.rest = rest }

  private mutating func request() throws(UsageError) -> Request {
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

  private mutating func argument(_ word: String) throws(UsageError) {
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
  private mutating func option(_ word: String) throws(UsageError) -> Request? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let declaration = try declaration(of: String(parts[0]))
    let value = parts.count == 2 ? String(parts[1]) : nil
    guard declaration.valueName != nil || value == nil else {
      throw .unexpectedValue(option: declaration.name)
    }
    switch declaration.name {
    case OptionDeclaration.helpName: return .help(helped)
    case OptionDeclaration.versionName: return .version
    default: try take(declaration, value)
    }
    return nil
  }

  private mutating func take(_ declaration: OptionDeclaration, _ written: String?)
    throws(UsageError)
  {
    guard seen.insert(declaration.name).inserted || declaration.isRepeatable else {
      throw .repeatedOption(declaration.name)
    }
    let value = if let written { written } else { try value(of: declaration) }
    guard declaration.take(&line, value) else {
      if declaration.kind == .day, isNoDay(value) {
        throw .noSuchDay(option: declaration.name, value: value)
      }
      throw .badValue(option: declaration.name, value: value, expected: declaration.expected)
    }
  }

  /// The next word; empty for a switch.
  private mutating func value(of declaration: OptionDeclaration) throws(UsageError) -> String {
    guard let valueName = declaration.valueName else { return "" }
    guard let word = rest.first, !looksLikeOption(word) else {
      throw .missingValue(option: declaration.name, valueName: valueName)
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

  private func declaration(of name: String) throws(UsageError) -> OptionDeclaration {
    let known = command?.allOptions ?? OptionDeclaration.common
    if let found = known.first(where: { $0.name == name || $0.short == name }) { return found }
    throw .unknownOption(
      name, nearest: nearestName(to: name, among: known.map(\.name)),
      others: CommandList.configurations.filter { $0.has(name) }.map(\.name))
  }

  /// The command that help is asked for: the one before `--help`, else the one after it.
  private var helped: String? {
    command?.name ?? rest.first.flatMap(CommandList.named)?.configuration.name
  }

  private func known(_ word: String) throws(UsageError) -> any ParsableCommand.Type {
    if let command = CommandList.named(word) { return command }
    let names = CommandList.configurations.map(\.name)
    throw .unknownCommand(word, nearest: nearestName(to: word, among: names))
  }

  private func invocation() throws(UsageError) -> Invocation {
    guard let own = line.command else { throw .noCommand }
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
