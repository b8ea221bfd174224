package import Values

/// The language that the lines of a log are written in (SPEC 1.3).
///
/// The other dialects of SPEC 1.3 become cases here, each with its own table of names; until then
/// `auto` and `native` mean the same.
package enum Dialect: String, Sendable, CaseIterable {
  /// Told apart line by line.
  case auto
  /// SPEC 1.1 and 1.2.
  case native
}

/// What a reader is told before it reads: everything that decides about a line besides its bytes.
package struct ReadingRules: Sendable {
  package var vocabulary: Vocabulary
  package var dialect: Dialect
  /// What is absent where an id should be.
  package var noIDs: NoIDs
  /// The moment of ingest: a `timestamp` more than 48 hours later is rejected.
  package var now: Instant
  /// Lines longer than this, without their line end, are rejected.
  package var maximumLineBytes: Int

  package init(
    vocabulary: Vocabulary, dialect: Dialect = .auto, noIDs: NoIDs = NoIDs(), now: Instant,
    maximumLineBytes: Int = 1 << 20
  ) {
    self.vocabulary = vocabulary
    self.dialect = dialect
    self.noIDs = noIDs
    self.now = now
    self.maximumLineBytes = min(max(maximumLineBytes, 16), 1 << 28)
  }

  /// The latest `timestamp` that is believed.
  var latestTime: Instant { now + .hours(48) }
}
