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
