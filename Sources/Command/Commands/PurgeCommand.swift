import SQLite
import Settings
import Store
import Values

/// `runrate purge`: forgets who somebody is, or everybody who left before a day.
struct PurgeCommand: ParsableCommand {
  /// An id of the person to forget; either this or a day.
  var customer: String?
  var before: Day?

  static let configuration = CommandConfiguration(
    name: "purge",
    abstract: "Forget who people are; what was paid and when stays under a random id",
    options: [
      OptionDeclaration(
        "--customer", "ID", help: "One person, by any id that the log knows", expected: "an id",
        into: \Self.customer),
      .day(
        "--before",
        help: "Everybody whose last event and last access are before that day, and rejected lines "
          + "that were read before it",
        into: \Self.before),
    ],
    examples: [
      Example(
        line: "runrate purge --customer ann@example.com", purpose: "one person asks to be forgotten"
      ),
      Example(
        line: "runrate purge --before 2024-01-01", purpose: "everybody who left before that day"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    guard (customer == nil) != (before == nil) else {
      throw customer == nil
        ? UsageError.missingOption("--customer", "--before")
        : UsageError.conflict("--customer", "--before")
    }
    let session = try Session(options, console)
    let summary = try during("purging") {
      try session.store.database.transaction { try session.purge(self) }
    }
    try during("compacting the database") { try session.store.compact() }
    console.note(summary.sentence)
    console.note(
      "Logs and reports that were written before still say what they said: remove or renew them.")
    return .allWell
  }
}

extension Session {
  /// Purges and folds everything anew, so that no table is left of what was. Call inside a
  /// transaction.
  fileprivate func purge(_ command: PurgeCommand) throws -> Purge.Summary {
    try takeKey()
    let taxes = settings.catalogue.taxes
    let day = try store.reportedDay()
    if command.before != nil { try fold(to: day ?? reportDay().asOf) }
    let purge = try Purge(store, strings: strings) { taxes[$0] != nil }
    if let customer = command.customer {
      guard try purge.purge(customer, until: now) else {
        throw ListingFailure.unknownCustomer(customer)
      }
    } else if let before = command.before {
      try purge.purge(before: settings.timezone.start(of: before))
    }
    try purge.finish()
    if let day = try store.reportedDay() { try fold(to: day) }
    try purge.forgetTexts()
    return purge.summary
  }
}

/// `1 id`, `2,000 ids`.
private func counted(_ number: Int, _ one: String, _ many: String) -> String {
  "\(grouped(Int64(number))) \(number == 1 ? one : many)"
}

extension Purge.Summary {
  /// For a person.
  fileprivate var sentence: String {
    "purged \(counted(people, "person", "people")) with \(counted(ids, "id", "ids")): "
      + "\(counted(events, "event stays", "events stay")) without a name; gone are "
      + "\(counted(rejectedLines, "rejected line", "rejected lines")), "
      + "\(counted(texts, "text", "texts")), and what \(counted(mentions, "other", "others")) said"
  }
}
