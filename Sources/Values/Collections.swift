extension Sequence where Element: Equatable {
  /// Each element once, in the order of its first place: for a few values.
  @inlinable
  package var distinct: [Element] {
    var found: [Element] = []
    for element in self where !found.contains(element) { found.append(element) }
    return found
  }
}

extension Dictionary {
  /// Of pairs with the same key the first stays.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}

extension RandomAccessCollection {
  /// The first index from which on `belongsInSecondPart` holds, by halving; the end where it holds
  /// nowhere. The elements for which it does not hold come first, as in swift-algorithms.
  @inlinable
  package func partitioningIndex(where belongsInSecondPart: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongsInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
