import Settings
import Values

/// `runrate digest`: what happened in a day, a week or a month, for mail and chat.
struct DigestCommand: ParsableCommand {
  /// Those that the command line names.
  private var periods: [DigestPeriod] = []

  init() {}

  static let configuration = CommandConfiguration(
    name: "digest", abstract: "Write what happened in a day, week or month, for mail and chat",
    options: [
      choice(.daily, "The as-of day, against the same weekday a week before (the default)"),
      choice(.weekly, "The newest week, Monday to Sunday, that is over, against the one before"),
      choice(.monthly, "The newest month that is over, against the one before"),
    ] + OptionDeclaration.publishing,
    examples: [
      Example(
        line: "runrate digest --weekly",
        purpose: "reports/digest-weekly/2026-06-28/digest.md, .txt and .html"),
      Example(
        line: "runrate digest --monthly --as-of 2026-07-01",
        purpose: "June, once it is over; for mail and chat see the guide Alerts"),
    ])

  private static func choice(_ period: DigestPeriod, _ help: String) -> OptionDeclaration {
    OptionDeclaration("--\(period.rawValue)", help: help) { line in
      Self.update(&line) { command in
        command.periods.append(period)
        return true
      }
    }
  }

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    if periods.count > 1 {
      throw Failure.conflict("--\(periods[0].rawValue)", "--\(periods[1].rawValue)")
    }
    try requireDatabase(options)
    return try Session(options, console).digest(periods.first ?? .daily)
  }
}
