import Foundation
package import Values

/// An object of the configuration: its settings, and no others.
protocol SettingsSection: Sendable {
  /// With every default.
  init()
  /// In the order in which they are read, and stand in the guide.
  static var settings: [Setting<Self>] { get }
  /// Throws where settings do not go together.
  mutating func check(_ entries: Entries) throws(Failure)
}

extension SettingsSection {
  mutating func check(_ entries: Entries) throws(Failure) {}

  init(_ entry: Entry) throws(Failure) {
    self.init()
    try read(entry)
  }

  /// Takes what an object says; the rest stays.
  mutating func read(_ entry: Entry) throws(Failure) {
    try read(try Entries(entry, among: Self.settings.map(\.key)))
  }

  mutating func read(_ entries: Entries) throws(Failure) {
    for setting in Self.settings {
      if let entry = entries[setting.key] {
        try setting.read(entry, &self)
      } else if setting.isRequired {
        _ = try entries.required(setting.key)
      } else {
        setting.otherwise?(&self)
      }
    }
    try check(entries)
  }

  /// As a configuration has it, as far as it belongs to the effects; nil for nothing at all.
  func written(_ asked: Effects) -> JSONValue? {
    let members = Self.settings.compactMap { setting in
      setting.written(self, asked).map { JSONValue.Member(setting.key, $0) }
    }
    return members.isEmpty ? nil : .object(members)
  }

  static var declarations: [SettingDeclaration] {
    let usual = Self()
    return settings.map { $0.declaration(usual) }
  }

  static var effects: Effects { settings.reduce(into: []) { $0.formUnion($1.effects) } }
}

/// What an object of the configuration says, by key.
struct Entries {
  let entry: Entry
  private let entries: [String: Entry]

  /// Refuses what is no object, and keys that are not among `keys`.
  init(_ entry: Entry, among keys: [String]) throws(Failure) {
    var entries: [String: Entry] = [:]
    for member in try entry.members() {
      guard keys.contains(member.name) else {
        throw entry.member(member).unknown(member.name, among: keys, at: member.position)
      }
      entries[member.name] = entry.member(member)
    }
    (self.entry, self.entries) = (entry, entries)
  }

  subscript(key: String) -> Entry? { entries[key] }

  /// The entry of a setting that has no default.
  func required(_ key: String) throws(Failure) -> Entry {
    if let found = self[key] { return found }
    let member = JSON5Node.Member(name: key, position: entry.node.position, node: entry.node)
    throw entry.member(member).missing
  }
}

extension Settings {
  /// Where the configuration stands when nobody says where.
  package static let defaultPath = "runrate.json5"

  /// The settings of the file at `path`, which must exist; without a path those of
  /// ``defaultPath``, or the defaults when there is no such file.
  ///
  /// `canonicalEvents` and `canonicalFields` are the names that `eventNames` and `fieldNames` may
  /// map to, empty checks none; `figures` what alert rules may watch besides the named metrics.
  package static func load(
    path: String? = nil, canonicalEvents: [String] = [], canonicalFields: [String] = [],
    figures: FigureCatalogue = FigureCatalogue()
  ) throws(Failure) -> Settings {
    let file = path ?? defaultPath
    guard path != nil || FileManager.default.fileExists(atPath: file) else { return Settings() }
    return try parse(
      try readFile(file, limit: largestFile), file: file, canonicalEvents: canonicalEvents,
      canonicalFields: canonicalFields, figures: figures)
  }
}

/// In bytes: no configuration, and no table that one names, is nearly as large.
package let largestFile = 1_000_000_000

extension Entry {
  /// The path of a file, from the configuration's folder when it is relative.
  func filePath() throws(Failure) -> String {
    let path = try letters()
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }
}
