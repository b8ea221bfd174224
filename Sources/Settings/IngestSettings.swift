package import Values

/// How logs are read (Definitions, "The log").
package struct IngestSettings: SettingsSection {
  package var dialect = Dialect.auto
  package var maxRejectedShare = Fraction(5, over: 100)
  package var noIDs: [String] = []
  package var realIDs: [String] = []
  package var userIDHash: UserIDHash?
  package var timesWithoutZone: Zone?

  package init() {}

  package enum UserIDHash: String, CaseIterable, Sendable {
    /// The lower-case hexadecimal digits of the SHA-256 of an id's UTF-8.
    case sha256
  }

  static let settings: [Setting<Self>] = [
    Setting(
      "dialect", \.dialect, .choice, .read, "Who wrote the lines; `auto` looks at each line."),
    Setting(
      "maxRejectedShare", \.maxRejectedShare, .share, .judged,
      "A run fails when more than this share of its lines, and more than 20, are rejected."),
    Setting(
      "noIds", \.noIDs, .words.described(as: "list", "[\"guest\"]"), .read,
      "Words that mean no id, besides `null`, `unknown`, `0` and the like."),
    Setting(
      "realIds", \.realIDs, .words.described(as: "list", "[\"0\"]"), .read,
      "Words of that list that are ids of customers after all."),
    Setting(
      "userIDHash", \.userIDHash, .choice, .folded,
      "How stores hash the user ids that the app gives them as account ids."),
    Setting(
      "timesWithoutZone", \.timesWithoutZone, .zone, .read,
      "The time zone of times that name none; without it they are rejected."),
  ]
}

extension Kind<[String]> {
  /// Words in any order and case.
  fileprivate static var words: Kind {
    list(of: .name).written { Set($0.map { $0.lowercased() }).sorted() }
  }
}
