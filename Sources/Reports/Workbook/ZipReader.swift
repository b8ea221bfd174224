import CZlib

/// Reads the parts of a ZIP file, to prove that a finished workbook is whole. Every size and
/// checksum is compared; anything unexpected is an error, nothing is repaired.
package struct ZipReader {
  package enum Fault: Error, Hashable {
    case noDirectory, badEntry(String), badChecksum(String), badData(String)
  }

  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func parts() throws -> [(name: String, content: [UInt8])] {
    let (count, start) = try directory()
    var at = start
    var parts: [(String, [UInt8])] = []
    for _ in 0..<count {
      guard word(at, 4) == 0x0201_4B50 else { throw Fault.noDirectory }
      let name = String(decoding: try slice(at + 46, word(at + 28, 2)), as: UTF8.self)
      parts.append((name, try content(of: name, entry: at)))
      at += 46 + word(at + 28, 2) + word(at + 30, 2) + word(at + 32, 2)
    }
    return parts
  }

  /// Of the end record, the last 22 bytes: how many entries, and where their list begins.
  private func directory() throws -> (count: Int, start: Int) {
    let end = bytes.count - 22
    guard end >= 0, word(end, 4) == 0x0605_4B50 else { throw Fault.noDirectory }
    return (word(end + 10, 2), word(end + 16, 4))
  }

  private func content(of name: String, entry: Int) throws -> [UInt8] {
    let (method, checksum) = (word(entry + 10, 2), word(entry + 16, 4))
    let (packed, size) = (word(entry + 20, 4), word(entry + 24, 4))
    let local = word(entry + 42, 4)
    guard word(local, 4) == 0x0403_4B50, method == 8 || method == 0 else {
      throw Fault.badEntry(name)
    }
    let data = try slice(local + 30 + word(local + 26, 2) + word(local + 28, 2), packed)
    let content = method == 0 ? Array(data) : try inflated(data, to: size, name)
    guard content.count == size, crc32(0, content, uInt(content.count)) == checksum else {
      throw Fault.badChecksum(name)
    }
    return content
  }

  private func inflated(_ data: ArraySlice<UInt8>, to size: Int, _ name: String) throws -> [UInt8] {
    var input = Array(data)
    var status = Z_OK
    let content = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
      input.withUnsafeMutableBufferPointer { source in
        var stream = z_stream()
        stream.next_in = source.baseAddress
        stream.avail_in = uInt(source.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(size + 1)
        inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        status = inflate(&stream, Z_FINISH)
        count = Int(stream.total_out)
        inflateEnd(&stream)
      }
    }
    guard status == Z_STREAM_END else { throw Fault.badData(name) }
    return content
  }

  /// A little-endian number; 0 beyond the end.
  private func word(_ at: Int, _ length: Int) -> Int {
    guard at >= 0, at + length <= bytes.count else { return 0 }
    return (0..<length).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }

  private func slice(_ at: Int, _ length: Int) throws -> ArraySlice<UInt8> {
    guard at >= 0, length >= 0, at + length <= bytes.count else { throw Fault.noDirectory }
    return bytes[at..<(at + length)]
  }
}
