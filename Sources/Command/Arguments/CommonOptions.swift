import Reports
import Values

/// The options of every command.
extension OptionDeclaration {
  package static let common: [OptionDeclaration] = [
    path(
      "--config", "PATH", default: "runrate.json5, if there is one", help: "The configuration",
      into: \Options.config),
    path(
      "--database", "PATH", default: "runrate.db", help: "The database, created if missing",
      into: \Options.database),
    path(
      "--reports", "DIR", default: "reports, or shared with --share",
      help: "The folder of all reports; of a database NAME.db reports-NAME", into: \Options.reports),
    asOf, format,
    number(
      "--threads", "N", in: 1...256, default: "one for each processor",
      help: "How many threads work at once", into: \Options.threads),
    number(
      "--memory", "MB", in: 64...1_048_576,
      default: "a quarter of the machine's, 256 to 2048", help: "About how much memory to use",
      into: \Options.memory),
    number(
      "--wait", "SECONDS", in: 0...86_400, default: "600",
      help:
        "How long to wait for other programs that use the database, or write to a pipe; a second run "
        + "never waits",
      into: \Options.wait),
    OptionDeclaration(
      "--quiet", short: "-q", help: "Say nothing but errors and what is missing",
      into: \Options.isQuiet),
    OptionDeclaration(
      "--verbose", short: "-v", help: "Say what is done, step by step",
      into: \Options.isVerbose),
    OptionDeclaration(
      "--json", help: "Print the result, or the error, as JSON", into: \Options.writesJSON),
    OptionDeclaration(
      "--no-color", help: "Print without colors; NO_COLOR does the same", value: false,
      into: \Options.hasColor),
    OptionDeclaration(helpName, short: "-h", help: "Show help and stop"),
    OptionDeclaration(versionName, help: "Show version, commit and its date, and stop"),
  ]

  static let helpName = "--help"
  static let versionName = "--version"

  private static let asOf = OptionDeclaration(
    "--as-of", "DAY", default: "yesterday",
    help: "The last day to include: YYYY-MM-DD, yesterday (in the reporting zone) or newest",
    expected: "YYYY-MM-DD, yesterday or newest", kind: .day, choices: ["yesterday", "newest"]
  ) { (options: inout Options, text: String) in
    guard let asOf = AsOf(text) else { return false }
    options.asOf = asOf
    options.isAsOfGiven = true
    return true
  }

  private static let format = OptionDeclaration(
    "--format", "LIST", default: "all of them",
    help: "Which formats to write, comma-separated: \(formats)",
    expected: "some of \(formats)", choices: ReportForm.allCases.map(\.rawValue)
  ) { (options: inout Options, text: String) in
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let known = names.compactMap { ReportForm(rawValue: String($0)) }
    options.formats = Set(known)
    return known.count == names.count && options.formats.count == names.count
  }

  private static let formats = ReportForm.allCases.map(\.rawValue).joined(separator: ",")
}

extension AsOf {
  /// Nil for what is neither a day that exists nor one of the words.
  init?(_ text: String) {
    switch text {
    case "yesterday": self = .yesterday
    case "newest": self = .newest
    default:
      guard let day = Day(text) else { return nil }
      self = .day(day)
    }
  }
}
