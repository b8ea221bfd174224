package import Values

/// How logs are read (Definitions, "The log").
package struct IngestSettings: Sendable, Hashable {
  package var dialect = Dialect.auto
  /// A run fails when more than this share of its lines, and more than 20, are rejected.
  package var maxRejectedShare = Fraction(5, over: 100)

  /// Words besides the usual ones that stand where an id should be and are none.
  package var noIDs: [String] = []
  /// Usual words that are ids of customers after all.
  package var realIDs: [String] = []

  package init() {}
}

extension IngestSettings {
  private enum Key: String, CaseIterable {
    case dialect, maxRejectedShare
    case noIDs = "noIds"
    case realIDs = "realIds"
  }

  init(_ entry: Entry) throws(SettingsError) {
    self.init()
    let section = try Section(entry, Key.self)
    if let entry = section[.dialect] { dialect = try entry.choice() }
    if let entry = section[.maxRejectedShare] { maxRejectedShare = try entry.share() }
    for entry in try section[.noIDs]?.list() ?? [] { noIDs.append(try entry.name()) }
    for entry in try section[.realIDs]?.list() ?? [] { realIDs.append(try entry.name()) }
  }
}
