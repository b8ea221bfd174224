package import Reports
package import Settings
package import Values

/// What the command line asks of every command and of the steps that several share, with every
/// default filled in. What one command alone takes stands in its own type.
package struct Options: Sendable, Equatable {
  /// Positional arguments: as many as the command declares.
  package var arguments: [String] = []
  /// The arguments of `run` and `ingest`: files, folders or `-`.
  package var logs: [String] {
    get { arguments }
    set { arguments = newValue }
  }

  // Every command.
  /// Nil: `runrate.json5` where it stands, and the defaults where it does not.
  package var config: String?
  package var database = "runrate.db" { didSet { isDatabaseGiven = true } }
  package var isDatabaseGiven = false
  package var isQuiet = false
  package var isVerbose = false
  package var writesJSON = false
  package var hasColor = true
  /// Nil: ``usualReports``.
  private var reportsFolder: String?
  package var reportMode = ReportMode.masked
  /// Hide what is about few people.
  package var isShared = false
  package var asOf = AsOf.yesterday
  package var isAsOfGiven = false
  /// Empty: every format.
  package var formats: Set<ReportForm> = []
  /// Nil: as many as there are processors.
  package var threads: Int?
  /// In megabytes; nil: a quarter of the machine's, within bounds.
  package var memory: Int?
  /// Seconds for which to wait for other users of the database.
  package var wait = 600

  // `run` and `report`.
  /// How the files of a report are written.
  package var report = ReportOptions()

  /// Nil: what the configuration says.
  package var exit: ExitPolicy?
  package var details: DetailsScope?

  /// The file for node_exporter that tells of the run; nil: none.
  package var metrics: String?

  /// The day's digest is written and posted, too.
  package var writesDigest = false

  /// `latest` may go back to an earlier day.
  package var movesLatestBack = false
  /// The clock is right, although an earlier run had a later one.
  package var trustsClock = false
  /// Nil: what the machine's clock says.
  package var now: Instant?

  /// How long the stages took is printed at the end.
  package var printsTimings = false

  // `run` and `ingest`.
  /// Nil: what the configuration says.
  package var dialect: Dialect?
  package var readsAgain = false

  package init() {}

  package var reports: String {
    get { reportsFolder ?? usualReports }
    set { reportsFolder = newValue }
  }

  /// Named after the database: two of them must not write into one folder.
  private var usualReports: String {
    let folder = isShared ? "shared" : "reports"
    let file = database.split(separator: "/").last ?? ""
    let name = file.hasSuffix(".db") ? file.dropLast(3) : file
    return name.isEmpty || name == "runrate" ? folder : "\(folder)-\(name)"
  }
}

/// The last day that a report knows about.
package enum AsOf: Sendable, Hashable {
  /// The day before today in the reporting zone.
  case yesterday
  /// The day of the newest event.
  case newest
  case day(Day)
}

/// How an answer is printed.
enum AnswerForm {
  case text, json, csv
}

extension Options {
  /// An answer that can also be a table, in the form that is asked for.
  func printed(
    text: @autoclosure () -> String, json: @autoclosure () -> JSONValue,
    csv: @autoclosure () -> String
  ) throws(Failure) -> String {
    switch try answerForm() {
    case .text: text()
    case .json: json().page
    case .csv: csv()
    }
  }

  /// The form of an answer that can also be a table: `--format` may say CSV and nothing else.
  func answerForm() throws(Failure) -> AnswerForm {
    switch formats {
    case []: return writesJSON ? .json : .text
    case [.csv] where !writesJSON: return .csv
    default: throw .usage("--format can only be csv, without --json here")
    }
  }
}
