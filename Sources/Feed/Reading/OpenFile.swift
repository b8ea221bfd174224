import Glibc
import Values

/// An open file, closed when it goes.
final class OpenFile: Sendable {
  let descriptor: Int32
  let isOwned: Bool

  /// `-` is standard input.
  init(_ file: InputFile) throws(Refusal) {
    isOwned = !file.isStandardInput
    descriptor = isOwned ? open(file.path, O_RDONLY | O_CLOEXEC) : 0
    guard descriptor >= 0 else { throw .cannotOpen(code: errno) }
  }

  deinit { if isOwned { close(descriptor) } }

  /// Size, time of change in nanoseconds, and whether it is a regular file.
  func status() throws(Refusal) -> (size: Int64, modified: Int64, isRegular: Bool) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .readFailed(code: errno) }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else { throw .notAFile }
    let modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    return (Int64(status.st_size), modified, kind == S_IFREG && isOwned)
  }

  /// Reads up to `count` bytes from where the file stands; fewer only at its end.
  func read(_ count: Int, to target: UnsafeMutableRawPointer) throws(Refusal) -> Int {
    var done = 0
    while done < count {
      let got = Glibc.read(descriptor, target + done, count - done)
      if got == 0 { break }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw .readFailed(code: errno) }
      done += got
    }
    return done
  }

  /// Reads exactly the bytes of `range`, which the file had when it was opened.
  func read(_ range: Range<Int64>, to target: UnsafeMutableRawPointer) throws(Refusal) {
    var at = range.lowerBound
    while at < range.upperBound {
      let rest = Int(range.upperBound - at)
      let got = pread(descriptor, target + Int(at - range.lowerBound), rest, off_t(at))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .readFailed(code: errno) }
      guard got > 0 else { throw .shrank }
      at += Int64(got)
    }
  }

  /// stableHash of the bytes of `range`, a window at most.
  func hash(_ range: Range<Int64>) throws(Refusal) -> UInt64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: range.count, alignment: 16)
    defer { buffer.deallocate() }
    if let base = buffer.baseAddress { try read(range, to: base) }
    return stableHash(UnsafeRawBufferPointer(buffer))
  }

  /// The hashes of both ends.
  func fingerprint(size: Int64, modified: Int64) throws(Refusal) -> Fingerprint {
    let window = min(Int64(InputRecord.window), size)
    return Fingerprint(
      size: size, modified: modified, rawHeadHash: try hash(0..<window),
      rawTailHash: try hash((size - window)..<size))
  }
}

extension OpenFile {
  /// Back to the beginning, for `read(_:to:)`.
  func rewind() throws(Refusal) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .readFailed(code: errno) }
  }

  func byte(at offset: Int64) throws(Refusal) -> UInt8 {
    var byte: UInt8 = 0
    try read(offset..<(offset + 1), to: &byte)
    return byte
  }

  /// The next four bytes, fewer at the end: what tells an archive.
  func firstBytes() throws(Refusal) -> [UInt8] {
    var word: UInt32 = 0
    let count = try read(4, to: &word)
    return withUnsafeBytes(of: word) { Array($0.prefix(count)) }
  }
}
