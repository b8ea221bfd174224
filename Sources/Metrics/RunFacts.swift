package import Values

/// What a report tells of the run that made it, for monitoring. The only part of the figures that
/// knows the clock: a report of a day that was asked for by its date has none, and is the same for
/// ever.
package struct RunFacts: Sendable, Hashable {
  package var started: Instant
  /// When all but the writing was done.
  package var ended: Instant
  /// Messages of earlier runs that could not be delivered yet.
  package var undelivered: Int

  package init(started: Instant, ended: Instant, undelivered: Int) {
    self.started = started
    self.ended = ended
    self.undelivered = undelivered
  }
}
