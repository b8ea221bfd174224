import Feed
import Foundation
import Profiling
import SQLite
import Settings
import Store
import Timeline
import Values

/// Looks at everything that stands between this installation and a right report: the configuration
/// against the events, what was read, and the machine.
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
