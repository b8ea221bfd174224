/// Something of which the configuration has a list with unique names: a funnel, an alert rule.
protocol Named {
  var name: String { get }
}

extension Entry {
  /// `defaults` with the elements of this list in the place of those of the same name, or after
  /// them. A name that stands twice in the list is an error.
  func list<T: Named>(
    over defaults: [T], _ read: (Entry) throws(SettingsError) -> T
  ) throws(SettingsError) -> [T] {
    var all = defaults
    var seen: Set<String> = []
    for entry in try list() {
      let element = try read(entry)
      guard seen.insert(element.name).inserted else { throw entry.error(.duplicate(element.name)) }
      if let place = all.firstIndex(where: { $0.name == element.name }) {
        all[place] = element
      } else {
        all.append(element)
      }
    }
    return all
  }
}
