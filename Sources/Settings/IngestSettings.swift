package import Values

/// How logs are read (Definitions, "The log").
package struct IngestSettings: Sendable {
  package var dialect = Dialect.auto
  /// A run fails when more than this share of its lines, and more than 20, are rejected.
  package var maxRejectedShare = Fraction(5, over: 100)

  /// Words besides the usual ones that stand where an id should be and are none.
  package var noIDs: [String] = []
  /// Usual words that are ids of customers after all.
  package var realIDs: [String] = []
  /// How stores hash the user ids that apps hand them as account ids; nil where they hold none.
  package var userIDHash: UserIDHash?
  /// The zone of times that name none; nil rejects them.
  package var timesWithoutZone: Zone?

  package init() {}

  package enum UserIDHash: String, CaseIterable, Sendable {
    /// The lower-case hexadecimal digits of the SHA-256 of an id's UTF-8.
    case sha256
  }
}

extension IngestSettings {
  private enum Key: String, CaseIterable {
    case dialect, maxRejectedShare, userIDHash, timesWithoutZone
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
    userIDHash = try section[.userIDHash]?.choice()
    timesWithoutZone = try section[.timesWithoutZone]?.zone()
  }
}
