import Feed
import Settings
import Store
import Timeline
import Values

/// `runrate events`: the accepted events as NDJSON, in the canonical names.
struct EventsCommand: ParsableCommand {
  /// An id of the customer; nil: everybody.
  var customer: String?

  static let configuration = CommandConfiguration(
    name: "events", abstract: "Print the accepted events as NDJSON, under their canonical names",
    options: [
      OptionDeclaration(
        "--customer", "ID", default: "everybody",
        help: "Only the events of one person, by any id that the log knows", expected: "an id",
        into: \Self.customer)
    ],
    examples: [
      Example(line: "runrate events --customer ann@example.com", purpose: "what one person did"),
      Example(line: "runrate events > all.ndjson", purpose: "a log with everything in it"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let store = try options.openCopy(console)
    try store.requireEvents(of: options.database)
    let strings = try store.strings()
    let namesApps = try store.apps().count > 1
    var lines = OutputLines(console)
    if let customer {
      store.hashes = try IDKey.load(Settings.load(options).privacy)
      let found = try store.events(of: customer, strings)
      guard let found else { throw Failure.unknownCustomer(customer) }
      let all = found.flatMap { $0.lines(strings, namesApps: namesApps) }
      for line in all.sorted(by: { $0.time < $1.time }) {
        try lines.add(line.json.line)
      }
    } else {
      try store.forEachUser(strings) { user in
        for line in user.lines(strings, namesApps: namesApps) { try lines.add(line.json.line) }
      }
    }
    try lines.flush()
    return .allWell
  }
}

extension Failure {
  /// No event was written under this id.
  static func unknownCustomer(_ id: String) -> Failure {
    Failure(
      "nobody has the id \"\(id)\"",
      hint: "write it as the log does; of what reports call somebody (c and hexadecimal digits), "
        + "\"runrate customer\" tells the id", exit: .noInput)
  }
}

extension StoredEvents {
  /// The events as lines of a log. `namesApps`: with the app, where there are several.
  func lines(_ strings: StringTable, namesApps: Bool) -> [(time: Instant, json: JSONValue)] {
    events.events.map { event in
      (event.time, event.line(of: user, events.bytes, strings, namesApp: namesApps))
    }
  }
}
