package import Feed
package import Values

/// Whether a subscription renews by itself, over time (Definitions, "When somebody has access").
package struct RenewalSwitch: Sendable {
  /// The instants at which it changed, ascending; on before the first.
  package private(set) var changes = SmallArray<(time: Instant, isOn: Bool)>()

  package var isOn: Bool { changes.last?.isOn ?? true }

  /// Whether it was on just before `end`.
  package func isOn(before end: Instant) -> Bool {
    let next = changes.partitioningIndex { $0.time >= end }
    return next > 0 ? changes[next - 1].isOn : true
  }

  mutating func turn(on isOn: Bool, at time: Instant) {
    guard isOn != self.isOn else { return }
    changes.append((time, isOn))
  }

  /// The stretches in which it was off; the last may be open.
  package var offStretches: SmallArray<Range<Instant>> {
    var stretches = SmallArray<Range<Instant>>()
    for index in changes.indices where !changes[index].isOn {
      let end = index + 1 < changes.count ? changes[index + 1].time : .distantFuture
      stretches.append(changes[index].time..<end)
    }
    return stretches
  }
}

/// The moment at which somebody switched auto-renew off.
package struct Cancellation: Sendable {
  package let time: Instant
  package let reason: StringID
  /// That of the running coverage, or the latest; 0 without any.
  package let product: StringID
  package let isInTrial: Bool
}
