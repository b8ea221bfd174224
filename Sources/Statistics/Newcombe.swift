import Glibc

/// The difference between two proportions: the square-and-add interval of their Wilson intervals
/// (Newcombe 1998, Statistics in Medicine 17:873–890, method 10). Unlike the plain one it stays
/// within −1…1, and holds what it says for small samples and rare events.
package enum Newcombe {
  /// A sample as its proportion with the ends of its Wilson interval.
  package struct Part: Sendable {
    let proportion: Double
    let wilson: Interval

    package init(_ proportion: Double, wilson: Interval) {
      self.proportion = proportion
      self.wilson = wilson
    }
  }

  /// The interval of `a` − `b`.
  package static func difference(_ a: Part, _ b: Part) -> Interval {
    let difference = a.proportion - b.proportion
    return Interval(
      difference - hypot(a.proportion - a.wilson.low, b.wilson.high - b.proportion),
      difference + hypot(a.wilson.high - a.proportion, b.proportion - b.wilson.low))
  }
}
