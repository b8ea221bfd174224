package import Values

// READ: logs in, batches of events out.
//
//   findInputs  →  FeedReader.read  →  sink(EventBatch), InputResult for each file
//
// Every worker takes jobs from the WorkQueue. It opens a file (Worker): known bytes are not
// read again; an archive, a pipe or standard input is read by this worker alone (Worker+Stream); a
// plain file is cut into chunks that all workers read (Worker+Chunk). Lines go through a
// BlockReader into a batch, and the batch into the sink.

/// Reads logs with several threads at once. What it delivers does not depend on their number,
/// except for the order of the batches.
package struct FeedReader: Sendable {
  /// Takes a batch, on a worker's thread, while other workers may be in it too.
  package typealias Sink = @Sendable (EventBatch) throws -> Void
  /// Told, on a worker's thread, how many bytes on disk (of streams: decompressed ones) were read
  /// since it was told last.
  package typealias Progress = @Sendable (Int64) -> Void

  private let rules: ReadingRules
  private let strings: StringTable
  private let known: KnownInputs
  private let threads: Int

  /// `known` are the records of earlier runs; without them everything is read.
  package init(
    rules: ReadingRules, strings: StringTable, known: [InputRecord] = [], threads: Int
  ) {
    self.rules = rules
    self.strings = strings
    self.known = KnownInputs(known, latest: rules.latestTime.milliseconds)
    self.threads = max(1, threads)
  }

  /// Reads all files; one result for each, in their order. A file that cannot be read to its end
  /// is refused, and the caller drops its batches; the others go on. Throws what the sink throws.
  package func read(
    _ files: [InputFile], progress: Progress? = nil, sink: @escaping Sink
  ) throws -> [InputResult] {
    let queue = WorkQueue(files)
    let context = WorkContext(
      rules: rules, strings: strings, known: known, queue: queue, progress: progress, sink: sink)
    let others = (1..<threads).compactMap { _ in RunningThread { Worker.run(context) } }
    Worker.run(context)
    for other in others { other.wait() }
    return try queue.allResults()
  }
}

/// What all workers share.
struct WorkContext: Sendable {
  let rules: ReadingRules
  let strings: StringTable
  let known: KnownInputs
  let queue: WorkQueue
  let progress: FeedReader.Progress?
  let sink: FeedReader.Sink
}

/// What a reader is told before it reads: everything that decides about a line besides its bytes.
package struct ReadingRules: Sendable {
  package var names: EventNames
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
    names: EventNames, fieldNames: [String: String] = [:], dialect: Dialect = .auto,
    noIDs: PlaceholderIDs = PlaceholderIDs(), timesWithoutZone: Zone? = nil,
    signatures: SignatureRules? = nil, now: Instant, maximumLineBytes: Int = 1 << 20
  ) {
    self.names = names
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
