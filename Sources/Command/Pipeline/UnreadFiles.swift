import Feed
import Foundation
import Reports
import Settings
import Values

/// Files in the folders of logs that are not read, because of their names.
struct UnreadFiles {
  private let paths: [String]

  /// `others`: all files that are no logs. Nil where each is one that the options or the
  /// configuration name.
  init?(_ others: [String], _ options: Options, _ settings: Settings) {
    let known = settings.ownFiles + [options.config ?? Settings.defaultPath, options.database]
    let names = Set(known.map(Self.resolved))
    let database = Self.resolved(options.database)
    paths = others.filter { path in
      let path = Self.resolved(path)
      // The lock and the journal stand beside the database.
      return !names.contains(path) && !path.hasPrefix(database + ".")
        && !path.hasPrefix(database + "-")
    }
    if paths.isEmpty { return nil }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// Which, and what the names of logs look like.
  var text: String {
    "skipped \(counted(Int64(paths.count), "file")) without the name of a log: "
      + "\(CatalogueChecks.listed(paths)). Logs end in \(LogName.described)"
      + (transactionExports(among: Array(paths.prefix(Self.mostLookedInto))).first.map {
        ". \(UntrustedText.cleaned($0, limit: 120)) is RevenueCat's export of transactions: name it to "
          + "read it"
      } ?? "")
  }

  private static let mostLookedInto = 20
}

extension Settings {
  /// The files that the configuration names.
  fileprivate var ownFiles: [String] {
    [
      spendFile, budgetFile, codesFile, payouts?.file, exchangeRatesFile, openingFile,
      privacy.keyFile,
    ].compactMap(\.self) + appStore.reports + appStore.roots.map(\.file)
  }
}
