extension Sequence where Element: Equatable {
  /// Each element once, in the order of its first place: for a few values.
  @inlinable
  package var distinct: [Element] {
    var found: [Element] = []
    for element in self where !found.contains(element) { found.append(element) }
    return found
  }
}
