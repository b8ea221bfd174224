package import Reports
package import Metrics
package import Settings
package import Values

/// What the command line asks for, with every default filled in. A command looks only at the
/// options that it declares.
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
  package var database = "runrate.db"
  package var isQuiet = false
  package var isVerbose = false
  package var writesJSON = false
  package var hasColor = true
  /// Nil: `reports`, or `shared` for what is to be shown to others.
  private var reportsFolder: String?
  package var reportMode = ReportMode.everybody
  /// Hide what is about few people.
  package var isShared = false
  package var asOf = AsOf.yesterday
  package var isAsOfGiven = false
  /// Empty: every format.
  package var formats: Set<ReportForm> = []
  /// Nil: as many as there are processors.
  package var threads: Int?
  /// In megabytes.
  package var memory = 512

  // `run` and `report`.
  /// How the files of a report are written.
  package var report = ReportOptions()

  // `run` and `ingest`.
  /// Nil: what the configuration says.
  package var dialect: IngestSettings.Dialect?
  package var readsAgain = false

  // `check`, `ack` and `backtest`.
  package var alerts = Alerts()

  // `events`.
  /// An id of the customer; nil: everybody.
  package var customer: String?

  // `purge`, beside the customer.
  package var before: Day?
  // `explain`.
  /// Nil: the as-of day.
  package var on: RowQuestion.Moment?
  /// By the name of a dimension or a column.
  package var conditions: [String: String] = [:]

  // `simulate`.
  package var simulation = Simulation()

  package init() {}

  package var reports: String {
    get { reportsFolder ?? (isShared ? "shared" : "reports") }
    set { reportsFolder = newValue }
  }

  /// What is asked of the alert rules.
  package struct Alerts: Sendable, Equatable {
    package var isDryRun = false
    /// The last day of an acknowledgement.
    package var until: Day?
    package var why: String?
    /// The days to go back to; nil: the last 90, up to the newest event's.
    package var from: Day?
    package var to: Day?
    /// Instead of the rule's own.
    package var threshold: Fraction?

    package init() {}
  }

  /// What `simulate` writes.
  package struct Simulation: Sendable, Equatable {
    package var seed: UInt64 = 1
    package var firstDay = Day(Day.number(year: 2025, month: 1, day: 1))
    package var days = 400
    /// Nil: as many as `events` needs.
    package var customers: Int?
    package var events = 100_000
    package var incident: String?
    package var incidentDay: Day?
    /// Who tells of the subscriptions.
    package var dialect = "native"
    /// Signs the App Store's notifications.
    package var isSigned = false
    /// A folder, or `-` for standard output.
    package var output = "-"

    package init() {}
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
