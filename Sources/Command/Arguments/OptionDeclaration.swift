import Values

/// An option as it is declared once: reading, help, manual and completions come from it.
package struct OptionDeclaration: Sendable {
  /// `--database`.
  package let name: String
  /// `-q`, where there is one.
  package var short: String?
  /// `PATH`; nil for a switch.
  package var valueName: String?
  /// As help shows it; nil where there is nothing to show.
  package var defaultText: String?
  /// One sentence without its full stop.
  package let help: String
  /// What a value has to be, in words that follow "expected".
  var expected = "no value"
  var kind = ValueKind.text
  /// The values that a shell can offer; empty where there are too many.
  package var choices: [String] = []
  /// Whether it can be given more than once.
  var isRepeatable = false
  /// Takes the value (empty for a switch); false when it cannot be used.
  let take: @Sendable (inout CommandLineValues, String) -> Bool

  /// What a value is, for shells that complete it and errors that explain it.
  enum ValueKind: Sendable {
    /// A day of the calendar, or a word in its place.
    case day
    case path
    /// Anything else.
    case text
  }
}

extension OptionDeclaration {
  /// An option whose value `take` puts where it belongs; false when it cannot be used.
  init<Values: ParsableArguments>(
    _ name: String, _ valueName: String, default defaultText: String? = nil, help: String,
    expected: String = "a value", kind: ValueKind = .text, choices: [String] = [],
    isRepeatable: Bool = false,
    take: @escaping @Sendable (inout Values, String) -> Bool
  ) {
    self.init(
      name: name, valueName: valueName, defaultText: defaultText, help: help, expected: expected,
      kind: kind, choices: choices, isRepeatable: isRepeatable
    ) { line, text in Values.update(&line) { take(&$0, text) } }
  }

  /// An option whose value is read as what stands at `place`.
  init<Values: ParsableArguments, Value: ExpressibleByArgument>(
    _ name: String, _ valueName: String, default defaultText: String? = nil, help: String,
    expected: String, kind: ValueKind = .text, choices: [String] = [],
    into place: Place<Values, Value>
  ) {
    self.init(
      name, valueName, default: defaultText, help: help, expected: expected, kind: kind,
      choices: choices
    ) { (values: inout Values, text: String) in
      guard let value = Value(argument: text) else { return false }
      values[keyPath: place] = value
      return true
    }
  }

  /// A switch, which sets what stands at `place`; nothing without one.
  init(
    _ name: String, short: String? = nil, help: String,
    set: @escaping @Sendable (inout CommandLineValues) -> Bool = { _ in true }
  ) {
    self.init(name: name, short: short, help: help) { line, _ in set(&line) }
  }

  /// A switch that gives `value` to what stands at `place`.
  init<Values: ParsableArguments>(
    _ name: String, short: String? = nil, help: String, value: Bool = true,
    into place: Place<Values, Bool>
  ) {
    self.init(name, short: short, help: help) { line in
      Values.update(&line) { values in
        values[keyPath: place] = value
        return true
      }
    }
  }

  static func number<Values: ParsableArguments, Value: ExpressibleByArgument>(
    _ name: String, _ valueName: String, in range: ClosedRange<Int>, default defaultText: String,
    help: String, into place: Place<Values, Value>
  ) -> OptionDeclaration {
    OptionDeclaration(
      name, valueName, default: defaultText, help: help,
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { (values: inout Values, text: String) in
      guard let number = Int(text), range.contains(number), let value = Value(argument: text)
      else { return false }
      values[keyPath: place] = value
      return true
    }
  }

  /// A path; `-` where that is expected, too.
  static func path<Values: ParsableArguments, Value: ExpressibleByArgument>(
    _ name: String, _ valueName: String, default defaultText: String? = nil, help: String,
    expected: String = "a path", into place: Place<Values, Value>
  ) -> OptionDeclaration {
    OptionDeclaration(
      name, valueName, default: defaultText, help: help, expected: expected, kind: .path,
      into: place)
  }

  static func day<Values: ParsableArguments>(
    _ name: String, default defaultText: String? = nil, help: String,
    into place: Place<Values, Day?>
  ) -> OptionDeclaration {
    OptionDeclaration(
      name, "DAY", default: defaultText, help: help, expected: "YYYY-MM-DD", kind: .day,
      into: place)
  }
}

/// Where the value of an option is kept.
typealias Place<Values, Value> = any WritableKeyPath<Values, Value> & Sendable

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
  /// Whether a shell should offer the names of files.
  package var takesPath = false
}
