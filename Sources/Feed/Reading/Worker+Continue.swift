import Values

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
