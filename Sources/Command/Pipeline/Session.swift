import Feed
import Foundation
import Metrics
import Reports
import Settings
import Store
import Timeline
import Values

/// What commands on the database have in hand: configuration, lock, and moment.
final class Session {
  let settings: Settings
  let files: SideFiles
  let store: Store
  /// Where figures come from: the database, or a copy brought back to an earlier day.
  var folded: Store
  let strings: StringTable
  let options: Options
  let console: Console
  let now: Instant
  /// The customers of the part that is folded; nil for all.
  var dealt: DealtCustomers?
  /// Nil on a copy.
  private let lock: RunLock?

  /// Reads the configuration, takes the lock and opens the database, in this order; on a copy of
  /// the database, which only this process knows, without a lock.
  init(
    _ options: Options, _ console: Console, for holder: RunLock.Holder = .run,
    on copy: DatabaseCopy? = nil
  ) throws {
    let settings = try during("reading the configuration") { try Settings.load(options) }
    self.settings = settings
    files = try SideFiles(settings)
    let lockTimeout = options.lockTimeout(console)
    lock =
      copy == nil
      ? try RunLock(database: options.database, for: holder, lockTimeout: lockTimeout) : nil
    let store = try during("opening the database") {
      try copy.map { try Store($0) } ?? Store(path: options.database, lockTimeout: lockTimeout)
    }
    (self.store, folded) = (store, store)
    strings = try store.strings()
    self.options = options
    self.console = console
    now = options.now ?? .now
    if copy == nil { console.warnOfWidth(of: options.database, wanted: .owner) }
    if let upgrade = store.upgrade { console.tell(upgrade, of: options.database) }
  }

  /// Lets the store hash ids, or look for hashed ones, where the configuration says so.
  func takeKey() throws {
    store.hashes = try IDKey.load(settings.privacy)
    if let file = settings.privacy.keyFile { console.warnOfWidth(of: file, wanted: .owner) }
  }

  var threads: Int { options.threads ?? ProcessInfo.processInfo.activeProcessorCount }

  /// The as-of day that the options ask for; nil for the newest event's where there is no event.
  func asOf(_ extent: EventExtent?) -> Day? {
    options.asOf.day(settings.timezone, now: now, extent)
  }
}

extension AsOf {
  /// Nil for the newest event's where there is no event.
  func day(_ zone: Zone, now: Instant, _ extent: EventExtent?) -> Day? {
    switch self {
    case .yesterday: zone.day(of: now).advanced(by: -1)
    case .newest: extent.map { zone.day(of: $0.last) }
    case .day(let day): day
    }
  }
}

extension Options {
  /// How long a command waits for others, telling for whom.
  func lockTimeout(_ console: Console) -> LockTimeout {
    LockTimeout(seconds: wait, tell: { console.note($0) })
  }

  func copyingDatabase(_ console: Console) throws -> (copy: DatabaseCopy, options: Options) {
    let copy = try during("copying the database") {
      try DatabaseCopy(of: database, lockTimeout: lockTimeout(console))
    }
    var options = self
    options.database = copy.path
    return (copy, options)
  }

  /// The database for reading, where that takes no time.
  func openForReading(_ console: Console) throws -> Store {
    try during("opening the database") {
      try Store(reading: database, lockTimeout: lockTimeout(console))
    }
  }

  /// For reading events: of an older version, an upgraded copy.
  func openEvents(_ console: Console) throws -> Store {
    let store = try openForReading(console)
    return try store.isOfThisVersion() ? store : openCopy(console)
  }

  /// The as-of day; nil where none is asked for. The newest event is that of the database.
  func askedDay(_ console: Console) throws -> Day? {
    guard isAsOfGiven else { return nil }
    if case .day(let day) = asOf { return day }
    let settings = try during("reading the configuration") { try Settings.load(self) }
    let extent = asOf == .newest ? try openEvents(console).extent() : nil
    guard let day = asOf.day(settings.timezone, now: now ?? .now, extent) else {
      throw Failure.nothingToReport
    }
    return day
  }

  /// For reading at length: a copy, so that no run waits.
  func openCopy(_ console: Console) throws -> Store {
    guard FileManager.default.fileExists(atPath: database) else {
      throw Failure.missing(database).during("opening the database")
    }
    return try Store(copyingDatabase(console).copy)
  }
}

extension Settings {
  static func load(_ options: Options) throws -> Settings {
    let canonical = EventKind.allCases.map(\.canonicalName).filter { !$0.isEmpty }
    return try load(
      path: options.config, canonicalEvents: canonical, canonicalFields: FieldNames.canonical,
      figures: ReportSchema.watchable)
  }
}

extension Instant {
  /// What the clock of the machine says.
  static var now: Instant {
    Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}

// What has to be there before a session begins: opening one makes a database and its lock, and a
// question about nothing must not leave an empty database behind.

/// Throws where there is no database yet.
func requireDatabase(_ options: Options) throws {
  guard FileManager.default.fileExists(atPath: options.database) else {
    throw Failure.missing(options.database)
  }
}

/// Throws where there is neither a database nor a log that could fill one. What is wrong with the
/// configuration and its files is told first, as by a session.
func requireInput(_ options: Options) throws {
  guard !FileManager.default.fileExists(atPath: options.database) else { return }
  guard !options.logs.isEmpty else {
    throw Failure(
      "there is no database \(options.database), and no logs are given to make it from",
      hint: "runrate run LOGS…: files, folders, or - for standard input; or name another "
        + "database with --database", exit: .noInput)
  }
  let settings = try during("reading the configuration") { try Settings.load(options) }
  _ = try SideFiles(settings)
  _ = try during("looking for logs") { try findInputs(options.logs) }
}

/// The key of hashed ids, in a file or the environment; no message says it.
enum IDKey {
  static let variable = "RUNRATE_ID_KEY"
  /// Fewer could be tried out.
  private static let smallest = 16

  /// Nil where ids are kept as they are.
  static func load(_ privacy: PrivacySettings) throws -> HashedIDs? {
    guard privacy.userIDs == .hashed else { return nil }
    let (text, place) = try text(privacy.keyFile)
    let key = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    guard key.count >= smallest else {
      throw Failure(
        "the key in \(place) is too short",
        hint: "take 16 characters or more that nobody can guess: openssl rand -hex 32",
        exit: .badData)
    }
    return HashedIDs(key: key)
  }

  private static func text(_ file: String?) throws -> (text: String, place: String) {
    if let file {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
        throw Failure(
          "\(file), the key of user ids, is not there or cannot be read as text",
          hint:
            "privacy.keyFile names it, from the configuration's folder; ls -l says who may read it",
          exit: .noInput)
      }
      return (text, file)
    }
    guard let text = ProcessInfo.processInfo.environment[variable] else {
      throw Failure(
        "privacy.userIDs is \"hashed\", but there is no key",
        hint: "put it into a file that privacy.keyFile names, or into \(variable)", exit: .badData)
    }
    return (text, variable)
  }
}
