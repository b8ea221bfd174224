import CZlib
import CZstd

/// One gzip member.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var stream = z_stream()
  let size = Int32(MemoryLayout<z_stream>.size)
  guard
    deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
      == Z_OK
  else { return [] }
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
  return input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      _ = deflate(&stream, Z_FINISH)
      return Array(output.prefix(Int(stream.total_out)))
    }
  }
}

/// One zstd frame with a checksum.
func zstd(_ bytes: [UInt8]) -> [UInt8] {
  let context = ZSTD_createCCtx()
  defer { ZSTD_freeCCtx(context) }
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
  var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
  let count = ZSTD_compress2(context, &output, output.count, bytes, bytes.count)
  return Array(output.prefix(count))
}
