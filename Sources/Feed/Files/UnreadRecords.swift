import Values

/// Records of earlier runs of which nothing was read yet when all logs are read again: a file counts
/// for a record where it begins with the very bytes that the record is of.
package struct UnreadRecords {
  package private(set) var records: [InputRecord]

  package init(_ records: [InputRecord]) { self.records = records }

  /// Takes out what files that were read to their end hold.
  package mutating func remove(readIn results: [InputResult]) {
    let read = results.filter { $0.status == .read && $0.record != nil }
    let wholes = Set(read.compactMap { $0.record.map(Content.init) })
    records.removeAll { wholes.contains(Content($0)) }
    // What has grown since, most likely under its name; else it was renamed, too.
    for result in read { remove(beginningOf: result) { $0.path == result.file.path } }
    for result in read { remove(beginningOf: result) { _ in true } }
  }

  /// A file that is gone by now begins with nothing.
  private mutating func remove(
    beginningOf result: InputResult, _ isLikely: (InputRecord) -> Bool
  ) {
    guard let length = result.record?.consumed else { return }
    let likely = records.filter { isLikely($0) && $0.consumed <= length }
    guard !likely.isEmpty else { return }
    let ends = Set(likely.map(\.consumed)).sorted()
    let found = Set((try? BeginningHashes(result.file).contents(upTo: ends)) ?? [])
    records.removeAll { found.contains(Content($0)) }
  }
}

/// The unpacked bytes that a record is of.
private struct Content: Hashable {
  let bytes: Int64
  let hash: UInt64

  init(bytes: Int64, hash: UInt64) { (self.bytes, self.hash) = (bytes, hash) }

  init(_ record: InputRecord) { self.init(bytes: record.consumed, hash: record.contentHash) }
}

/// Hashes what a file begins with, unpacked.
private struct BeginningHashes {
  private let stream: any ByteStream
  private static let bufferBytes = 1 << 18

  init(_ file: InputFile) throws(Refusal) {
    stream = try OpenFile(file).stream(of: file).unpacked
  }

  /// The first bytes up to each of `ends`, in their order, as far as the file goes.
  func contents(upTo ends: [Int64]) throws(Refusal) -> [Content] {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.bufferBytes, alignment: 16)
    defer { buffer.deallocate() }
    var hash = StreamHash()
    var at: Int64 = 0
    var contents: [Content] = []
    for end in ends {
      while at < end {
        let got = try stream.read(Int(min(Int64(Self.bufferBytes), end - at)), to: buffer)
        guard got > 0 else { return contents }
        hash.add(UnsafeRawBufferPointer(start: buffer, count: got))
        at += Int64(got)
      }
      contents.append(Content(bytes: at, hash: hash.value))
    }
    return contents
  }
}
