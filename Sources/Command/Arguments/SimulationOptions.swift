import Simulator
import Values

/// The options of `simulate`.
extension OptionDeclaration {
  static let simulation: [OptionDeclaration] = [
    OptionDeclaration(
      "--seed", "N", default: "1", help: "The same seed gives the same log",
      expected: "a whole number of at least 0"
    ) { options, text in
      guard let seed = UInt64(text) else { return false }
      options.simulation.seed = seed
      return true
    },
    OptionDeclaration(
      "--first-day", "DAY", default: "2025-01-01", help: "The first day of the log",
      expected: "YYYY-MM-DD, not before 2008-07-10"
    ) { options, text in
      guard let day = Day(text), day >= Instant.appStoreOpening.utcDay else { return false }
      options.simulation.firstDay = day
      return true
    },
    number("--days", "N", in: 1...7300, default: "400", help: "How many days it covers") {
      $0.simulation.days = $1
    },
    number("--events", "N", in: 1...2_000_000_000, default: "100000", help: "About how many lines")
    {
      $0.simulation.events = $1
    },
    number(
      "--customers", "N", in: 1...200_000_000, default: "as many as the events need",
      help: "How many people install an app, however many events that makes"
    ) { $0.simulation.customers = $1 },
    OptionDeclaration(
      "--incident", "NAME", default: "none",
      help: "What goes wrong near the end: \(incidents.joined(separator: ", "))",
      expected: "one of \(incidents.joined(separator: ", "))", choices: incidents
    ) { options, text in
      options.simulation.incident = text
      return incidents.contains(text)
    },
    OptionDeclaration(
      "--incident-day", "DAY", default: "so near the end that it is still there, or just over",
      help: "The day on which it begins", expected: "YYYY-MM-DD"
    ) { options, text in
      options.simulation.incidentDay = Day(text)
      return options.simulation.incidentDay != nil
    },
    OptionDeclaration(
      "--dialect", "NAME", default: "native",
      help: "Who tells of the subscriptions, beside the app's own log: "
        + dialects.joined(separator: ", "),
      expected: "one of \(dialects.joined(separator: ", "))", choices: dialects
    ) { options, text in
      options.simulation.dialect = text
      return dialects.contains(text)
    },
    OptionDeclaration(
      "--signed",
      help: "Signs what the App Store tells, with a throw-away key whose root certificate stands "
        + "beside the log"
    ) { $0.simulation.isSigned = true },
    OptionDeclaration(
      "--output", "DIR", default: "-",
      help: "A folder for the log, its configuration and its tables; - prints the log alone",
      expected: "a path, or -", take: path { $0.simulation.output = $1 }),
  ]

  private static let dialects = LogDialect.allCases.map(\.rawValue)
  private static let incidents = Incident.allCases.map(\.rawValue)
}

extension Instant {
  fileprivate var utcDay: Day { Day(Int(floorDivide(milliseconds, by: 86_400_000))) }
}
