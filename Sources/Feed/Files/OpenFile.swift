import Glibc
import Values

/// An open file, closed when it goes.
final class OpenFile: Sendable {
  let descriptor: Int32
  let isOwned: Bool

  /// `-` is standard input. `patience`: how long a named pipe may stay without a byte.
  init(_ file: InputFile, patience: TimeSpan = ReadingRules.usualPatience) throws(Refusal) {
    isOwned = !file.isStandardInput
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    descriptor = isOwned ? withCPath(file.name) { open($0, flags) } : 0
    guard descriptor >= 0 else { throw .cannotOpen(code: errno) }
    if isOwned { try awaitWriter(patience) }
  }

  /// Nobody may ever write to a pipe, and who opens it without `O_NONBLOCK` waits for somebody.
  private func awaitWriter(_ patience: TimeSpan) throws(Refusal) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .readFailed(code: errno) }
    if status.st_mode & S_IFMT == S_IFIFO {
      var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var ready: Int32
      repeat {
        ready = poll(&pipe, 1, Int32(clamping: patience.milliseconds))
      } while ready < 0 && errno == EINTR
      guard ready != 0 else { throw .noWriter(waited: patience) }
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }

  deinit { if isOwned { close(descriptor) } }

  /// What the system says of it, and whether it is a regular file.
  func status() throws(Refusal) -> (identity: FileIdentity, isRegular: Bool) {
    var status = stat()
    var now = timespec()
    guard clock_gettime(CLOCK_REALTIME, &now) == 0, fstat(descriptor, &status) == 0 else {
      throw .readFailed(code: errno)
    }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else { throw .notAFile }
    let changed = status.st_ctim.nanoseconds
    let isSettled = changed < now.nanoseconds - OpenFile.settling
    let identity = FileIdentity(
      size: Int64(status.st_size), modified: status.st_mtim.nanoseconds,
      changed: isSettled ? changed : 0, inode: Int64(bitPattern: UInt64(status.st_ino)))
    return (identity, kind == S_IFREG && isOwned)
  }

  /// How long two changes can bear one time: file systems count in steps of up to two seconds.
  private static let settling: Int64 = 3_000_000_000

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
    let room = UnsafeMutableRawBufferPointer(start: target, count: range.count)
    guard FileTransfer.fill(room, from: descriptor, at: range.lowerBound) else {
      throw errno == ENODATA ? .shrank : .readFailed(code: errno)
    }
  }

  /// The bytes of `range`, a window at most.
  func bytes(_ range: Range<Int64>) throws(Refusal) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    try read(range, to: &bytes)
    return bytes
  }

  /// stableHash of the bytes of `range`, a window at most.
  func hash(_ range: Range<Int64>) throws(Refusal) -> UInt64 {
    try bytes(range).withUnsafeBytes { stableHash($0) }
  }

  /// The hashes of both ends.
  func fingerprint(_ identity: FileIdentity) throws(Refusal) -> Fingerprint {
    let window = min(Int64(InputRecord.window), identity.size)
    return Fingerprint(
      identity: identity, rawHeadHash: try hash(0..<window),
      rawTailHash: try hash((identity.size - window)..<identity.size))
  }
}

extension timespec {
  /// Since 1970, for a time of the system.
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}

extension OpenFile {
  /// Back to the beginning, for `read(_:to:)`.
  func rewind() throws(Refusal) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .readFailed(code: errno) }
  }

  /// The next four bytes, fewer at the end: what tells an archive.
  func firstBytes() throws(Refusal) -> [UInt8] {
    var word: UInt32 = 0
    let count = try read(4, to: &word)
    return withUnsafeBytes(of: word) { Array($0.prefix(count)) }
  }
}

/// A whole file that belongs to a log: plain, gzip or zstd, told by its first bytes.
package enum UnpackedFile {
  /// All its bytes, unpacked; refused where it cannot be read to its end.
  package static func bytes(of path: String) throws(Refusal) -> [UInt8] {
    let input = InputFile(path: path, index: 0)
    let file = try OpenFile(input)
    _ = try file.status()
    let stream = try file.stream(of: input).unpacked
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try stream.read(buffer.count, to: &buffer)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
