import Values

// Archives whose beginning was read in an earlier run: a log that was packed after it was read
// (`events.ndjson` → `events.ndjson.gz`), or to which another member was appended.

extension Worker {
  /// A regular archive, from where an earlier run read it to, else from its beginning.
  ///
  /// The first 64 KiB and the last 64 KiB before that place must be those of the record, and so
  /// many bytes must stand between them. Logs shorter than 64 KiB are read again.
  func archive(_ handle: OpenFile, _ file: InputFile) throws(Refusal) -> (
    stream: any ByteStream, state: StreamState
  ) {
    let stream = try stream(handle, file)
    var state = StreamState()
    try advance(&state, stream, by: Int64(InputRecord.window))
    let hash = state.head.withUnsafeBytes { stableHash($0) }
    for record in context.known.archived(headHash: hash) where record.consumed >= state.offset {
      try advance(&state, stream, by: record.consumed - state.offset)
      guard state.offset == record.consumed,
        state.tail.withUnsafeBytes({ stableHash($0) }) == record.tailHash
      else { continue }
      state.newlines = record.newlines
      state.continuedFrom = record.consumed
      return (stream, state)
    }
    try handle.rewind()
    return (try self.stream(handle, file), StreamState())
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
