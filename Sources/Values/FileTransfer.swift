import Glibc

/// Whole transfers to and from open files, whatever interrupts them; fails with `errno`.
package enum FileTransfer {
  /// Writes at an offset in bytes, or where the file stands. False where not all could be written.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int64? = nil
  ) -> Bool {
    each(bytes.count) { done in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      guard let offset else { return write(descriptor, rest.baseAddress, rest.count) }
      return pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
    }
  }

  /// Fills a buffer from an offset in bytes; false where the file has less.
  package static func fill(
    _ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int64
  ) -> Bool {
    each(bytes.count) { done in
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      return pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
    }
  }

  /// `transfer` gets how many bytes are done, and returns how many more; below 0 is an error.
  private static func each(_ count: Int, _ transfer: (Int) -> Int) -> Bool {
    var done = 0
    while done < count {
      let more = transfer(done)
      if more < 0, errno == EINTR { continue }
      if more == 0 { errno = ENODATA }
      guard more > 0 else { return false }
      done += more
    }
    return true
  }
}

/// The whole content of a file, of at most `limit` bytes.
package func readFile(_ path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw errno == ENOENT ? .notFound(path) : .unreadable(path, errno) }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(file, &chunk, chunk.count)
    if count == 0 { return bytes }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw .unreadable(path, errno) }
    bytes += chunk[..<count]
    guard bytes.count <= limit else {
      throw Failure(
        "\(path) cannot be read: it is larger than \(limit / 1_000_000) MB, or has no end",
        exit: .inputOutput)
    }
  }
}
