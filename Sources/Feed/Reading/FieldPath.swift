/// Where a log's own name of a field leads into objects: `event_properties.plan.sku`, whatever the
/// case and underscores of keys. Of a list the first element is looked at.
struct FieldPath: Sendable {
  let name: String
  let field: LogField
  private let keys: [[UInt8]]

  init(_ name: String, _ field: LogField) {
    (self.name, self.field) = (name, field)
    keys = name.split(separator: ".", omittingEmptySubsequences: false).map {
      Array(KeyTable.folded(String($0)).utf8)
    }
  }

  /// What stands there. `inner`: what to take for the member of this name.
  func value(in line: LineValue, _ inner: (name: String, value: LineValue)? = nil) -> LineValue {
    guard let inner, name.hasPrefix(inner.name + ".") else {
      return keys.reduce(line) { $0.member(folded: $1) }
    }
    return keys.dropFirst().reduce(inner.value) { $0.member(folded: $1) }
  }
}

extension LineReader {
  /// Takes what paths lead to for the fields of a native line that nothing else names.
  mutating func collectPaths() {
    for (i, path) in keys.paths.enumerated() {
      let value = path.value(in: line)
      guard value.isSet, let found = value.field else { continue }
      pathCounts[i] += 1
      guard !has(path.field) else { continue }
      present |= path.field.bit
      slots[Int(path.field.rawValue)] = Int32(truncatingIfNeeded: found - fields)
    }
  }
}
