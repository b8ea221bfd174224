/// A whole file that belongs to a log: plain, gzip or zstd, told by its first bytes.
package enum UnpackedFile {
  /// All its bytes, unpacked; refused where it cannot be read to its end.
  package static func bytes(of path: String) throws(Refusal) -> [UInt8] {
    let input = InputFile(path: path, index: 0)
    let file = try OpenFile(input)
    _ = try file.status()
    let stream = try file.stream(of: input).unpacked
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    guard let base = buffer.baseAddress else { throw .outOfMemory }
    while true {
      let count = try stream.read(buffer.count, to: base)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
