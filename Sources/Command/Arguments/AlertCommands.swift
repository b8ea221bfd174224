import Values

/// The commands about alerts, and their options.
extension CommandDeclaration {
  static let ack = CommandDeclaration(
    name: .ack, summary: "Say that somebody knows of an alert, so that it does not page",
    arguments: ArgumentsDeclaration(
      name: "RULE", usage: "RULE…", count: 1...Int.max,
      help: "The names of the rules, as alerts.md shows them"),
    options: [.until, .why],
    examples: [
      Example(
        line:
          "runrate ack renewal-rate --until 2026-07-10 --why \"bank outage\"",
        purpose: "no page and no exit code for this trouble until then")
    ])

  static let backtest = CommandDeclaration(
    name: .backtest, summary: "Show what alert rules would have done on past days",
    arguments: ArgumentsDeclaration(
      name: "RULE", usage: "[RULE…]", count: 0...Int.max,
      help: "The names of the rules; all of them by default"),
    options: [.from, .to, .threshold],
    examples: [
      Example(
        line: "runrate backtest paywall-start --from 2026-01-01 --to 2026-06-30",
        purpose: "when it would have fired, for how long, and how often for nothing"),
      Example(
        line: "runrate backtest refund-rate --threshold 0.04",
        purpose: "the same with another threshold"),
    ])
}

extension OptionDeclaration {
  static let dryRun = OptionDeclaration(
    "--dry-run", help: "Show what every rule says, not only those in trouble"
  ) { $0.alerts.isDryRun = true }

  static let until = day("--until", help: "The last day for which it holds") {
    $0.alerts.until = $1
  }

  static let why = OptionDeclaration(
    "--why", "TEXT", help: "What is known, for the next one who looks", expected: "a text",
    take: path { $0.alerts.why = $1 })

  static let from = day(
    "--from", default: "90 days before the last one", help: "The first day to go back to"
  ) { $0.alerts.from = $1 }

  static let to = day(
    "--to", default: "the day of the newest event", help: "The last day"
  ) { $0.alerts.to = $1 }

  static let threshold = OptionDeclaration(
    "--threshold", "NUMBER", default: "the rule's own", help: "Another threshold, to try it",
    expected: "a number, at least 0"
  ) { options, text in
    options.alerts.threshold = ExactDecimal(text).flatMap(Fraction.init(decimal:))
    return options.alerts.threshold.map { $0.numerator >= 0 } ?? false
  }

  private static func day(
    _ name: String, default defaultText: String? = nil, help: String,
    set: @escaping @Sendable (inout Options, Day) -> Void
  ) -> OptionDeclaration {
    OptionDeclaration(name, "DAY", default: defaultText, help: help, expected: "YYYY-MM-DD") {
      options, text in
      guard let day = Day(text) else { return false }
      set(&options, day)
      return true
    }
  }
}
