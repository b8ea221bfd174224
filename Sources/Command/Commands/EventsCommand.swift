import Feed
import Settings
import Store
import Values

/// `runrate events`: the accepted events as NDJSON, in the canonical names, to be looked at or
/// read into another database.
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
      guard let found else { throw ListingFailure.unknownCustomer(customer) }
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

/// Why a list cannot be given.
enum ListingFailure: Error, Equatable {
  /// No event was written under this id.
  case unknownCustomer(String)
  /// There is no published report of this name.
  case unknownReport(String, reports: String)
  /// A day that has not come yet, where only the past can be meant.
  case dayToCome(Day, today: Day)
}
