extension OptionDeclaration {
  /// The options of every command.
  package static let common: [OptionDeclaration] = [
    OptionDeclaration(
      "--config", "PATH", default: "runrate.json5 where it stands",
      help: "The configuration", expected: "a path", take: path { $0.config = $1 }),
    OptionDeclaration(
      "--database", "PATH", default: "runrate.db",
      help: "The database, made when it is missing", expected: "a path",
      take: path { $0.database = $1 }),
    reports, asOf, format, threads, memory,
    OptionDeclaration("--quiet", short: "-q", help: "Say nothing but errors") {
      $0.isQuiet = true
    },
    OptionDeclaration("--verbose", short: "-v", help: "Say what is done, step by step") {
      $0.isVerbose = true
    },
    OptionDeclaration("--json", help: "Print the result as JSON") { $0.writesJSON = true },
    OptionDeclaration("--no-color", help: "Print without colors; NO_COLOR does the same") {
      $0.hasColor = false
    },
    OptionDeclaration(helpName, short: "-h", help: "Show help and stop") { _ in },
    OptionDeclaration(versionName, help: "Show the version and stop") { _ in },
  ]

  static let helpName = "--help"
  static let versionName = "--version"

  /// Takes a path, which is anything but nothing.
  static func path(_ set: @escaping @Sendable (inout Options, String) -> Void)
    -> @Sendable (inout Options, String) -> Bool
  {
    { options, text in
      set(&options, text)
      return !text.isEmpty
    }
  }

  /// A whole number of a range.
  static func number(
    _ name: String, _ valueName: String, in range: ClosedRange<Int>, default defaultText: String?,
    help: String, set: @escaping @Sendable (inout Options, Int) -> Void
  ) -> OptionDeclaration {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return OptionDeclaration(
      name, valueName, default: defaultText, help: help, expected: expected
    ) { options, text in
      guard let number = Int(text), range.contains(number) else { return false }
      set(&options, number)
      return true
    }
  }
}
