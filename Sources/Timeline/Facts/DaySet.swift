package import Values

/// A set of days as disjoint stretches in ascending order.
package struct DaySet: Equatable {
  package private(set) var stretches: [Range<Day>] = []

  package init(_ ranges: [Range<Day>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = stretches.last, range.lowerBound <= last.upperBound {
        stretches[stretches.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        stretches.append(range)
      }
    }
  }

  /// The days of this set that are not in `other`.
  func subtracting(_ other: DaySet) -> DaySet {
    DaySet(stretches.flatMap { other.gaps(within: $0) })
  }

  private func gaps(within range: Range<Day>) -> [Range<Day>] {
    var gaps: [Range<Day>] = []
    var at = range.lowerBound
    for stretch in stretches where stretch.overlaps(range) {
      if at < stretch.lowerBound { gaps.append(at..<stretch.lowerBound) }
      at = stretch.upperBound
    }
    if at < range.upperBound { gaps.append(at..<range.upperBound) }
    return gaps
  }
}
