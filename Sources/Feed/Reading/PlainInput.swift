import Foundation

/// A plain file that several workers read at once, a chunk each.
///
/// A line belongs to the chunk in which it begins. Line numbers need the newlines of all earlier
/// chunks: each worker publishes its own before it asks for those of others, and chunks are begun
/// in order, so nobody waits for ever.
final class PlainInput: @unchecked Sendable {
  static let chunkBytes: Int64 = 1 << 20

  let file: InputFile
  let handle: OpenFile
  let fingerprint: Fingerprint
  let status: InputResult.Status
  /// What is read: from the beginning or the end of an earlier run to the size at opening.
  let range: Range<Int64>
  let chunkCount: Int

  private let condition = NSCondition()
  // Guarded by `condition`.
  private var newlines: [Int32]
  /// Newlines before each chunk, as far as they are known.
  private var before: [Int64]
  private var chunksLeft: Int
  private var counts = LineCounts()
  private var tornBytes: Int64 = 0
  private var refusal: Refusal?

  init(
    _ file: InputFile, _ handle: OpenFile, _ fingerprint: Fingerprint, continuing: InputRecord?
  ) {
    self.file = file
    self.handle = handle
    self.fingerprint = fingerprint
    let from = continuing?.consumed ?? 0
    status = continuing == nil ? .read : .grown(from: from)
    range = from..<fingerprint.size
    chunkCount = Int((fingerprint.size - from + PlainInput.chunkBytes - 1) / PlainInput.chunkBytes)
    newlines = Array(repeating: -1, count: chunkCount)
    before = [continuing?.newlines ?? 0]
    chunksLeft = chunkCount
  }

  /// Where chunk `number` begins and ends.
  func bounds(ofChunk number: Int) -> Range<Int64> {
    let start = range.lowerBound + Int64(number) * PlainInput.chunkBytes
    return start..<min(start + PlainInput.chunkBytes, range.upperBound)
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
    let (counts, tornBytes, refusal, newlines) = condition.withLock {
      (self.counts, self.tornBytes, self.refusal, before.last ?? 0)
    }
    if let refusal { return InputResult(file: file, status: .refused(refusal)) }
    do throws(Refusal) {
      let record = try record(consumed: fingerprint.size - tornBytes, newlines: newlines)
      return InputResult(
        file: file, status: status, record: record, counts: counts, tornBytes: tornBytes)
    } catch {
      return InputResult(file: file, status: .refused(error))
    }
  }

  private func record(consumed: Int64, newlines: Int64) throws(Refusal) -> InputRecord {
    let window = min(Int64(InputRecord.window), consumed)
    return InputRecord(
      path: file.path, size: fingerprint.size, modified: fingerprint.modified,
      rawHeadHash: fingerprint.rawHeadHash, rawTailHash: fingerprint.rawTailHash,
      consumed: consumed, newlines: newlines, headLength: Int32(window),
      headHash: try handle.hash(0..<window),
      tailHash: try handle.hash((consumed - window)..<consumed))
  }
}
