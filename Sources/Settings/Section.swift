import Values

/// An object of the configuration whose names are those of `Key`, and no others.
struct Section<Key: RawRepresentable<String> & CaseIterable> {
  let entry: Entry
  private let entries: [String: Entry]

  /// Refuses what is no object, and names that `Key` does not have.
  init(_ entry: Entry, _: Key.Type = Key.self) throws(SettingsError) {
    guard case .object(let members) = entry.node.value else { throw entry.wrongType(.object) }
    var entries: [String: Entry] = [:]
    for member in members {
      guard Key(rawValue: member.name) != nil else { throw Section.unknown(member, in: entry) }
      entries[member.name] = entry.member(member)
    }
    self.entry = entry
    self.entries = entries
  }

  subscript(key: Key) -> Entry? { entries[key.rawValue] }

  /// The entry of a setting that has no default.
  func required(_ key: Key) throws(SettingsError) -> Entry {
    if let found = self[key] { return found }
    let member = JSON5Node.Member(
      name: key.rawValue, position: entry.node.position, node: entry.node)
    throw entry.member(member).error(.missing)
  }

  /// The error that names the unknown `member`, where its name stands.
  private static func unknown(_ member: JSON5Node.Member, in entry: Entry) -> SettingsError {
    .setting(
      key: entry.member(member).path,
      .unknown(nearest: NearestName(to: member.name, among: Key.allCases.map(\.rawValue))),
      at: SettingsError.Place(file: entry.file, position: member.position))
  }
}
