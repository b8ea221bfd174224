import CZlib
import CZstd
import Glibc

/// Bytes that can only be read from front to back.
protocol ByteStream: AnyObject {
  /// Up to `count` decompressed bytes; 0 only at the end of a whole and undamaged input.
  func read(_ count: Int, to target: UnsafeMutableRawPointer) throws(Refusal) -> Int
  /// How many lines there are for each of the file.
  var linesPerRow: Int64 { get }
}

extension ByteStream {
  var linesPerRow: Int64 { 1 }
}

/// How a file is packed, told by its first bytes, never by its name.
enum Packing {
  case plain, gzip, zstd

  init(head: [UInt8]) {
    if head.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || Packing.isSkippableFrame(head) {
      self = .zstd
    } else {
      self = .plain
    }
  }

  /// A zstd frame of user data, which pzstd and seekable files begin with.
  private static func isSkippableFrame(_ head: [UInt8]) -> Bool {
    head.count >= 4 && head[0] & 0xF0 == 0x50 && head[1...3].elementsEqual([0x2A, 0x4D, 0x18])
  }

  /// Throws for a file that is called an archive and is none: cut off in its first bytes, or with
  /// others. One that begins as a log does was unpacked, and has kept its name.
  static func requireWhole(path: String, head: [UInt8]) throws(Refusal) {
    let magic: [UInt8] =
      path.hasSuffix(".gz")
      ? [0x1F, 0x8B] : path.hasSuffix(".zst") ? [0x28, 0xB5, 0x2F, 0xFD] : []
    if head.count < magic.count, magic.starts(with: head) { throw .truncatedArchive }
    guard !magic.isEmpty, case .plain = Packing(head: head), let first = head.first else { return }
    // A brace, white space, or the first byte of a byte order mark.
    guard [0x7B, 0x20, 0x09, 0x0A, 0x0D, 0xEF].contains(first) else { throw .corruptArchive }
  }
}

extension OpenFile {
  /// The stream of a file from its beginning, unpacked, and the bytes on disk that it is made of.
  func stream(of file: InputFile) throws(Refusal) -> (unpacked: any ByteStream, raw: RawStream) {
    let head = try firstBytes()
    try Packing.requireWhole(path: file.path, head: head)
    let raw = RawStream(self, head: head)
    switch Packing(head: head) {
    case .plain: return (raw, raw)
    case .gzip: return (try GzipStream(raw), raw)
    case .zstd: return (try ZstdStream(raw), raw)
    }
  }
}

/// The bytes of a file, or of standard input, behind those that were looked at already.
final class RawStream: ByteStream {
  private let file: OpenFile
  private var head: [UInt8]
  /// Of what was read so far.
  private(set) var hash = StreamHash()

  init(_ file: OpenFile, head: [UInt8]) {
    self.file = file
    self.head = head
  }

  func read(_ count: Int, to target: UnsafeMutableRawPointer) throws(Refusal) -> Int {
    let got = try take(count, to: target)
    hash.add(UnsafeRawBufferPointer(start: target, count: got))
    return got
  }

  private func take(_ count: Int, to target: UnsafeMutableRawPointer) throws(Refusal) -> Int {
    guard head.isEmpty else {
      let taken = min(count, head.count)
      UnsafeMutableRawBufferPointer(start: target, count: taken).copyBytes(from: head.prefix(taken))
      head.removeFirst(taken)
      return taken
    }
    return try file.read(count, to: target)
  }
}

/// The packed bytes in front of a decompressor.
private struct PackedInput: ~Copyable {
  private let raw: RawStream
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: 1 << 18, alignment: 16)
  var at = 0
  var count = 0

  init(_ raw: RawStream) { self.raw = raw }

  deinit { buffer.deallocate() }

  /// False at the end of the input.
  mutating func fill() throws(Refusal) -> Bool {
    guard at == count else { return true }
    at = 0
    count = 0
    count = try raw.read(1 << 18, to: buffer)
    return count > 0
  }
}

/// gzip (RFC 1952) with any number of members; checks lengths and CRCs of all of them.
final class GzipStream: ByteStream {
  private var input: PackedInput
  private let state: UnsafeMutablePointer<z_stream>
  private var isBetweenMembers = false

  init(_ raw: RawStream) throws(Refusal) {
    input = PackedInput(raw)
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(state, 15 + 16, ZLIB_VERSION, size) == Z_OK else { throw .outOfMemory }
  }

  deinit {
    inflateEnd(state)
    state.deallocate()
  }

  func read(_ count: Int, to target: UnsafeMutableRawPointer) throws(Refusal) -> Int {
    state.pointee.next_out = target.assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_out = UInt32(count)
    while state.pointee.avail_out > 0 {
      let hasInput = try input.fill()
      if isBetweenMembers {
        guard hasInput else { break }
        try beginMember()
      }
      guard try inflateOnce() || hasInput else { throw .truncatedArchive }
    }
    return count - Int(state.pointee.avail_out)
  }

  private func beginMember() throws(Refusal) {
    guard inflateReset(state) == Z_OK else { throw .outOfMemory }
    isBetweenMembers = false
  }

  /// False when nothing came out and the member is not over.
  private func inflateOnce() throws(Refusal) -> Bool {
    let before = state.pointee.avail_out
    state.pointee.next_in = (input.buffer + input.at).assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_in = UInt32(input.count - input.at)
    let answer = inflate(state, Z_NO_FLUSH)
    input.at = input.count - Int(state.pointee.avail_in)
    switch answer {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isBetweenMembers = true
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .corruptArchive
    }
    return isBetweenMembers || state.pointee.avail_out < before
  }
}

/// Zstandard (RFC 8878) with any number of frames; checksums are checked where frames have them.
final class ZstdStream: ByteStream {
  private var input: PackedInput
  private let state: OpaquePointer
  private var isBetweenFrames = false

  init(_ raw: RawStream) throws(Refusal) {
    guard let state = ZSTD_createDStream() else { throw .outOfMemory }
    input = PackedInput(raw)
    self.state = state
  }

  deinit { ZSTD_freeDStream(state) }

  func read(_ count: Int, to target: UnsafeMutableRawPointer) throws(Refusal) -> Int {
    var output = ZSTD_outBuffer(dst: target, size: count, pos: 0)
    while output.pos < count {
      if try !input.fill() {
        let before = output.pos
        try decompress(&output)
        if output.pos > before { continue }
        guard isBetweenFrames else { throw .truncatedArchive }
        break
      }
      try decompress(&output)
    }
    return output.pos
  }

  private func decompress(_ output: inout ZSTD_outBuffer) throws(Refusal) {
    var source = ZSTD_inBuffer(src: input.buffer, size: input.count, pos: input.at)
    if isBetweenFrames, source.pos == source.size { return }
    let answer = ZSTD_decompressStream(state, &output, &source)
    input.at = source.pos
    guard ZSTD_isError(answer) == 0 else { throw .corruptArchive }
    isBetweenFrames = answer == 0
  }
}

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
