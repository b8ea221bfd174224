import Glibc
import Values

/// One thread of a ``FeedReader``.
struct Worker: ~Copyable {
  let context: WorkContext
  var reader: BlockReader

  /// Works until nothing is left.
  static func run(_ context: WorkContext) {
    let capacity = Int(PlainInput.chunkBytes) + context.rules.maximumLineBytes + 2
    guard
      let lines = LineReader(rules: context.rules, strings: context.strings, capacity: capacity)
    else { return context.queue.fail(Refusal.outOfMemory) }
    var worker = Worker(context: context, reader: BlockReader(lines: lines))
    while let job = context.queue.next() { worker.work(on: job) }
  }

  private mutating func work(on job: WorkQueue.Job) {
    do {
      switch job {
      case .open(let file): try openFile(file)
      case .chunk(let input, let number): try readChunk(number, of: input)
      }
    } catch {
      context.queue.fail(error)
    }
  }

  /// Hands what the reader gathered to the sink, unless it is nothing.
  mutating func deliver(_ file: InputFile, offset: Int64, linesBefore: Int64) throws -> LineCounts {
    let (batch, counts) = reader.take(file, offset: offset, linesBefore: linesBefore)
    if batch.eventCount > 0 || !batch.rejects.isEmpty { try context.sink(batch) }
    return counts
  }
}

// Opening: what the file is, and what of it is known.

extension Worker {
  /// Opens a file and reads it, or shares its chunks with the other workers.
  private mutating func openFile(_ file: InputFile) throws {
    var shared: PlainInput?
    defer { context.queue.opened(shared) }
    do throws(Refusal) {
      switch try opening(file) {
      case .done(let result): context.queue.finished(result)
      case .chunks(let input): shared = input
      case .stream(let stream, let state, let fingerprint):
        try readAll(file, stream, state, fingerprint)
      }
    } catch {
      context.queue.finished(InputResult(file: file, status: .refused(error)))
    }
  }

  private enum Opening {
    case done(InputResult)
    case chunks(PlainInput)
    case stream(any ByteStream, StreamState, Fingerprint?)
  }

  private func opening(_ file: InputFile) throws(Refusal) -> Opening {
    let handle = try OpenFile(file)
    let status = try handle.status()
    guard status.isRegular else { return .stream(try stream(handle, file), StreamState(), nil) }
    let fingerprint = try handle.fingerprint(size: status.size, modified: status.modified)
    if var record = context.known.unchanged(file.path, fingerprint) {
      record.path = file.path
      record.modified = fingerprint.modified
      return .done(InputResult(file: file, status: .alreadyRead, record: record))
    }
    guard try packing(handle, file, size: status.size) == .plain else {
      let (stream, state) = try archive(handle, file)
      return .stream(stream, state, fingerprint)
    }
    let input = PlainInput(
      file, handle, fingerprint, continuing: try continued(file, handle, size: status.size))
    return input.chunkCount == 0 ? .done(input.result()) : .chunks(input)
  }

  private func packing(_ handle: OpenFile, _ file: InputFile, size: Int64) throws(Refusal)
    -> Packing
  {
    var head = [UInt8](repeating: 0, count: Int(min(4, size)))
    for i in head.indices { head[i] = try handle.byte(at: Int64(i)) }
    guard !Packing.isStump(path: file.path, head: head) else { throw .truncatedArchive }
    return Packing(head: head)
  }

  /// The stream of a file from its beginning, unpacked.
  func stream(_ handle: OpenFile, _ file: InputFile) throws(Refusal) -> any ByteStream {
    let head = try handle.firstBytes()
    guard !Packing.isStump(path: file.path, head: head) else { throw .truncatedArchive }
    let raw = RawStream(handle, head: head)
    switch Packing(head: head) {
    case .plain: return raw
    case .gzip: return try GzipStream(raw)
    case .zstd: return try ZstdStream(raw)
    }
  }

  /// The record of an earlier run that this plain file goes on from.
  private func continued(_ file: InputFile, _ handle: OpenFile, size: Int64) throws(Refusal)
    -> InputRecord?
  {
    let window = Int64(InputRecord.window)
    let headHash = size >= window ? try handle.hash(0..<window) : nil
    for record in context.known.candidates(file.path, size: size, headHash: headHash) {
      let head = 0..<Int64(record.headLength)
      let tail = (record.consumed - Int64(record.headLength))..<record.consumed
      guard try handle.hash(head) == record.headHash else { continue }
      if try handle.hash(tail) == record.tailHash { return record }
    }
    return nil
  }
}
