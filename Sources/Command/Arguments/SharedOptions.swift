import Reports
import Settings
import Values

/// The options and arguments that several commands take.
extension OptionDeclaration {
  /// How a report is written: of `run` and `report`.
  static let reporting =
    [
      named(
        "--csv-dialect", "NAME", default: "plain",
        of: CSVWriter.Dialect.allCases.map(\.rawValue), into: \Options.report.csvDialect
      ) { "How CSV files are written: \($0) (a byte-order mark and CRLF)" },
      named(
        "--charts", "NAME", default: "files",
        of: ReportOptions.MarkdownCharts.allCases.map(\.rawValue),
        into: \Options.report.markdownCharts
      ) { "How details.md shows pictures: \($0)" },
      named(
        "--details", "WHICH", default: "what the configuration says",
        of: DetailsScope.allCases.map(\.rawValue), into: \Options.details
      ) { "Sections of details.md: \($0). moved: only what moved, fires or is asked for" },
      OptionDeclaration(
        "--digest",
        help: "Write the day's digest for mail, too, and post it where digest.post says so",
        into: \Options.writesDigest),
      exit, metrics, timings,
    ] + publishing

  /// What `run` and `report` exit with.
  private static let exit = named(
    "--exit", "WHEN", default: "what the configuration says",
    of: ExitPolicy.allCases.map(\.rawValue), into: \Options.exit
  ) { "What fails the job: \($0). With errors, alerts that fire exit with 0" }

  /// What monitoring learns of the run.
  private static let metrics = path(
    "--metrics", "FILE",
    help: "Write alerts.prom, headline figures, lines and seconds of the run for node_exporter",
    expected: "a path that ends with .prom", into: \Options.metrics)

  /// Who may see what is written, and when: also of `digest`.
  static let publishing = [
    OptionDeclaration(
      "--report-mode", "MODE", default: "umask",
      help: "Who may read the reports: \(modes) (0640 less the umask, or exactly that)",
      expected: "one of \(modes)", into: \Options.reportMode),
    OptionDeclaration(
      "--share",
      help: "Hide numbers about few people (privacy.smallestCell), to show the rest to others",
      into: \Options.isShared),
    OptionDeclaration(
      "--latest", help: "Point latest to this report, even if there is one for a later day",
      into: \Options.movesLatestBack),
    clock, now,
  ]

  /// Of commands that only read a report.
  static let shared = OptionDeclaration(
    "--share", help: "Only from a report that hides numbers about few people",
    into: \Options.isShared)

  /// Of a figure: which segment or row.
  static func conditions<Values: ParsableArguments>(into place: Place<Values, [String: String]>)
    -> OptionDeclaration
  {
    OptionDeclaration(
      "--where", "NAME=VALUE", default: "the total",
      help: "A segment or row, such as country=DE or step=2; can be given more than once",
      expected: "NAME=VALUE, each name once", isRepeatable: true
    ) { (values: inout Values, text: String) in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else { return false }
      let value = String(parts[1])
      return values[keyPath: place].updateValue(value, forKey: String(parts[0])) == nil
    }
  }

  /// What counts as now: of every command that reads logs or makes a report.
  static let now = OptionDeclaration(
    "--now", "TIME", default: "the machine's clock",
    help: "The time to use as now, for future lines and for yesterday",
    expected: "a time such as 2026-07-01T02:00:00Z", into: \Options.now)

  /// A clock that was ahead once: of `run`, `ingest` and `report`.
  static let clock = OptionDeclaration(
    "--trust-clock",
    help: "Go on although the last run's clock was later, and wrong; what was reported for days "
      + "after today is discarded",
    into: \Options.trustsClock)

  /// Of `run`, `ingest` and `report`.
  static let timings = OptionDeclaration(
    "--timings", help: "Print at the end how long each stage took, and what it read and wrote",
    into: \Options.printsTimings)

  /// How logs are read: of `run` and `ingest`.
  static let dialect = named(
    "--dialect", "NAME", default: "what the configuration says",
    of: Dialect.allCases.map(\.rawValue), into: \Options.dialect
  ) { "How the logs are written: \($0)" }

  /// One of a few words, which `help` lists.
  static func named<Values: ParsableArguments, Value: ExpressibleByArgument>(
    _ name: String, _ valueName: String, default defaultText: String, of choices: [String],
    into place: Place<Values, Value>, help: (String) -> String
  ) -> OptionDeclaration {
    OptionDeclaration(
      name, valueName, default: defaultText, help: help(choices.listed),
      expected: "one of \(choices.listed)", choices: choices, into: place)
  }

  private static let modes = ReportMode.allCases.map(\.rawValue).listed
}

extension ArgumentsDeclaration {
  /// The logs of `run` and `ingest`.
  static func logs(isRequired: Bool) -> ArgumentsDeclaration {
    ArgumentsDeclaration(
      name: "LOGS", usage: isRequired ? "LOGS…" : "[LOGS…]", count: (isRequired ? 1 : 0)...Int.max,
      help: "Files or folders (.ndjson .jsonl .json, also .gz or .zst), or - for standard input",
      takesPath: true)
  }
}

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
