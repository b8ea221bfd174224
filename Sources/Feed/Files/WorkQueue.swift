import Foundation

/// What there is to do, handed out to workers in order, so that all of them are busy until the
/// end: files to open, and the chunks of the plain ones among them.
final class WorkQueue: @unchecked Sendable {
  enum Job {
    case open(InputFile)
    case chunk(PlainInput, Int)
  }

  private let condition = NSCondition()
  // Guarded by `condition`.
  private var files: [InputFile]
  private var opening = 0
  private var inputs: [(input: PlainInput, nextChunk: Int)] = []
  private var failure: (any Error)?
  private var results: [InputResult] = []

  /// Archives come first, large before small: only one worker can read each of them.
  init(_ files: [InputFile]) {
    self.files = files.sorted { a, b in
      let (first, second) = (WorkQueue.weight(a), WorkQueue.weight(b))
      return first == second ? a.index > b.index : first < second
    }
  }

  private static func weight(_ file: InputFile) -> Int64 {
    file.path.hasSuffix(".gz") || file.path.hasSuffix(".zst") ? file.size + 1 : 0
  }

  /// The next job; waits while another worker opens what may become jobs. Nil at the end.
  func next() -> Job? {
    condition.withLock {
      while failure == nil {
        if let job = nextChunk() { return job }
        if let file = files.popLast() {
          opening += 1
          return .open(file)
        }
        if opening == 0 { return nil }
        condition.wait()
      }
      return nil
    }
  }

  private func nextChunk() -> Job? {
    guard let (input, number) = inputs.first.map({ ($0.input, $0.nextChunk) }) else { return nil }
    if number + 1 == input.chunkCount { inputs.removeFirst() } else { inputs[0].nextChunk += 1 }
    return .chunk(input, number)
  }

  /// A file has been opened; its chunks are jobs now. Nil when it had none to share.
  func opened(_ input: PlainInput?) {
    condition.withLock {
      opening -= 1
      if let input { inputs.append((input, 0)) }
      condition.broadcast()
    }
  }

  func finished(_ result: InputResult) { condition.withLock { results.append(result) } }

  /// Nothing more is handed out; the first failure is the one that is thrown.
  func fail(_ error: any Error) {
    condition.withLock {
      if failure == nil { failure = error }
      condition.broadcast()
    }
  }

  /// The results in the order of the inputs.
  func allResults() throws -> [InputResult] {
    try condition.withLock {
      if let failure { throw failure }
      return results.sorted { $0.file.index < $1.file.index }
    }
  }
}
