import Glibc
import Values

// Chunks of plain files.

extension Worker {
  /// What a chunk turned out to hold.
  private struct ChunkLines {
    /// In the buffer: whole lines.
    var whole = 0..<0
    /// In the buffer: a last line without its newline, at the end of the file.
    var tail = 0..<0
    /// In the buffer: the beginning of a line that is too long for it.
    var overlong = 0..<0
    /// Bytes of an overlong last line that no newline ends.
    var torn: Int64 = 0
  }

  /// Reads the lines that begin in a chunk. Throws what the sink throws.
  mutating func readChunk(_ number: Int, of input: PlainInput) throws {
    var torn: Int64 = 0
    var refusal: Refusal?
    let bounds = input.bounds(ofChunk: number)
    if !input.isRefused {
      do throws(Refusal) { torn = try readLines(number, of: input) } catch { refusal = error }
    }
    input.publish(newlines: reader.newlines, ofChunk: number)
    let before = reader.hasRejects ? input.newlinesBefore(number) : 0
    let counts: LineCounts
    do {
      counts = try deliver(input.file, offset: bounds.lowerBound, linesBefore: before)
    } catch {
      _ = input.finishChunk(LineCounts(), tornBytes: 0, refusal: nil)
      throw error
    }
    context.progress?(Int64(bounds.count))
    if let result = input.finishChunk(counts, tornBytes: torn, refusal: refusal) {
      context.queue.finished(result)
    }
  }

  /// Returns the bytes of a torn tail.
  private mutating func readLines(_ number: Int, of input: PlainInput) throws(Refusal) -> Int64 {
    let bounds = input.bounds(ofChunk: number)
    // One byte more in front tells whether the chunk begins with a line.
    let isFirst = bounds.lowerBound == input.range.lowerBound
    let offset = isFirst ? bounds.lowerBound : bounds.lowerBound - 1
    let loaded = Int(bounds.upperBound - offset)
    try input.handle.read(offset..<bounds.upperBound, to: reader.lines.base)
    let behind = UnsafeRawPointer(reader.lines.base) + (isFirst ? 0 : 1)
    try input.hash(UnsafeRawBufferPointer(start: behind, count: bounds.count), ofChunk: number)
    guard let start = firstLine(loaded, isFirst: isFirst) else { return 0 }
    let lines = try wholeLines(start, loaded, offset, input)
    reader.read(lines.whole, offset: offset)
    if !lines.overlong.isEmpty { reader.rejectOverlong(lines.overlong, offset: offset) }
    guard !lines.tail.isEmpty,
      !reader.readTail(lines.tail, offset: offset, isFinal: input.isFinal)
    else { return lines.torn }
    return Int64(lines.tail.count)
  }

  /// Where the first line that begins in the chunk stands in the buffer; nil when none does.
  private func firstLine(_ loaded: Int, isFirst: Bool) -> Int? {
    if isFirst { return 0 }
    let newline = reader.lines.firstNewline(0, loaded - 1)
    return newline.map { $0 + 1 }
  }

  /// Loads the rest of the last line behind the chunk.
  private func wholeLines(_ start: Int, _ loaded: Int, _ offset: Int64, _ input: PlainInput)
    throws(Refusal) -> ChunkLines
  {
    let base = reader.lines.base
    let lastStart = reader.lines.lastNewline(start, loaded).map { $0 + 1 } ?? start
    guard lastStart < loaded else { return ChunkLines(whole: start..<loaded) }
    var end = loaded
    while offset + Int64(end) < input.range.upperBound {
      let room = min(lastStart + context.rules.maximumLineBytes + 2, reader.lines.capacity) - end
      guard room > 0 else { return try overlong(start, lastStart, end, offset, input) }
      let more = min(Int64(min(room, 1 << 16)), input.range.upperBound - offset - Int64(end))
      try input.handle.read(
        (offset + Int64(end))..<(offset + Int64(end) + more), to: base + end)
      if let newline = reader.lines.firstNewline(end, end + Int(more)) {
        return ChunkLines(whole: start..<(newline + 1))
      }
      end += Int(more)
    }
    return ChunkLines(whole: start..<lastStart, tail: lastStart..<end)
  }

  /// A line that does not fit: rejected when a newline ends it somewhere, else a torn tail.
  private func overlong(
    _ start: Int, _ lastStart: Int, _ end: Int, _ offset: Int64, _ input: PlainInput
  ) throws(Refusal) -> ChunkLines {
    var lines = ChunkLines(whole: start..<lastStart)
    if try hasNewline(from: offset + Int64(end), input) {
      lines.overlong = lastStart..<end
    } else {
      lines.torn = input.range.upperBound - offset - Int64(lastStart)
      if input.isFinal { lines.overlong = lastStart..<end }
    }
    return lines
  }

  private func hasNewline(from offset: Int64, _ input: PlainInput) throws(Refusal) -> Bool {
    let size: Int64 = 1 << 18
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: Int(size), alignment: 16)
    defer { buffer.deallocate() }
    var at = offset
    while at < input.range.upperBound {
      let next = min(at + size, input.range.upperBound)
      try input.handle.read(at..<next, to: buffer)
      if memchr(buffer, 10, Int(next - at)) != nil { return true }
      at = next
    }
    return false
  }
}

// Archives whose beginning was read in an earlier run: a log that was packed after it was read
// (`events.ndjson` → `events.ndjson.gz`), or to which another member was appended.

extension Worker {
  /// A regular archive, from where an earlier run read it to, else from its beginning.
  ///
  /// All bytes before that place must be those of the record. Logs shorter than 64 KiB are read
  /// again.
  func archive(_ handle: OpenFile, _ file: InputFile) throws(Refusal) -> (
    stream: any ByteStream, state: StreamState
  ) {
    let (unpacked, raw) = try handle.stream(of: file)
    let stream = lines(of: unpacked)
    var state = StreamState()
    state.raw = raw
    try advance(&state, stream, by: Int64(InputRecord.window))
    let hash = state.head.withUnsafeBytes { stableHash($0) }
    for record in context.known.archived(headHash: hash) where record.consumed >= state.offset {
      try advance(&state, stream, by: record.consumed - state.offset)
      guard state.offset == record.consumed,
        state.content.value == record.contentHash
      else { continue }
      state.earliestFuture = record.earliestFuture
      state.newlines = record.newlines
      state.continuedFrom = record.consumed
      return (stream, state)
    }
    try handle.rewind()
    var fresh = StreamState()
    let again = try handle.stream(of: file)
    fresh.raw = again.raw
    return (lines(of: again.unpacked), fresh)
  }

  /// Skips `count` bytes, or what there is.
  private func advance(_ state: inout StreamState, _ stream: any ByteStream, by count: Int64)
    throws(Refusal)
  {
    let size = 1 << 18
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    let end = state.offset + count
    while state.offset < end {
      let got = try stream.read(Int(min(Int64(size), end - state.offset)), to: buffer)
      guard got > 0 else { return }
      state.consume(UnsafeRawBufferPointer(start: buffer, count: got))
      state.offset += Int64(got)
    }
  }
}
