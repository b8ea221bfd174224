package import Values

/// What a reader is told before it reads: everything that decides about a line besides its bytes.
package struct ReadingRules: Sendable {
  package var vocabulary: Vocabulary
  /// A log's own names of fields → canonical ones.
  package var fieldNames: [String: String]
  package var dialect: Dialect
  /// Which words are no ids: what says one says nothing.
  package var noIDs: PlaceholderIDs
  /// The zone of times that name none; nil rejects them.
  package var timesWithoutZone: Zone?
  /// Days that a product's access goes on unpaid, and those of products that are not here.
  package var graceDays: [String: Int] = [:]
  package var defaultGraceDays = 16
  /// How signed lines of the App Store are judged.
  package var signatures: SignatureRules?
  /// The moment of ingest: a `timestamp` more than 48 hours later is rejected.
  package var now: Instant
  /// Lines longer than this, without their line end, are rejected.
  package var maximumLineBytes: Int
  /// How long a named pipe may stay without a byte.
  package var patience = ReadingRules.usualPatience
  static let usualPatience = TimeSpan(milliseconds: 600_000)
  /// Batches have the lines of their events, too.
  package var keepsLines = false

  package init(
    vocabulary: Vocabulary, fieldNames: [String: String] = [:], dialect: Dialect = .auto,
    noIDs: PlaceholderIDs = PlaceholderIDs(), timesWithoutZone: Zone? = nil,
    signatures: SignatureRules? = nil, now: Instant, maximumLineBytes: Int = 1 << 20
  ) {
    self.vocabulary = vocabulary
    self.fieldNames = fieldNames
    self.dialect = dialect
    self.noIDs = noIDs
    self.timesWithoutZone = timesWithoutZone
    self.signatures = signatures
    self.now = now
    self.maximumLineBytes = min(max(maximumLineBytes, 16), 1 << 28)
  }

  func grace(of product: String) -> TimeSpan { .days(graceDays[product] ?? defaultGraceDays) }

  /// The latest `timestamp` that is believed.
  var latestTime: Instant { now + .hours(48) }
}
