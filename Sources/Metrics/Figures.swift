package import Settings
package import Values

/// Everything that a report is made of, for one as-of day: the only input of every writer.
package struct Figures: Sendable {
  /// The last day that the report knows about.
  package var asOf: Day
  /// The IANA name of the reporting time zone.
  package var zone: String
  /// The reporting currency, ISO 4217.
  package var currency: String
  /// The program that made the figures.
  package var version: String
  package var configurationHash: String
  /// The day of the first accepted event; nil when there is none.
  package var firstDay: Day?
  package var newestEvent: Instant?
  /// Of the eight weeks before the newest event; nil where no two days have events.
  package var longestGap: TimeSpan?
  /// Days from the first event to the as-of day without any.
  package var silentDays: [Day] = []
  /// What is missing of the as-of day's log; nil where nothing is.
  package var missingEvents: MissingEvents?
  /// How many days trials last, by the configuration: each length once, the shortest first.
  package var trialLengths: [Int] = []
  /// The segment that the report is of by itself, as `dimension=value`; nil: everything.
  package var segment: String?
  /// Customers with a subscription from before the log, who are in no cohort.
  package var openingCustomers: Int64 = 0
  /// A rate of fewer people than that says nothing (`privacy.smallestCell`).
  package var smallestCell: Int64 = 5
  /// Numbers about fewer people than that are hidden; nil where nothing is (``SmallCells``).
  package var hiddenBelow: Int64?
  package var inputs: [InputSummary] = []
  /// By CSV name, in the order of ``ReportSchema/all``; a table without rows may be left out.
  package var tables: [Table] = []
  package var checks: [Check] = []
  /// The columns that are empty because a check of them failed, as `daily.mrr`.
  package var unproven: Set<String> = []
  package var alerts: [AlertLine] = []
  package var targets: [Target] = []
  /// What happened up to the as-of day, in the order of its days.
  package var annotations: [Annotation] = []

  package func annotations(of kinds: Set<Annotation.Kind>) -> [Annotation] {
    annotations.filter { kinds.contains($0.kind) }
  }

  /// What the freshness rules found wrong with the data; nil where it is fresh, or nobody judged.
  package var staleness: Staleness?
  /// Days after its scheduled end in which a trial may still convert (`trialGraceDays`).
  package var trialGraceDays = 7
  /// Days after which the slowest cohorts have matured.
  package var maturingDays = 0
  /// Days after the end of a coverage in which its renewal is in time.
  package var renewalToleranceDays = 1
  /// The run that made the report; nil where it must not depend on the clock.
  package var run: RunFacts?

  package init(
    asOf: Day, zone: String, currency: String, version: String, configurationHash: String
  ) {
    self.asOf = asOf
    self.zone = zone
    self.currency = currency
    self.version = version
    self.configurationHash = configurationHash
  }

  /// Whether figures are known to be too old, or of a part of the day.
  package var isStale: Bool { staleness != nil }

  /// The table of that name; a declared one without rows where nobody has filled it.
  package func table(_ name: String) -> Table {
    tables.first { $0.name == name } ?? ReportSchema.table(name)?.table()
      ?? Table(name: name, columns: [])
  }
}

/// What became of the lines of one input; read = accepted + duplicate + ignored + rejected.
package struct InputSummary: Sendable, Hashable {
  package enum Status: String, Sendable, CaseIterable {
    /// Read whole in this run, for the first time.
    case read
    /// Known; only what had been appended was read.
    case grown
    /// Known and unchanged: nothing was read.
    case unchanged
    /// Could not be read to its end, and was left out whole.
    case refused
  }

  package var path: String
  package var read: Int
  package var accepted: Int
  package var duplicate: Int
  package var ignored: Int
  package var rejected: Int
  package var status: Status
  /// On disk; nil for standard input and refused files.
  package var bytes: Int64?
  /// Made from the first and last 64 KiB on disk; nil like `bytes`.
  package var hash: String?

  package init(
    path: String, read: Int = 0, accepted: Int = 0, duplicate: Int = 0, ignored: Int = 0,
    rejected: Int = 0, status: Status = .read, bytes: Int64? = nil, hash: String? = nil
  ) {
    self.path = path
    self.read = read
    self.accepted = accepted
    self.duplicate = duplicate
    self.ignored = ignored
    self.rejected = rejected
    self.status = status
    self.bytes = bytes
    self.hash = hash
  }
}

/// What one alert rule says today.
package struct AlertLine: Sendable, Hashable {
  package enum Severity: String, Sendable, CaseIterable { case critical, warning }

  package var name: String
  package var severity: Severity
  package var state: AlertState
  /// One sentence with the figure, its bound and its sample.
  package var message: String
  /// The first day of an uninterrupted firing; the as-of day itself means *new*.
  package var since: Day?
  package var runbook: String?
  /// What the rule watches, as the configuration calls it.
  package var metric = ""
  /// The days of the trouble, where the rule's own series tells them.
  package var incident: ClosedRange<Day>?
  /// The message for one line; empty where that may not be shown, or is the message itself.
  package var brief = ""
  /// What is said in one line.
  package var short: String { brief.isEmpty ? message : brief }
  /// Which segment stands out, in words; nil where nothing fires or none does.
  package var moved: String?
  /// What was released or changed at that time, as the annotations say.
  package var noted: String?
  /// The command that shows the rows behind the figure.
  package var command: String?
  /// Whether the rule only waits for newer data: the freshness rule tells of that.
  package var isStale = false
  /// Whether it was in trouble until the day before.
  package var isResolved = false
  /// Until when and why somebody knows of it; such a trouble needs no attention.
  package var acknowledged: String?

  package init(
    name: String, severity: Severity, state: AlertState, message: String, since: Day? = nil,
    runbook: String? = nil
  ) {
    self.name = name
    self.severity = severity
    self.state = state
    self.message = message
    self.since = since
    self.runbook = runbook
  }

  /// Firing or stale, and not acknowledged; stale data has a rule of its own.
  package var needsAttention: Bool { state.isTrouble && acknowledged == nil && !isStale }
}

extension [AlertLine] {
  /// Neighbours that say the same thing as one: a log that stops makes every rule stale, and
  /// nobody reads fourteen equal lines. The names stand in the order of the lines.
  package var joined: [(names: [String], line: AlertLine)] {
    var groups: [(names: [String], line: AlertLine)] = []
    for line in self {
      let at = groups.lastIndex { known in
        known.line.message == line.message && known.line.state == line.state
          && known.line.since == line.since && known.line.severity == line.severity
      }
      if let at, line.state == .stale {
        groups[at].names.append(line.name)
      } else {
        groups.append(([line.name], line))
      }
    }
    return groups
  }
}

/// What a report tells of the run that made it, for monitoring. The only part of the figures that
/// knows the clock: a report of a day that was asked for by its date has none, and is the same for
/// ever.
package struct RunFacts: Sendable, Hashable {
  package var started: Instant
  /// When all but the writing was done.
  package var ended: Instant
  /// Messages of earlier runs that could not be delivered yet.
  package var undelivered: Int

  package init(started: Instant, ended: Instant, undelivered: Int) {
    self.started = started
    self.ended = ended
    self.undelivered = undelivered
  }
}

/// What stands in front of an amount of that currency: its sign, else its code and a space.
package func currencySign(_ code: String) -> String {
  switch code {
  case "USD": "$"
  case "EUR": "€"
  case "GBP": "£"
  case "JPY": "¥"
  default: code + " "
  }
}
