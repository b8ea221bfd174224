package import Foundation
import Glibc
import Values

/// Whole lines of logs, unpacked, in a temporary file of their own: all of them, or, where they are
/// larger than a bound, stretches that are spread evenly over the files and within each.
package final class LogSample {
  /// The temporary file; gone with the last reference.
  package let file: InputFile
  /// Bytes on disk of all files, and those that were looked at.
  package private(set) var bytesOnDisk: Int64 = 0
  package private(set) var bytesRead: Int64 = 0
  /// Files that cannot be read, with the reason.
  package private(set) var refused: [(file: InputFile, why: Refusal)] = []
  /// Those that are tables, whose rows are in the sample as the lines that they become.
  package private(set) var tables: [InputFile] = []

  /// Whether every line is in it.
  package var isWhole: Bool { bytesRead >= bytesOnDisk }

  private let output: FileHandle
  /// From how many places a large file is read.
  private static let stretches = 8

  /// Takes at most `bound` bytes of lines. Throws where the temporary file cannot be written.
  package init(of files: [InputFile], upTo bound: Int64) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("runrate-sample-\(UUID().uuidString).ndjson").path
    let isMade = FileManager.default.createFile(
      atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    guard isMade else {
      throw Failure(
        "the temporary file \(path) cannot be made", hint: "TMPDIR names another folder for it",
        exit: .cannotWrite)
    }
    output = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    file = InputFile(path: path, index: 0)
    try fill(from: files, upTo: bound)
  }

  deinit {
    try? output.close()
    unlink(file.path)
  }

  /// The smallest files first: what they leave of their share is for the larger ones.
  private func fill(from files: [InputFile], upTo bound: Int64) throws {
    var left = bound
    let sorted = files.sorted { ($0.size, $0.index) < ($1.size, $1.index) }
    for (place, file) in sorted.enumerated() {
      bytesOnDisk += file.size
      do {
        left -= try take(file, atMost: max(1 << 16, left / Int64(sorted.count - place)))
      } catch let refusal as Refusal {
        refused.append((file, refusal))
      }
    }
  }

  /// How many bytes were written.
  private func take(_ file: InputFile, atMost share: Int64) throws -> Int64 {
    let handle = try OpenFile(file)
    let status = try handle.status()
    let head = try handle.firstBytes()
    guard Packing(head: head) == .plain, status.isRegular, status.identity.size > share,
      try !handle.isTable(size: status.identity.size)
    else {
      return try takeFront(file, RawStream(handle, head: head), Packing(head: head), share)
    }
    let length = share / Int64(Self.stretches)
    var written: Int64 = 0
    for number in 0..<Int64(Self.stretches) {
      let start = (status.identity.size - length) * number / Int64(Self.stretches - 1)
      written += try takeStretch(handle, start..<(start + length), isFirst: start == 0)
    }
    bytesRead += share
    return written
  }

  /// The lines that lie whole in a range.
  private func takeStretch(_ handle: OpenFile, _ range: Range<Int64>, isFirst: Bool) throws -> Int64
  {
    let room = UnsafeMutableRawPointer.allocate(byteCount: range.count, alignment: 16)
    defer { room.deallocate() }
    try handle.read(range, to: room)
    let bytes = UnsafeRawBufferPointer(start: room, count: range.count)
    let start = isFirst ? 0 : (bytes.firstIndex(of: 10) ?? bytes.count) + 1
    let end = (bytes.lastIndex(of: 10) ?? -1) + 1
    guard start < end else { return 0 }
    try output.write(contentsOf: Data(bytes[start..<end]))
    return Int64(end - start)
  }

  /// The first lines of what can only be read from the front.
  private func takeFront(
    _ file: InputFile, _ raw: RawStream, _ packing: Packing, _ share: Int64
  ) throws -> Int64 {
    let stream: any ByteStream =
      switch packing {
      case .plain: TableLines(raw, isNamed: false)
      case .gzip: TableLines(try GzipStream(raw), isNamed: false)
      case .zstd: TableLines(try ZstdStream(raw), isNamed: false)
      }
    var (written, isOver) = (Int64(0), false)
    var rest: [UInt8] = []
    while !isOver, written < share {
      let bytes = try read(1 << 20, of: stream)
      isOver = bytes.isEmpty
      rest += bytes
      let end = isOver ? rest.count : (rest.lastIndex(of: 10) ?? -1) + 1
      try output.write(contentsOf: rest[..<end])
      written += Int64(end)
      rest.removeFirst(end)
    }
    if isOver, written > 0 { try output.write(contentsOf: [10]) }
    let isTable = stream.linesPerRow > 1
    if isTable { tables.append(file) }
    bytesRead += isOver ? file.size : packing == .plain && !isTable ? min(file.size, written) : 0
    return written
  }

  private func read(_ count: Int, of stream: any ByteStream) throws -> [UInt8] {
    let room = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
    defer { room.deallocate() }
    return Array(UnsafeRawBufferPointer(start: room, count: try stream.read(count, to: room)))
  }
}

extension LogSample {
  /// Calls `body` with every line whose number can be divided by `step`, without its line end.
  package func forEachLine(step: Int, _ body: (Data) -> Void) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: file.path), options: .alwaysMapped)
    for (number, line) in data.split(separator: 10).enumerated() where number % step == 0 {
      body(line)
    }
  }
}
