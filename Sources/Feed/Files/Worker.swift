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
  mutating func deliver(
    _ file: InputFile, offset: Int64, linesBefore: Int64, linesPerRow: Int64 = 1
  ) throws -> LineCounts {
    let (batch, counts) = reader.take(
      file, offset: offset, linesBefore: linesBefore, linesPerRow: linesPerRow)
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
      context.queue.finished(InputResult(file: file, status: file.status(after: error)))
    }
  }

  private enum Opening {
    case done(InputResult)
    case chunks(PlainInput)
    case stream(any ByteStream, StreamState, Fingerprint?)
  }

  private func opening(_ file: InputFile) throws(Refusal) -> Opening {
    let handle = try OpenFile(file, patience: context.rules.patience)
    let status = try handle.status()
    guard status.isRegular else {
      return .stream(lines(of: try handle.stream(of: file).unpacked), StreamState(), nil)
    }
    let hashes = FileHashes(handle)
    if let record = context.known.untouched(file.path, status.identity) {
      return try known(record, file, handle, status.identity, hashes)
    }
    let fingerprint = try handle.fingerprint(status.identity)
    if let record = try alike(fingerprint, hashes) {
      return try known(record, file, handle, status.identity, hashes)
    }
    guard try packing(handle, file, size: status.identity.size) == .plain,
      try !isTable(handle, size: status.identity.size)
    else {
      let (stream, state) = try archive(handle, file)
      return .stream(stream, state, fingerprint)
    }
    let input = PlainInput(
      file, handle, fingerprint, continuing: try continued(file, handle, fingerprint.size, hashes),
      hashes: hashes.hashes)
    return input.chunkCount == 0 ? .done(input.result()) : .chunks(input)
  }

  /// The record of the very bytes of a file. All of them are hashed: two files can be as long as each
  /// other and have the same ends.
  private func alike(_ fingerprint: Fingerprint, _ hashes: FileHashes) throws(Refusal)
    -> InputRecord?
  {
    let alike = context.known.alike(fingerprint)
    guard !alike.isEmpty else { return nil }
    let whole = try hashes.hash(upTo: fingerprint.size)
    return alike.first { $0.wholeHash == whole }
  }

  /// A file that was read before, and that nobody has written to since.
  private func known(
    _ record: InputRecord, _ file: InputFile, _ handle: OpenFile, _ identity: FileIdentity,
    _ hashes: FileHashes
  ) throws(Refusal) -> Opening {
    if record.hasTornTail {
      let fingerprint = Fingerprint(
        identity: identity, rawHeadHash: record.rawHeadHash, rawTailHash: record.rawTailHash)
      _ = try hashes.hash(upTo: record.consumed)
      return .chunks(
        PlainInput(file, handle, fingerprint, continuing: record, hashes: hashes.hashes))
    }
    var result = InputResult(file: file, status: .alreadyRead)
    result.isFoundAnew = record.path != file.path || record.identity != identity
    var record = record
    record.path = file.path
    record.identity = identity
    result.record = record
    return .done(result)
  }

  private func packing(_ handle: OpenFile, _ file: InputFile, size: Int64) throws(Refusal)
    -> Packing
  {
    let head = try handle.bytes(0..<min(4, size))
    try Packing.requireWhole(path: file.path, head: head)
    return Packing(head: head)
  }

  private func isTable(_ handle: OpenFile, size: Int64) throws(Refusal) -> Bool {
    guard readsTables else { return false }
    return try handle.isTable(size: size, isNamed: isTableNamed)
  }

  /// Whether files may be tables, and whether they must be.
  private var readsTables: Bool { context.rules.dialect == .auto || isTableNamed }
  private var isTableNamed: Bool { context.rules.dialect == .revenueCatExport }

  /// What of a stream is read as lines.
  func lines(of stream: any ByteStream) -> any ByteStream {
    readsTables ? TableLines(stream, isNamed: isTableNamed) : stream
  }

  /// The record of an earlier run that this plain file goes on from: all that was read then is
  /// there still.
  private func continued(
    _ file: InputFile, _ handle: OpenFile, _ size: Int64, _ hashes: FileHashes
  ) throws(Refusal) -> InputRecord? {
    let window = Int64(InputRecord.window)
    let headHash = size >= window ? try handle.hash(0..<window) : nil
    for record in context.known.candidates(file.path, size: size, headHash: headHash) {
      guard try handle.hash(0..<Int64(record.headLength)) == record.headHash else { continue }
      if try hashes.hash(upTo: record.consumed) == record.contentHash { return record }
    }
    return nil
  }
}

extension InputFile {
  /// What a file is that could not be opened or read: one that was renamed since logs were looked
  /// for is simply gone.
  fileprivate func status(after refusal: Refusal) -> InputResult.Status {
    guard refusal == .cannotOpen(code: ENOENT) else { return .refused(refusal) }
    var status = stat()
    let isLink = withCPath(name) { lstat($0, &status) } == 0
    return isLink ? .refused(refusal) : .gone
  }
}
