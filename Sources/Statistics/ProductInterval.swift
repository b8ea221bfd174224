import Glibc

/// A share that was counted, with its Wilson 95 % interval.
package struct Proportion: Sendable, Equatable {
  package let value: Double
  package let wilson: Interval

  package init(_ value: Double, wilson: Interval) {
    self.value = value
    self.wilson = wilson
  }

  /// The interval of this share times `other`, a positive figure that was estimated from other
  /// cases: the distances of both to their bounds are added as squares, on the scale of logarithms
  /// (MOVER; Donner and Zou 2012, Statistical Methods in Medical Research 21:347–359).
  package func times(_ other: Double, _ interval: Interval) -> Interval {
    let product = value * other
    guard value > 0, wilson.low > 0, interval.low > 0 else {
      return Interval(wilson.low * interval.low, wilson.high * interval.high)
    }
    let down = hypot(log(value / wilson.low), log(other / interval.low))
    let up = hypot(log(wilson.high / value), log(interval.high / other))
    return Interval(product * exp(-down), product * exp(up))
  }
}
