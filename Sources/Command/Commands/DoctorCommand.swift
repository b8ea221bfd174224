import Feed
import Foundation
import Metrics
import Profiling
import SQLite
import Settings
import Store
import Timeline
import Values

/// `runrate doctor`: what stands between this installation and a right report.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "doctor", abstract: "Check the installation, the configuration and the data for problems",
    examples: [
      Example(line: "runrate doctor", purpose: "one screen; 0 fine, 1 look, 2 broken"),
      Example(line: "runrate doctor --json", purpose: "for another program"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let checks = Doctor(options: options, console: console, now: .now).checks()
    try console.write(options.writesJSON ? checks.json.page : checks.text)
    return ExitCode(rawValue: checks.worst.rawValue) ?? .unjudged
  }
}

/// Checks the configuration against the events, what was read, and the machine.
struct Doctor {
  let options: Options
  let console: Console
  let now: Instant

  func checks() -> [HealthCheck] {
    let configured = configured()
    let opened = opened()
    var checks = [configured.check, opened.check]
    if let store = opened.store {
      checks += HealthCheck.of("log") { try LogChecks(store, configured.settings, now).all }
      if let settings = configured.settings {
        checks += HealthCheck.of("catalogue") {
          let profile = try profile(of: store, settings)
          return try CatalogueChecks(settings, configured.files?.rates, profile, configName, store)
            .all
        }
      }
      if let settings = configured.settings, let files = configured.files {
        checks += HealthCheck.of("money") {
          try MoneyChecks(settings, files, store, configName).all
        }
      }
    }
    return checks + MachineChecks(options, console, opened.store, now).all
  }

  var configName: String { options.config ?? Settings.defaultPath }
}

// MARK: - What everything else needs

extension Doctor {
  private struct Configured {
    var settings: Settings?
    var files: SideFiles?
    let check: HealthCheck
  }

  private func configured() -> Configured {
    do {
      let settings = try Settings.load(options)
      let files = try SideFiles(settings)
      _ = try during("reading Apple's reports") { try settings.loadAppStoreReports() }
      return Configured(settings: settings, files: files, check: found(settings))
    } catch {
      return Configured(check: HealthCheck("configuration", failed: error))
    }
  }

  private func found(_ settings: Settings) -> HealthCheck {
    let isThere = options.config != nil || FileManager.default.fileExists(atPath: configName)
    guard isThere else {
      return .look(
        "configuration", "there is no \(configName): the defaults are used",
        "runrate init LOGS writes one")
    }
    let products = settings.catalogue.products.count
    return .fine(
      "configuration",
      "\(configName): \(products) products, \(settings.timezone.name), "
        + settings.catalogue.reportingCurrency)
  }

  private func opened() -> (store: Store?, check: HealthCheck) {
    guard FileManager.default.fileExists(atPath: options.database) else {
      return (
        nil,
        .broken(
          "database", "there is no \(options.database)", "runrate run LOGS makes it")
      )
    }
    do {
      let store = try Store(reading: options.database, lockTimeout: options.lockTimeout(console))
      let damage = try store.database.rows("PRAGMA quick_check(3)") { $0.text(0) }
      guard damage == ["ok"] else {
        return (
          nil,
          .broken(
            "database", "\(options.database) is damaged: \(damage.joined(separator: "; "))",
            "copy the newest backup over it, or delete it and read all logs again")
        )
      }
      return (
        try options.openEvents(console),
        .fine("database", "\(options.database), every page is readable")
      )
    } catch {
      return (nil, HealthCheck("database", failed: error))
    }
  }

  private func profile(of store: Store, _ settings: Settings) throws -> EventProfile {
    let strings = try store.strings()
    var profile = EventProfile(zone: settings.timezone, strings: strings)
    try store.forEachUser(strings) { user in
      let isNamed = !user.user.hasPrefix(EventBatch.transactionPrefix)
      for event in user.events.events { profile.add(event, of: 0, isNamed: isNamed) }
      profile.closeUsers()
    }
    return profile
  }
}

/// Money that reports cannot be right about, as of the last one.
struct MoneyChecks {
  private let settings: Settings
  private let files: SideFiles
  private let store: Store
  private let configuration: String

  init(_ settings: Settings, _ files: SideFiles, _ store: Store, _ configuration: String) {
    (self.settings, self.files, self.store) = (settings, files, store)
    self.configuration = configuration
  }

  var all: [HealthCheck] {
    get throws { try amounts + [try spend].compactMap(\.self) }
  }

  private var amounts: [HealthCheck] {
    get throws {
      let outliers = try PriceOutliers(store.database, settings.catalogue)
      let (large, small) = (outliers.tooLarge, outliers.tooSmall)
      let first =
        large.charges == 0
        ? HealthCheck.fine("amounts", "no price is 100, 1,000 or 1,000,000 times the usual one")
        : .broken(
          "amounts",
          "\(counted(large.charges, "charge")) with a price 100, 1,000 or 1,000,000 times the usual "
            + "one: \(large.text)",
          "log prices in whole units, such as 9.99, and read corrected logs into a new database")
      guard small.charges > 0 else { return [first] }
      return [
        first,
        .broken(
          "amounts",
          "\(counted(small.charges, "charge")) with hundredths of a currency that has none: \(small.text)",
          "log prices in units of their currency, such as 1500 for JPY, and read corrected logs into a new "
            + "database"),
      ]
    }
  }

  /// Nil where nothing was spent, or nothing was reported yet.
  private var spend: HealthCheck? {
    get throws {
      guard let day = try store.reportedDay() else { return nil }
      let spend = try MonthlySpend(files.spend, files.rates, upTo: day)
      if spend.withoutRate > 0 {
        return .broken(
          "spend", "\(counted(Int64(spend.withoutRate), "row")) without an exchange rate",
          spend.withoutRateNote)
      }
      guard !spend.lines.isEmpty else { return nil }
      let unmatched = try UnmatchedSpend(spend, store.database)
      guard let text = unmatched.text(in: settings.catalogue.reportingCurrency) else {
        return .fine("spend", "every channel and campaign has customers")
      }
      return .look(
        "spend", "brought no customer: \(text)",
        "write channels and campaigns in \(settings.spendFile ?? "the file of spend") as events "
          + "name them; case and spaces around them make no difference")
    }
  }
}
