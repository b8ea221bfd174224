package import Feed
import Synchronization
import Values

/// The accepted events of a run, sorted into partitions by user, in memory up to a budget and
/// beyond it in a temporary file without a name beside the database.
///
/// Partition p holds the users whose key hash begins with the bits of p, so that going through
/// the partitions in order goes through the users in order of their ids.
package final class Spool: Sendable {
  private static let partitionBits: UInt64 = 6
  package static let partitionCount = 1 << Int(partitionBits)

  private struct Extent {
    let offset: Int64
    let count: Int
  }

  private struct Contents {
    var buffers = [[UInt8]](repeating: [], count: Spool.partitionCount)
    var extents = [[Extent]](repeating: [], count: Spool.partitionCount)
    var buffered = 0
    var written: Int64 = 0
    var file: UnnamedFile?
  }

  private let contents = Mutex(Contents())
  private let directory: String
  private let budget: Int

  /// `budget`: bytes that may stay in memory.
  package init(beside database: String, budget: Int) {
    directory = UnnamedFile.folder(of: database)
    self.budget = budget
  }

  /// Takes the events of a batch; from any thread.
  package func add(_ batch: EventBatch) throws {
    try contents.withLock { contents in
      batch.forEachFrame { frame, bytes in
        let partition = Int(frame.keyHash >> (64 - Spool.partitionBits))
        let start = frame.key.lowerBound - EventBatch.headerBytes
        withUnsafeBytes(of: batch.inputIndex.littleEndian) {
          contents.buffers[partition].append(contentsOf: $0)
        }
        contents.buffers[partition].append(
          contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<frame.packed.upperBound]))
      }
      contents.buffered += batch.bytes.count + 4 * batch.eventCount
      if contents.buffered > budget { try spill(&contents) }
    }
  }

  /// All events of a partition, each as the input's index (4 bytes) and its frame. Call when the
  /// last batch was added, once a partition: it gives the memory back.
  package func take(_ partition: Int) throws -> [UInt8] {
    try contents.withLock { contents in
      var bytes: [UInt8] = []
      let total = contents.extents[partition].reduce(0) { $0 + $1.count }
      bytes.reserveCapacity(total + contents.buffers[partition].count)
      // What was spilled is in the file.
      if let file = contents.file {
        for extent in contents.extents[partition] { bytes += try read(extent, from: file) }
      }
      bytes.append(contentsOf: contents.buffers[partition])
      contents.buffers[partition] = []
      return bytes
    }
  }

  private func spill(_ contents: inout Contents) throws {
    let file = try contents.file ?? UnnamedFile(in: directory)
    contents.file = file
    for partition in contents.buffers.indices where !contents.buffers[partition].isEmpty {
      let buffer = contents.buffers[partition]
      try buffer.withUnsafeBytes { try file.write($0, at: contents.written) }
      contents.extents[partition].append(Extent(offset: contents.written, count: buffer.count))
      contents.written += Int64(buffer.count)
      contents.buffers[partition].removeAll(keepingCapacity: true)
    }
    contents.buffered = 0
  }

  private func read(_ extent: Extent, from file: UnnamedFile) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: extent.count) { buffer, filled in
      try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: extent.offset)
      filled = extent.count
    }
  }
}

/// Where readers' batches go: events to the spool, rejects to memory. Thread-safe.
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

  func sortedRejects() -> [(input: Int32, reject: Reject)] {
    rejects.withLock { all in
      all.sorted { ($0.input, $0.reject.byteOffset) < ($1.input, $1.reject.byteOffset) }
    }
  }
}
