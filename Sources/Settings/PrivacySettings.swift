import Values

/// What is kept and shown of people.
package struct PrivacySettings: SettingsSection, Hashable {
  package var smallestCell: Int64 = 5
  package var userIDs = UserIDs.plain
  package var keyFile: String?

  package init() {}

  package enum UserIDs: String, CaseIterable, Sendable {
    /// As the lines write them.
    case plain
    /// As keyed hashes (HMAC-SHA256).
    case hashed
    /// As the lines write them, and the list of what to do tells them.
    case shown
  }

  static let settings: [Setting<Self>] = [
    Setting(
      "smallestCell", \.smallestCell, .whole(2...1_000_000), .judged,
      "With `--share`, numbers about fewer people than this are hidden."),
    Setting(
      "userIDs", \.userIDs, .choice, .judged,
      "Whether the database keeps user ids as they are (`plain`) or as keyed hashes; `shown`: as they are, "
        + "and `todo.csv` has them for the app's support."),
    Setting(
      "keyFile", \.keyFile, .file.example("\"/etc/runrate/id-key\""), .nothing,
      "The key of hashed ids; without it `RUNRATE_ID_KEY` of the environment is used."),
  ]
}
