package import Values

/// What a simulated log should look like. The same options give the same bytes on every machine.
///
/// Each kind of disorder has its own share and its own coins: switching one off leaves all other
/// lines as they were.
package struct SimulationOptions: Sendable, Equatable {
  /// Another seed, another log.
  package var seed: UInt64
  /// The day (UTC) on which the apps come out.
  package var firstDay: Day
  package var days: Int
  /// How many people install an app; nil: as many as ``events`` needs.
  package var customers: Int?
  /// About how many lines are wanted; not looked at where ``customers`` is given.
  package var events: Int
  /// What goes wrong; nil: nothing but the usual.
  package var incident: Incident?
  /// The incident's first day; nil: ``Incident/daysBeforeEnd`` before the last day.
  package var incidentDay: Day?
  /// Whether a price goes up, the mix of plans changes, and a few customers take advantage.
  package var hasStory = false
  package var disorder: Disorder

  /// Options with eight million events, the usual disorder and no incident, unless said otherwise.
  package init(
    seed: UInt64 = 1, firstDay: Day, days: Int, customers: Int? = nil, events: Int = 8_000_000,
    incident: Incident? = nil, incidentDay: Day? = nil, disorder: Disorder = Disorder()
  ) {
    self.seed = seed
    self.firstDay = firstDay
    self.days = max(1, days)
    self.customers = customers
    self.events = events
    self.incident = incident
    self.incidentDay = incidentDay
    self.disorder = disorder
  }

  /// The last day of the log.
  package var lastDay: Day { firstDay.advanced(by: days - 1) }
}

/// The shares (0…1) of lines that an imperfect delivery touches.
package struct Disorder: Sendable, Equatable {
  /// Lines delivered a second time, hours or up to two days later.
  package var duplicates: Double
  /// Lines delivered an hour to three days after their event.
  package var late: Double
  /// Lines that no reader can trust: torn, without a name, with an impossible time.
  package var broken: Double
  /// Lines in another spelling: camel case, epoch milliseconds, nested properties.
  package var spellings: Double
  /// Customers that are testers in the store's sandbox.
  package var sandbox: Double
  /// Sessions that also log an event that nobody knows.
  package var unknown: Double

  /// The disorder of a service that is looked after.
  package init(
    duplicates: Double = 0.01, late: Double = 0.015, broken: Double = 0.0003,
    spellings: Double = 0.01, sandbox: Double = 0.003, unknown: Double = 0.006
  ) {
    self.duplicates = duplicates
    self.late = late
    self.broken = broken
    self.spellings = spellings
    self.sandbox = sandbox
    self.unknown = unknown
  }

  /// Repeated and late lines, testers and unknown events, but every line whole and in its canonical
  /// spelling: what tools that know one schema can read.
  package static let plain = Disorder(broken: 0, spellings: 0)

  /// Canonical lines only, each once and on its day.
  package static let none = Disorder(
    duplicates: 0, late: 0, broken: 0, spellings: 0, sandbox: 0, unknown: 0)
}
