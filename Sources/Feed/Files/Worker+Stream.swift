import Glibc
import Values

// Archives, pipes and standard input: from front to back, by one worker.

/// Where a stream stands, and what is remembered of it.
struct StreamState {
  /// Bytes in the buffer, and where in the stream the buffer begins.
  var filled = 0
  var offset: Int64 = 0
  var newlines: Int64 = 0
  var linesPerRow: Int64 = 1
  var counts = LineCounts()
  /// A line too long for the buffer is being skipped: where it began.
  var overlong: Int64?
  var overlongHead: [UInt8] = []
  /// Where an earlier run read it to.
  var continuedFrom: Int64?
  /// The first bytes that were consumed, a window at most, and the hash of all of them.
  var head: [UInt8] = []
  var content = StreamHash()
  /// The bytes on disk that the stream is made of, where they are to be remembered.
  var raw: RawStream?
  /// Of an earlier run that read the beginning.
  var earliestFuture: Int64?

  /// What the result of the whole stream says.
  var status: InputResult.Status {
    guard let continuedFrom else { return .read }
    return offset == continuedFrom && filled == 0 ? .alreadyRead : .grown(from: continuedFrom)
  }

  /// Remembers bytes that were consumed.
  mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    if head.count < InputRecord.window {
      head += bytes.prefix(InputRecord.window - head.count)
    }
    content.add(bytes)
  }
}

extension Worker {
  /// Reads a stream to its end and reports it. What the sink throws goes to the queue.
  mutating func readAll(
    _ file: InputFile, _ stream: any ByteStream, _ state: StreamState,
    _ fingerprint: Fingerprint?
  ) throws(Refusal) {
    var state = state
    do {
      while try step(file, stream, &state) {}
      let torn = try finish(file, &state)
      var result = InputResult(
        file: file, status: state.status, record: record(file, fingerprint, state),
        counts: state.counts, tornBytes: torn)
      result.isFoundAnew = state.status == .alreadyRead
      context.queue.finished(result)
    } catch let refusal as Refusal {
      _ = reader.take(file, offset: 0, linesBefore: 0)
      throw refusal
    } catch {
      context.queue.fail(error)
    }
  }

  /// Reads on until the buffer is full; false at the end of the stream.
  private mutating func step(
    _ file: InputFile, _ stream: any ByteStream, _ state: inout StreamState
  ) throws -> Bool {
    let base = reader.lines.base
    let room = min(Int(PlainInput.chunkBytes), reader.lines.capacity - state.filled)
    let got = try stream.read(room, to: base + state.filled)
    guard got > 0 else { return false }
    state.linesPerRow = stream.linesPerRow
    context.progress?(Int64(got))
    let old = state.filled
    state.filled += got
    if let newline = reader.lines.lastNewline(old, state.filled) {
      try readWholeLines(newline + 1, file, &state)
    }
    if state.overlong != nil || state.filled > context.rules.maximumLineBytes + 1 {
      skipOverlong(&state)
    }
    return true
  }

  /// Reads base[0..<end], which ends with a newline, and moves what is behind it to the front.
  private mutating func readWholeLines(_ end: Int, _ file: InputFile, _ state: inout StreamState)
    throws
  {
    let base = reader.lines.base
    var start = 0
    if let began = state.overlong, let newline = reader.lines.firstNewline(0, end) {
      start = newline + 1
      rejectSkipped(from: began, &state)
    }
    reader.read(start..<end, offset: state.offset)
    state.consume(UnsafeRawBufferPointer(start: base, count: end))
    let newlines = reader.newlines
    state.counts += try deliver(file, state)
    state.newlines += newlines
    drop(end, &state)
  }

  private mutating func deliver(_ file: InputFile, _ state: StreamState) throws -> LineCounts {
    try deliver(
      file, offset: state.offset, linesBefore: state.newlines, linesPerRow: state.linesPerRow)
  }

  /// The line that was skipped has ended: it is rejected.
  private mutating func rejectSkipped(from began: Int64, _ state: inout StreamState) {
    let room = reader.lines.scratch
    for (i, byte) in state.overlongHead.enumerated() { reader.lines.base[room + i] = byte }
    reader.rejectOverlong(
      room..<(room + state.overlongHead.count), offset: began - Int64(room))
    state.overlong = nil
    state.overlongHead = []
  }

  /// The buffer holds the middle of an overlong line: forget it.
  private func skipOverlong(_ state: inout StreamState) {
    if state.overlong == nil {
      state.overlong = state.offset
      state.overlongHead = Array(
        UnsafeBufferPointer(start: reader.lines.base, count: Reject.rawLimit))
    }
    state.consume(UnsafeRawBufferPointer(start: reader.lines.base, count: state.filled))
    drop(state.filled, &state)
  }

  /// Moves what is behind `end` to the front of the buffer.
  private func drop(_ end: Int, _ state: inout StreamState) {
    memmove(reader.lines.base, reader.lines.base + end, state.filled - end)
    state.filled -= end
    state.offset += Int64(end)
  }

  /// Reads the last line; returns the bytes of a torn tail, which is rejected: what is behind the
  /// end of an archive or a pipe never comes.
  private mutating func finish(_ file: InputFile, _ state: inout StreamState) throws -> Int64 {
    let isLine: Bool
    if let began = state.overlong {
      rejectSkipped(from: began, &state)
      isLine = true
    } else {
      guard state.filled > 0 else { return 0 }
      isLine = reader.readTail(0..<state.filled, offset: state.offset, isFinal: true)
    }
    state.counts += try deliver(file, state)
    guard isLine else { return Int64(state.filled) }
    state.consume(UnsafeRawBufferPointer(start: reader.lines.base, count: state.filled))
    state.offset += Int64(state.filled)
    return 0
  }

  /// Nil for what cannot be recognised: pipes and standard input.
  private func record(_ file: InputFile, _ fingerprint: Fingerprint?, _ state: StreamState)
    -> InputRecord?
  {
    guard let fingerprint, let raw = state.raw else { return nil }
    return InputRecord(
      path: file.path, identity: fingerprint.identity, rawHeadHash: fingerprint.rawHeadHash,
      rawTailHash: fingerprint.rawTailHash, wholeHash: raw.hash.value, consumed: state.offset,
      newlines: state.newlines, headLength: Int32(state.head.count), headHash: hash(state.head),
      contentHash: state.content.value, hasTornTail: false,
      earliestFuture: earlier(state.earliestFuture, state.counts.earliestFuture))
  }

  private func hash(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { stableHash($0) } }
}
