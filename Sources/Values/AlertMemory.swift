/// How far a trouble has reached since it began: whom it is about, and how bad it is. Who was told
/// of one part, or knows of it, knows nothing of the others.
package struct AlertScope: Sendable, Hashable {
  /// Words of above, segments (`country US`) and causes. As the database keeps them.
  package var parts: Set<String>

  package init(parts: Set<String>) { self.parts = parts }
}

/// What is remembered of a rule from the newest as-of day before this one.
///
///     finding   firing  firing  ok          firing  ok          ok
///     state     firing  firing  recovering  firing  recovering  ok, resolved
///     since     Mon     Mon     Mon         Mon     Mon         –
///
/// A window that still fires although its newest days are reliably well is recovering, too. A rule
/// that was never judged before takes the first day of its trouble from its own series.
///
/// One good day is no recovery yet: a rule that flaps keeps its beginning and is not new every
/// night. A day that cannot be judged is neither good nor bad: the trouble is not over. A rule that
/// has only waited for newer data begins anew with what that says.
package struct RememberedState: Sendable, Hashable {
  package var state: AlertState
  /// The first day of an uninterrupted trouble.
  package var since: Day?
  /// How far that has reached; nil where there is none, or an older version did not keep it.
  package var extent: AlertScope?

  package init(state: AlertState, since: Day? = nil, extent: AlertScope? = nil) {
    (self.state, self.since, self.extent) = (state, since, extent)
  }
}

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
    (self.made, self.until, self.why, self.extent) = (made, until, why, extent)
  }
}

/// What the last message about a rule said.
package struct LastNotified: Sendable, Hashable {
  package var since: Day
  package var day: Day
  /// How far the trouble had reached; nil where an older version did not keep it.
  package var extent: AlertScope?
  /// The rule that told of it, where that is another one for the same cause.
  package var teller: String?

  package init(since: Day, day: Day, extent: AlertScope? = nil, teller: String? = nil) {
    (self.since, self.day, self.extent, self.teller) = (since, day, extent, teller)
  }
}
