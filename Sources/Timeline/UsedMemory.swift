extension Array {
  /// Most customers have fewer of everything.
  @usableFromInline
  static var usualCount: Int { 1 << 12 }

  /// Removes everything, and keeps the memory unless that is uncommonly much.
  @inlinable
  package mutating func empty() {
    if !isEmpty { removeAll(keepingCapacity: capacity <= Self.usualCount) }
  }

  /// The list, which is left empty and without memory.
  mutating func taken() -> [Element] {
    var taken: [Element] = []
    swap(&taken, &self)
    return taken
  }
}
