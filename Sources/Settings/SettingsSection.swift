import Values

/// An object of the configuration: its settings, and no others.
protocol SettingsSection: Sendable {
  /// With every default.
  init()
  /// In the order in which they are read, and stand in the guide.
  static var settings: [Setting<Self>] { get }
  /// Throws where settings do not go together.
  mutating func check(_ entries: Entries) throws(SettingsError)
}

extension SettingsSection {
  mutating func check(_ entries: Entries) throws(SettingsError) {}

  init(_ entry: Entry) throws(SettingsError) {
    self.init()
    try read(entry)
  }

  /// Takes what an object says; the rest stays.
  mutating func read(_ entry: Entry) throws(SettingsError) {
    try read(try Entries(entry, among: Self.settings.map(\.key)))
  }

  mutating func read(_ entries: Entries) throws(SettingsError) {
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
  init(_ entry: Entry, among keys: [String]) throws(SettingsError) {
    guard case .object(let members) = entry.node.value else { throw entry.wrongType(.object) }
    var entries: [String: Entry] = [:]
    for member in members {
      guard keys.contains(member.name) else {
        throw .setting(
          key: entry.member(member).path,
          .unknown(nearest: NearestName(to: member.name, among: keys)),
          at: SettingsError.Place(file: entry.file, position: member.position))
      }
      entries[member.name] = entry.member(member)
    }
    (self.entry, self.entries) = (entry, entries)
  }

  subscript(key: String) -> Entry? { entries[key] }

  /// The entry of a setting that has no default.
  func required(_ key: String) throws(SettingsError) -> Entry {
    if let found = self[key] { return found }
    let member = JSON5Node.Member(name: key, position: entry.node.position, node: entry.node)
    throw entry.member(member).error(.missing)
  }
}
