import Feed
import Synchronization

/// Where the readers' batches go: events to the spool, rejected lines to memory until the run
/// writes them. Used from several threads.
final class Collector: Sendable {
  let spool: Spool
  private let hashes: HashedIDs?
  private let rejects = Mutex<[(input: Int32, reject: Reject)]>([])

  init(_ spool: Spool, _ hashes: HashedIDs?) {
    self.spool = spool
    self.hashes = hashes
  }

  func take(_ batch: EventBatch) throws {
    let batch = hashes?.hashed(batch) ?? batch
    if !batch.rejects.isEmpty {
      rejects.withLock { all in
        let room = max(0, RejectWriter.limit - all.count)
        all += batch.rejects.prefix(room).map { (batch.inputIndex, $0) }
      }
    }
    try spool.add(batch)
  }

  /// The rejected lines by input and line.
  func sortedRejects() -> [(input: Int32, reject: Reject)] {
    rejects.withLock { all in
      all.sorted { ($0.input, $0.reject.byteOffset) < ($1.input, $1.reject.byteOffset) }
    }
  }
}
