import Feed
import Foundation
import Metrics
import Reports
import Settings
import Store
import Values

/// Files in the folders of logs that are not read, because of their names.
struct UnreadFiles {
  private let paths: [String]

  /// `others`: files that are no logs. Nil where options or configuration name each.
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

/// Unreadable values of fields that money and MRR are made of.
struct UnreadMoney {
  /// `period of 100 lines cannot be read`.
  let text: String
  /// What such values have to look like.
  let remedy: String

  private static let forms: [(field: String, form: String)] = [
    ("price", "price: a number, or a text such as \"9.99\""),
    ("currency", "currency: three letters of ISO 4217"),
    ("period", "period: P and a number of D, W, M or Y, such as P1M"),
    ("expires_at", "expires_at: a time of ISO 8601, or seconds or milliseconds since 1970"),
  ]

  /// `mistyped`: lines by field. Nil where none of these fields is among them.
  init?(_ mistyped: [(field: String, lines: Int64)]) {
    let found = Self.forms.compactMap { each in
      mistyped.first { $0.field == each.field }.map { (each, $0.lines) }
    }
    guard !found.isEmpty else { return nil }
    text =
      found.map { "\($0.0.field) of \(counted($0.1, "line"))" }.joined(separator: ", ")
      + " cannot be read: these events count without it, and MRR may be wrong"
    remedy = "Log " + found.map { $0.0.form }.joined(separator: "; ")
  }
}

/// What times have to look like, for whoever logs some that were rejected.
enum TimeForms {
  /// The accepted forms in words.
  static let accepted =
    "times are RFC 3339 with an offset (2026-04-03T10:00:00Z, 2026-04-03 10:00:00+02:00, "
    + "2026-04-03 10:00:00 UTC) or whole seconds, milliseconds or microseconds since 1970; for "
    + "times without an offset ingest.timesWithoutZone names the zone"

  /// The warning that `lines` have another form; nil for none.
  static func warning(of lines: Int) -> String? {
    lines == 0
      ? nil
      : "\(counted(Int64(lines), "line")) \(lines == 1 ? "was" : "were") rejected for a time that "
        + "cannot be read: \(accepted)"
  }
}

/// A country of `taxes` that customers have under another name: nobody is taxed by it.
struct MisnamedCountry: Equatable {
  let name: String
  /// As events say it.
  let known: String

  var text: String { "taxes has \(name), and events say \(known): nobody is taxed by it" }

  /// Those among `names`; `countries` are those of customers.
  static func all(in names: [String], countries: [String]) -> [MisnamedCountry] {
    names.filter { !countries.contains($0) }.compactMap { name in
      let code = Countries.standardCode(of: name)
      return countries.first { Countries.standardCode(of: $0) == code }
        .map { MisnamedCountry(name: name, known: $0) }
    }
  }
}

// What an upgrade of the program changes is said by the first run after it.

extension Console {
  /// Says what became of a database of an older version, and where it stands as it was.
  func tell(_ upgrade: Upgrade, of path: String) {
    note(
      "upgraded \(path) from schema \(upgrade.from) to \(upgrade.to); as it was, it stands in "
        + "\(upgrade.copy), which may go once the reports are right")
    for change in upgrade.changes { note("what changes: \(change)") }
  }
}

extension Session {
  /// Says what is different where an older program has folded. `rules`: its rules' hash.
  func tellOfOtherRules(_ rules: String?) {
    guard let folded = rules?.split(separator: "-").first.flatMap({ Int($0) }),
      folded < foldVersion
    else { return }
    console.note("folding all events anew: an older version has folded them")
    for change in foldChanges where change.version > folded {
      console.note("what changes in the figures: \(change.meaning)")
    }
  }
}
