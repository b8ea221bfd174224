/// What a run wrote.
package struct SimulationSummary: Sendable, Equatable {
  /// People who installed an app.
  package internal(set) var customers = 0
  /// Events that happened, each counted once.
  package internal(set) var events = 0
  /// Lines handed over, duplicates included.
  package internal(set) var lines = 0
  /// Bytes handed over, line ends included.
  package internal(set) var bytes = 0
  /// Lines sent a second time.
  package internal(set) var duplicates = 0
  /// Lines delivered an hour to three days after their event.
  package internal(set) var late = 0
  /// Lines that no reader can trust.
  package internal(set) var broken = 0
  /// Lines that would have been delivered after the last day.
  package internal(set) var undelivered = 0
  /// Lines that a broken delivery swallowed.
  package internal(set) var lost = 0

  init() {}
}
