import Feed
import Foundation
import Metrics
import Reports
import Settings
import Store
import Timeline
import Values

/// What every command that works on the database has in hand: the configuration, the database
/// with its lock, and the moment at which it all began.
final class Session {
  let settings: Settings
  let rates: ExchangeRates
  let spend: Spend
  let store: Store
  let strings: StringTable
  let options: Options
  let console: Console
  let now: Instant
  private let lock: RunLock

  /// Reads the configuration, takes the lock and opens the database, in this order.
  init(_ options: Options, _ console: Console) throws {
    let settings = try during("reading the configuration") { try Settings.load(options) }
    self.settings = settings
    rates = try during("reading the exchange rates") { try settings.loadRates() }
    spend = try during("reading the spend") { try settings.loadSpend() }
    lock = try RunLock(database: options.database)
    let store = try during("opening the database") { try Store(path: options.database) }
    self.store = store
    strings = try store.strings()
    self.options = options
    self.console = console
    now = .now
    console.warnOfWidth(of: options.database, wanted: .owner)
  }

  /// Lets the store hash ids, or look for hashed ones, where the configuration says so.
  func takeKey() throws {
    store.hashes = try IDKey.load(settings.privacy)
    if let file = settings.privacy.keyFile { console.warnOfWidth(of: file, wanted: .owner) }
  }

  var threads: Int { options.threads ?? ProcessInfo.processInfo.activeProcessorCount }

  /// The as-of day that the options ask for; nil for the newest event's where there is no event.
  func asOf(_ extent: EventExtent?) -> Day? {
    switch options.asOf {
    case .yesterday: settings.timezone.day(of: now).advanced(by: -1)
    case .newest: extent.map { settings.timezone.day(of: $0.last) }
    case .day(let day): day
    }
  }
}

extension Settings {
  /// The configuration that the options name.
  static func load(_ options: Options) throws -> Settings {
    let canonical = EventKind.allCases.map(\.canonicalName).filter { !$0.isEmpty }
    return try load(
      path: options.config, canonicalEvents: canonical, canonicalFields: FieldNames.canonical,
      figures: ReportSchema.watchable)
  }

  func loadRates() throws -> ExchangeRates {
    let currency = catalogue.reportingCurrency
    guard let file = exchangeRatesFile else { return ExchangeRates(reportingCurrency: currency) }
    return try ExchangeRates.load(path: file, reportingCurrency: currency)
  }

  func loadSpend() throws -> Spend {
    try spendFile.map { try Spend.load(path: $0) } ?? Spend()
  }
}

extension Instant {
  /// What the clock of the machine says.
  static var now: Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}
