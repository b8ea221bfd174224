/// An option as it is declared once: reading, help, manual and completions come from it.
package struct OptionDeclaration: Sendable {
  /// `--database`.
  package let name: String
  /// `-q`, where there is one.
  package let short: String?
  /// `PATH`; nil for a switch.
  package let valueName: String?
  /// As help shows it; nil where there is nothing to show.
  package let defaultText: String?
  /// One sentence without its full stop.
  package let help: String
  /// What a value has to be, in words that follow "expected".
  let expected: String
  /// The values that a shell can offer; empty where there are too many.
  package let choices: [String]
  /// Whether it can be given more than once.
  let isRepeatable: Bool
  /// Takes the value (empty for a switch); false when it cannot be used.
  let take: @Sendable (inout Options, String) -> Bool

  /// Whether a day of the calendar can be its value.
  var takesDay: Bool { expected.contains("YYYY-MM-DD") }

  /// An option with a value.
  init(
    _ name: String, _ valueName: String, default defaultText: String? = nil, help: String,
    expected: String = "a value", choices: [String] = [], isRepeatable: Bool = false,
    take: @escaping @Sendable (inout Options, String) -> Bool
  ) {
    self.name = name
    self.short = nil
    self.valueName = valueName
    self.defaultText = defaultText
    self.help = help
    self.expected = expected
    self.choices = choices
    self.isRepeatable = isRepeatable
    self.take = take
  }

  /// A switch.
  init(
    _ name: String, short: String? = nil, help: String,
    set: @escaping @Sendable (inout Options) -> Void
  ) {
    self.name = name
    self.short = short
    self.help = help
    valueName = nil
    defaultText = nil
    expected = "no value"
    choices = []
    isRepeatable = false
    take = { options, _ in
      set(&options)
      return true
    }
  }
}

/// The positional arguments of a command.
package struct ArgumentsDeclaration: Sendable {
  /// `LOGS`: what one of them is called.
  package let name: String
  /// `[LOGS…]`, `WHAT [SHELL]`: how they stand in a command line.
  package let usage: String
  /// How many there may be.
  package let count: ClosedRange<Int>
  package let help: String
  /// The words to choose from at each position; none where anything can stand there.
  package var choices: [[String]] = []
}

/// A command as it is declared once.
package struct CommandDeclaration: Sendable {
  package let name: CommandName
  /// One sentence without its full stop: what it is for.
  package let summary: String
  /// Nil: it takes none.
  package let arguments: ArgumentsDeclaration?
  /// Its own options; the common ones come on top.
  package let options: [OptionDeclaration]
  package let examples: [Example]

  /// A command line that works, and what it is good for.
  package struct Example: Sendable {
    package let line: String
    package let purpose: String
  }

  /// Its own options, then the common ones.
  package var allOptions: [OptionDeclaration] { options + OptionDeclaration.common }

  /// `run [LOGS…]`.
  package var usage: String {
    arguments.map { "\(name.rawValue) \($0.usage)" } ?? name.rawValue
  }
}
