package import Values

/// Somebody knows of a trouble: until the end of a day it neither pages nor counts. It covers the
/// trouble that was there when it was made; when that is over and comes back, it is news again.
package struct Acknowledgement: Sendable, Hashable {
  /// The newest day that was judged when it was made.
  package var made: Day
  package var until: Day
  package var why: String

  package init(made: Day, until: Day, why: String) {
    self.made = made
    self.until = until
    self.why = why
  }

  /// Whether it is about a trouble that began on `since`, on a day that is not too late.
  package func covers(since: Day, on asOf: Day) -> Bool { since <= made && asOf <= until }
}
