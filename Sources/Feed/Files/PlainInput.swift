import Foundation

/// A plain file that several workers read at once, a chunk each.
///
/// A line belongs to the chunk in which it begins. Line numbers need the newlines of all earlier
/// chunks: each worker publishes its own before it asks for those of others, and chunks are begun
/// in order, so nobody waits for ever.
final class PlainInput: @unchecked Sendable {
  /// Chunks are the blocks that are hashed; only the first one may be shorter.
  static let chunkBytes = BlockHashes.blockBytes

  let file: InputFile
  let handle: OpenFile
  let fingerprint: Fingerprint
  let status: InputResult.Status
  /// What is read: from the beginning or the end of an earlier run to the size at opening.
  let range: Range<Int64>
  /// Nobody has written to it since the last run: its torn tail is one for good.
  let isFinal: Bool
  let chunkCount: Int

  private let condition = NSCondition()
  // Guarded by `condition`.
  private var hashes: BlockHashes
  private var newlines: [Int32]
  /// Newlines before each chunk, as far as they are known.
  private var before: [Int64]
  private var chunksLeft: Int
  private var counts = LineCounts()
  private var tornBytes: Int64 = 0
  private var refusal: Refusal?

  private let firstChunk: Int64
  private let earliestFuture: Int64?

  /// `hashes`: of the blocks before the place where reading goes on, at least.
  init(
    _ file: InputFile, _ handle: OpenFile, _ fingerprint: Fingerprint, continuing: InputRecord?,
    hashes: BlockHashes
  ) {
    self.file = file
    self.handle = handle
    self.fingerprint = fingerprint
    self.hashes = hashes
    let from = continuing?.consumed ?? 0
    status = continuing == nil ? .read : .grown(from: from)
    range = from..<fingerprint.size
    isFinal = continuing?.identity.size == fingerprint.size
    earliestFuture = continuing?.earliestFuture
    firstChunk = from / PlainInput.chunkBytes
    let end = (fingerprint.size + PlainInput.chunkBytes - 1) / PlainInput.chunkBytes
    chunkCount = range.isEmpty ? 0 : Int(end - firstChunk)
    newlines = Array(repeating: -1, count: chunkCount)
    before = [continuing?.newlines ?? 0]
    chunksLeft = chunkCount
  }

  /// Where chunk `number` begins and ends.
  func bounds(ofChunk number: Int) -> Range<Int64> {
    let start = (firstChunk + Int64(number)) * PlainInput.chunkBytes
    return max(start, range.lowerBound)..<min(start + PlainInput.chunkBytes, range.upperBound)
  }

  /// Takes the bytes of a chunk as they were read: what is hashed is what was read.
  func hash(_ bytes: UnsafeRawBufferPointer, ofChunk number: Int) throws(Refusal) {
    let block = firstChunk + Int64(number)
    guard (block + 1) * BlockHashes.blockBytes <= range.upperBound else { return }
    let isWhole = bytes.count == Int(BlockHashes.blockBytes)
    let hash =
      isWhole
      ? BlockHashes.hash(bytes, block: block) : try handle.hash(ofBlock: Int(block))
    condition.withLock { hashes.set(hash, ofBlock: Int(block)) }
  }

  var isRefused: Bool { condition.withLock { refusal != nil } }

  func publish(newlines count: Int64, ofChunk number: Int) {
    condition.withLock {
      newlines[number] = Int32(count)
      while before.count <= chunkCount, newlines[before.count - 1] >= 0 {
        before.append((before.last ?? 0) + Int64(newlines[before.count - 1]))
      }
      condition.broadcast()
    }
  }

  /// Newlines before chunk `number`; waits until they are known.
  func newlinesBefore(_ number: Int) -> Int64 {
    condition.withLock {
      while before.count <= number { condition.wait() }
      return before[number]
    }
  }

  /// Adds what became of a chunk; the result of the file after its last one.
  func finishChunk(_ counts: LineCounts, tornBytes: Int64, refusal: Refusal?) -> InputResult? {
    let isLast = condition.withLock {
      self.counts += counts
      self.tornBytes += tornBytes
      if self.refusal == nil { self.refusal = refusal }
      chunksLeft -= 1
      return chunksLeft == 0
    }
    return isLast ? result() : nil
  }

  /// Of a file whose chunks are all read.
  func result() -> InputResult {
    let (counts, tornBytes, refusal) = condition.withLock {
      (self.counts, self.tornBytes, self.refusal)
    }
    if let refusal { return InputResult(file: file, status: .refused(refusal)) }
    do throws(Refusal) {
      return InputResult(
        file: file, status: status, record: try record(counts, tornBytes), counts: counts,
        tornBytes: tornBytes)
    } catch {
      return InputResult(file: file, status: .refused(error))
    }
  }

  private func record(_ counts: LineCounts, _ tornBytes: Int64) throws(Refusal) -> InputRecord {
    let (newlines, hashes) = condition.withLock { (before.last ?? 0, self.hashes) }
    let consumed = fingerprint.size - tornBytes
    let window = min(Int64(InputRecord.window), consumed)
    let whole = try handle.hash(upTo: fingerprint.size, hashes)
    return InputRecord(
      path: file.path, identity: fingerprint.identity, rawHeadHash: fingerprint.rawHeadHash,
      rawTailHash: fingerprint.rawTailHash, wholeHash: whole, consumed: consumed,
      newlines: newlines, headLength: Int32(window), headHash: try handle.hash(0..<window),
      contentHash: tornBytes == 0 ? whole : try handle.hash(upTo: consumed, hashes),
      hasTornTail: tornBytes > 0 && !isFinal,
      earliestFuture: earlier(earliestFuture, counts.earliestFuture))
  }
}
