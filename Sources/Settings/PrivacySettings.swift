/// What is kept and shown of people.
package struct PrivacySettings: Sendable, Hashable {
  /// With `--share`, numbers about fewer people than this are hidden.
  package var smallestCell: Int64 = 5
  /// How user ids are kept.
  package var userIDs = UserIDs.plain
  /// The file that holds the key of hashed ids; nil: the environment does.
  package var keyFile: String?

  package init() {}

  package enum UserIDs: String, CaseIterable, Sendable {
    /// As the lines write them.
    case plain
    /// As keyed hashes (HMAC-SHA256).
    case hashed
  }
}

extension PrivacySettings {
  private enum Key: String, CaseIterable { case smallestCell, userIDs, keyFile }

  init(_ entry: Entry) throws(SettingsError) {
    self.init()
    let section = try Section(entry, Key.self)
    if let entry = section[.smallestCell] {
      smallestCell = Int64(try entry.wholeNumber(in: 2...1_000_000))
    }
    if let entry = section[.userIDs] { userIDs = try entry.choice() }
    keyFile = try section[.keyFile]?.filePath()
  }
}
