import Feed
import Reports
import Settings
import Store
import Timeline
import Values

/// `runrate customer`: what one person did, and what became of it, in words.
struct CustomerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "customer",
    abstract: "Show the history of one customer: what they did, and what it changed",
    arguments: ArgumentsDeclaration(
      name: "ID", usage: "ID", count: 1...1,
      help: "Any id that the log knows, or the name in subscribers.csv"),
    examples: [
      Example(line: "runrate customer ann@example.com", purpose: "one timeline, oldest first"),
      Example(
        line: "runrate customer c1f00ba4 --as-of 2026-06-30", purpose: "as it was known on a day"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let settings = try during("reading the configuration") { try Settings.load(options) }
    let rates = try during("reading the exchange rates") { try settings.loadRates() }
    let store = try options.openEvents(console)
    try store.requireEvents(of: options.database)
    store.hashes = try IDKey.load(settings.privacy)
    let strings = try store.strings()
    let extent = try store.extent()
    let end = options.historyEnd(settings.timezone, extent)
    let id = options.arguments[0]
    guard let found = try store.customer(id, before: end, strings) else {
      throw Failure.unknownCustomer(id)
    }
    let first =
      settings.openingFile == nil ? nil : extent.map { settings.timezone.day(of: $0.first) }
    let history = try found.history(
      settings.foldRules(rates, store.apps(), firstDay: first, strings))
    let page = CustomerHistoryListing(
      customer: found, history: history, strings: strings, zone: settings.timezone,
      human: DisplayFormat(currency: settings.catalogue.reportingCurrency),
      end: min(end, extent?.last ?? end))
    try console.write(options.writesJSON ? page.json.page : page.text)
    return .allWell
  }
}

extension Options {
  /// Everything that is known, unless an as-of day is asked for.
  fileprivate func historyEnd(_ zone: Zone, _ extent: EventExtent?) -> Instant {
    let day = isAsOfGiven ? asOf.day(zone, now: now ?? .now, extent) : nil
    return day.map(zone.end(of:)) ?? .distantFuture
  }
}
