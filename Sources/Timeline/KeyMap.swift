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
