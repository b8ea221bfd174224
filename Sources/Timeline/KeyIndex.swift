/// The places of keys in the order in which they were added. Most customers have a handful: those
/// are looked through; from the seventeenth on a hash finds them.
struct KeyIndex<Key: Hashable & Sendable>: Sendable {
  private static var few: Int { 16 }

  private(set) var keys = SmallArray<Key>()
  private var places: [Key: Int] = [:]

  init() {}

  /// Keeps the memory of a list.
  mutating func removeAll() {
    keys.removeAll()
    if !places.isEmpty { places = [:] }
  }

  /// The place of a key; nil where it was not added.
  func place(of key: Key) -> Int? {
    keys.count <= Self.few ? keys.firstIndex(of: key) : places[key]
  }

  func contains(_ key: Key) -> Bool { place(of: key) != nil }

  /// The place of a key, which is added behind all others where it is not there.
  @discardableResult
  mutating func add(_ key: Key) -> Int {
    if let known = place(of: key) { return known }
    keys.append(key)
    if keys.count > Self.few { note() }
    return keys.count - 1
  }

  private mutating func note() {
    guard places.isEmpty else {
      places[keys[keys.count - 1]] = keys.count - 1
      return
    }
    for (place, key) in keys.enumerated() { places[key] = place }
  }
}

/// A value for each of some keys, in the order in which they were added. The first value of a key
/// stays.
struct KeyMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var index = KeyIndex<Key>()
  private var values = SmallArray<Value>()

  init() {}

  /// The value of a key; nil where it has none.
  subscript(key: Key) -> Value? { index.place(of: key).map { values[$0] } }

  /// Gives a key its value, unless it has one.
  mutating func add(_ key: Key, _ value: Value) {
    if index.add(key) == values.count { values.append(value) }
  }

  /// Keeps the memory of lists.
  mutating func removeAll() {
    index.removeAll()
    values.removeAll()
  }
}
