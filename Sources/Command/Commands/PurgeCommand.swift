import Metrics
import SQLite
import Settings
import Store
import Values

/// `runrate purge`: forgets somebody, or everybody who left before a day.
struct PurgeCommand: ParsableCommand {
  /// An id of the person to forget; either this, a day, or an id to take the aliases back of.
  var customer: String?
  var before: Day?
  var unlink: String?

  static let configuration = CommandConfiguration(
    name: "purge",
    abstract: "Erase people's identities; payments and their dates stay under a random id",
    options: [
      OptionDeclaration(
        "--customer", "ID", help: "One person, by any id that the log knows", expected: "an id",
        into: \Self.customer),
      .day(
        "--before",
        help: "Everybody whose last event and last access are before that day, and rejected lines "
          + "that were read before it",
        into: \Self.before),
      OptionDeclaration(
        "--unlink", "ID",
        help: "Purge nobody: undo the merge of this id, of the log or of suspicious.csv, for good",
        expected: "an id", into: \Self.unlink),
    ],
    examples: [
      Example(
        line: "runrate purge --customer ann@example.com", purpose: "one person asks to be forgotten"
      ),
      Example(
        line: "runrate purge --before 2024-01-01", purpose: "everybody who left before that day"),
      Example(
        line: "runrate purge --unlink guest", purpose: "an id that has made one customer of many"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    try requireOne()
    try requireDatabase(options)
    let session = try Session(options, console)
    try session.requirePast(before)
    try session.store.requireEvents(of: options.database)
    if let unlink { return try session.unlink(unlink) }
    let summary = try during("purging") {
      try session.store.database.transaction { try session.purge(self) }
    }
    console.note(summary.sentence)
    session.warnOfConfigured(summary)
    session.compact()
    console.note(
      "Logs and reports that were written before still say what they said: remove or renew them.")
    try session.warnOfOpening()
    return .allWell
  }

  /// Exactly one of the three.
  private func requireOne() throws {
    let named = [
      ("--customer", customer != nil), ("--before", before != nil), ("--unlink", unlink != nil),
    ].filter(\.1).map(\.0)
    guard let first = named.first else {
      throw Failure.missing(oneOf: ["--customer ID", "--before DAY", "--unlink ID"])
    }
    if named.count > 1 { throw Failure.conflict(first, named[1]) }
  }
}

extension Session {
  /// Everybody would be gone before a day that has not come: a slip of the pen.
  fileprivate func requirePast(_ before: Day?) throws {
    let today = settings.timezone.day(of: now)
    guard let before, before > today else { return }
    throw Failure(
      "--before \(before) is after today, \(today): everybody would be forgotten, customers who pay, too",
      hint: "nothing was purged; write a day that is over", exit: .usage)
  }

  /// The person is forgotten whether this succeeds or not, and what was deleted is overwritten.
  fileprivate func compact() {
    do {
      try store.compact()
    } catch {
      console.warn(
        "the database could not be made smaller: \(Failure(of: error).message); who was purged is "
          + "gone all the same")
    }
  }

  fileprivate func warnOfConfigured(_ summary: Purge.Summary) {
    guard !summary.configured.isEmpty else { return }
    console.warn(
      "the configuration names \(CatalogueChecks.listed(summary.configured)), which says a purged id: "
        + "such names stay")
  }

  /// The file of what was before the log is the user's own: it is not changed.
  fileprivate func warnOfOpening() throws {
    let named = try store.purgedCustomers(in: files.opening)
    guard named > 0, let file = settings.openingFile else { return }
    console.warn(
      "\(file) still names \(counted(Int64(named), "customer who is", "customers who are")) purged: remove "
        + "their rows; what they had before the log goes on counting without a name")
  }

  /// Takes the aliases of an id back, and folds everything anew.
  fileprivate func unlink(_ id: String) throws -> ExitCode {
    let summary = try during("taking aliases back") {
      try store.database.transaction {
        try takeKey()
        let unlinking = Unlinking(store, strings: strings, zone: settings.timezone)
        guard let summary = try unlinking.unlink(id, at: now) else {
          throw Failure.unknownCustomer(id)
        }
        if let day = try store.reportedDay() { try fold(to: day) }
        return summary
      }
    }
    console.note(summary.sentence)
    console.note(
      "The next report lists in restated.csv what that changed; logs that say it still say it.")
    return .allWell
  }

  /// Purges and folds everything anew. Call in a transaction.
  fileprivate func purge(_ command: PurgeCommand) throws -> Purge.Summary {
    try takeKey()
    let day = try store.reportedDay()
    if let day { try fold(to: day) }
    let money = try store.moneyTotals()
    try foldAllEvents()
    let names = settings.namesOfThings
    let purge = try Purge(
      store, strings: strings, keepsCountries: !settings.catalogue.taxes.isEmpty,
      isConfigured: names.contains)
    if let customer = command.customer {
      guard try purge.purge(customer, until: now) else {
        throw Failure.unknownCustomer(customer)
      }
    } else if let before = command.before {
      try purge.purge(before: settings.timezone.start(of: before))
    }
    try purge.finish()
    if let day { try fold(to: day) } else { try store.unfold() }
    try purge.forgetTexts()
    if try store.moneyTotals() != money {
      console.warn(
        "the purge has changed revenue, which it must not. Keep a copy of the logs and report this: "
          + "it is a bug in Runrate")
    }
    return purge.summary
  }

  /// Whose a payment is, and who has access, the newest events say, also after the last report.
  private func foldAllEvents() throws {
    guard let last = try store.extent()?.last else { return }
    try fold(to: settings.timezone.day(of: last))
  }
}

extension Unlinking.Summary {
  /// For a person.
  fileprivate var sentence: String {
    let taken = "\(counted(Int64(aliases), "alias", "aliases")) of \(pseudonym) taken back: "
    guard idsAfter > 1 else {
      return taken + "of \(counted(Int64(idsBefore), "id")) it is alone now"
    }
    return taken + "\(counted(Int64(idsAfter), "id")) of \(grouped(Int64(idsBefore))) are one "
      + "customer with it still, by their original transactions"
  }
}

extension Purge.Summary {
  /// For a person.
  fileprivate var sentence: String {
    "purged \(counted(Int64(people), "person", "people")) with \(counted(Int64(ids), "id")): "
      + "\(counted(Int64(events), "event stays", "events stay")) without a name; gone are "
      + "the text of \(counted(Int64(rejectedLines), "rejected line")), "
      + "\(counted(Int64(texts), "other text")), and what \(counted(Int64(mentions), "other")) said"
  }
}

extension Settings {
  /// Names that events have for things of which the configuration tells: they decide about money.
  var namesOfThings: Set<String> {
    let products = catalogue.products.flatMap { [$0.id, $0.tier, $0.group, $0.app ?? ""] }
    let steps = funnels.flatMap { $0.steps.joined() }
    return Set(
      products + catalogue.offers.keys + catalogue.appNames.keys + catalogue.appNames.values + steps
    )
  }
}
