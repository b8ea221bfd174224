import CZstd

extension [UInt8] {
  /// The bytes as one frame of Zstandard, of the level that takes the least time; frames behind one
  /// another are one file. Nil where there is no memory for it.
  package var zstdFrame: [UInt8]? {
    let bound = ZSTD_compressBound(count)
    var failed = false
    let frame = [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
      let size = withUnsafeBytes {
        ZSTD_compress(buffer.baseAddress, bound, $0.baseAddress, count, 1)
      }
      failed = ZSTD_isError(size) != 0
      filled = failed ? 0 : size
    }
    return failed ? nil : frame
  }
}
