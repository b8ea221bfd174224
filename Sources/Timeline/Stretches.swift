package import Values

package typealias DaySet = Stretches<Day>

/// A set of days, or of instants, as disjoint stretches in ascending order.
package struct Stretches<Bound: Comparable & Sendable>: Equatable, Sendable {
  package private(set) var stretches = SmallArray<Range<Bound>>()

  package init(_ ranges: some RandomAccessCollection<Range<Bound>>) {
    // As most are: of one subscription, one after the other.
    let isInOrder = zip(ranges, ranges.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound }
    guard isInOrder else {
      self = Stretches(ranges.sorted { $0.lowerBound < $1.lowerBound })
      return
    }
    for range in ranges where !range.isEmpty { extend(by: range) }
  }

  /// Adds what begins nowhere before the last stretch.
  private mutating func extend(by range: Range<Bound>) {
    if let last = stretches.last, range.lowerBound <= last.upperBound {
      stretches[stretches.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      stretches.append(range)
    }
  }

  /// What of this set is not in `other`.
  func subtracting(_ other: Stretches) -> Stretches {
    if other.stretches.isEmpty { return self }
    return Stretches(stretches.flatMap { other.gaps(within: $0) })
  }

  private func gaps(within range: Range<Bound>) -> [Range<Bound>] {
    var gaps: [Range<Bound>] = []
    var at = range.lowerBound
    for stretch in overlapping(range) {
      if at < stretch.lowerBound { gaps.append(at..<stretch.lowerBound) }
      at = stretch.upperBound
    }
    if at < range.upperBound { gaps.append(at..<range.upperBound) }
    return gaps
  }

  /// The stretches that have something in common with `range`.
  func overlapping(_ range: Range<Bound>) -> Slice<SmallArray<Range<Bound>>> {
    let first = stretches.partitioningIndex { $0.upperBound > range.lowerBound }
    let rest = stretches[first...]
    return rest[..<rest.partitioningIndex { $0.lowerBound >= range.upperBound }]
  }

  func contains(_ bound: Bound) -> Bool {
    let next = stretches.partitioningIndex { $0.lowerBound > bound }
    return next > 0 && bound < stretches[next - 1].upperBound
  }

  /// Whether a stretch leads up to `bound`, or over it.
  func leads(upTo bound: Bound) -> Bool {
    let next = stretches.partitioningIndex { $0.lowerBound >= bound }
    return next > 0 && bound <= stretches[next - 1].upperBound
  }
}
