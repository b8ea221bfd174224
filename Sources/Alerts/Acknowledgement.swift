package import Values

/// Somebody knows of a trouble: until the end of a day it neither pages nor counts. It covers the
/// trouble that was there when it was made, as far as it had reached: when that is over and comes
/// back, when it gets critical, or reaches other segments, it is news again.
package struct Acknowledgement: Sendable, Hashable {
  /// The newest day that was judged when it was made.
  package var made: Day
  package var until: Day
  package var why: String
  /// How far the trouble had reached; nil where an older version did not keep it.
  package var extent: AlertScope?

  package init(made: Day, until: Day, why: String, extent: AlertScope? = nil) {
    self.made = made
    self.until = until
    self.why = why
    self.extent = extent
  }

  /// What of a trouble it does not cover, in words: nothing of what was known when it was made. Nil where
  /// it is about another trouble, or the day is too late or before anybody knew.
  func news(in trouble: RememberedState, on asOf: Day) -> [String]? {
    guard let since = trouble.since, since <= made, made <= asOf, asOf <= until else {
      return nil
    }
    guard let extent, let reached = trouble.extent else { return [] }
    return extent.news(in: reached)
  }
}
