import Foundation
import Synchronization
import Testing
import Values

@testable import Feed

/// Logs that change while they are read: nothing is lost, nothing is counted twice.
@Suite struct MovingFileTests {
  private let folder: Folder
  /// Several chunks of the reader.
  private let log = sampleLog(40_000)
  private let more = sampleLog(500, from: 40_000)

  init() throws { folder = try Folder() }

  /// Reads `path`, and does `change` as soon as the first lines have come.
  private func read(_ path: String, _ change: @escaping @Sendable () throws -> Void) throws
    -> Reading
  {
    let strings = StringTable()
    let reader = FeedReader(
      rules: ReadingRules(names: EventNames(), now: now), strings: strings, threads: 1)
    let batches = Mutex<[EventBatch]>([])
    let results = try reader.read(try findInputs([path])) { batch in
      let isFirst = batches.withLock { batches in
        batches.append(batch)
        return batches.count == 1
      }
      if isFirst { try change() }
    }
    return Reading(results: results, batches: batches.withLock { $0 }, strings: strings)
  }

  private func append(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  /// What two runs took in comes to exactly these lines.
  private func expectAll(_ first: Reading, _ second: Reading) throws {
    let whole = try FeedTests.read([folder.write("whole", log + more)])
    let taken = (first.results + second.results).reduce(into: LineCounts()) {
      if case .refused = $1.status { return }
      $0 += $1.counts
    }
    #expect(taken == whole.counts)
  }

  @Test("What is appended while a log is read comes with the next run")
  func appended() throws {
    let path = try folder.write("log", log)
    let first = try read(path) { try append(more, to: path) }
    #expect(first.counts.read == 40_000)
    let second = try FeedTests.read([path], known: first.results.compactMap(\.record))
    #expect(second.results[0].status == .grown(from: Int64(log.count)))
    try expectAll(first, second)
  }

  @Test("Half a line that is appended while a log is read waits until it is whole")
  func appendedInPieces() throws {
    let path = try folder.write("log", log)
    let first = try read(path) { try append(Array(more.prefix(50)), to: path) }
    let half = try FeedTests.read([path], known: first.results.compactMap(\.record))
    #expect(half.counts == LineCounts() && half.results[0].tornBytes == 50)
    try append(Array(more.dropFirst(50)), to: path)
    let second = try FeedTests.read([path], known: half.results.compactMap(\.record))
    try expectAll(first, second)
  }

  @Test("A log that is rotated by a rename while it is read is read to its end, and not again")
  func renamed() throws {
    let path = try folder.write("log/a.ndjson", log)
    let rotated = folder.path + "/log/a.1.ndjson"
    let first = try read(path) {
      try FileManager.default.moveItem(atPath: path, toPath: rotated)
      try folder.write("log/a.ndjson", more)
    }
    let second = try FeedTests.read(
      [folder.path + "/log"], known: first.results.compactMap(\.record))
    #expect(second.results.map(\.status) == [.alreadyRead, .read])
    try expectAll(first, second)
  }

  @Test("A log that is copied and truncated while it is read is refused; the copy brings it all")
  func truncated() throws {
    let path = try folder.write("log/a.ndjson", log)
    let copy = folder.path + "/log/a.1.ndjson"
    let first = try read(path) {
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      #expect(truncate(path, 0) == 0)
      try append(more, to: path)
    }
    #expect(first.results.map(\.status) == [.refused(.shrank)])
    let second = try FeedTests.read([folder.path + "/log"])
    #expect(second.results.map(\.status) == [.read, .read])
    try expectAll(first, second)
  }

  @Test("A log that goes away while it is read is read to its end")
  func removed() throws {
    let path = try folder.write("log", log)
    let reading = try read(path) { try FileManager.default.removeItem(atPath: path) }
    #expect(reading.results.map(\.status) == [.read] && reading.counts.read == 40_000)
  }

  @Test("A log that is cut off at any byte and then grows is read once", arguments: [1, 2])
  func tornAtEachByte(threads: Int) throws {
    let log = sampleLog(12)
    let whole = try FeedTests.read([folder.write("whole", log)])
    for cut in 0..<log.count {
      let path = try folder.write("log", Array(log.prefix(cut)))
      let first = try FeedTests.read([path], threads: threads)
      _ = try folder.write("log", log)
      let second = try FeedTests.read(
        [path], known: first.results.compactMap(\.record), threads: threads)
      #expect(first.counts.read + second.counts.read == whole.counts.read, "cut at \(cut)")
      #expect(first.rejects + second.rejects == whole.rejects, "cut at \(cut)")
      #expect(first.events.count + second.events.count == whole.events.count, "cut at \(cut)")
    }
  }
}

/// Archives that are cut off or damaged at every byte.
@Suite struct DamagedArchiveTests {
  private let log = sampleLog(40)

  @Test("A gzip or zstd file that is cut off at any byte is refused")
  func truncated() throws {
    let folder = try Folder()
    for (name, bytes) in [("a.gz", gzip(log)), ("a.zst", zstd(log))] {
      for cut in 0..<bytes.count {
        let result = try read([folder.write(name, Array(bytes.prefix(cut)))]).results[0]
        guard case .refused = result.status else {
          Issue.record("\(name) cut at \(cut) was read")
          continue
        }
      }
    }
  }

  @Test("A gzip or zstd file with any byte changed is refused, or has lost nothing")
  func changed() throws {
    let folder = try Folder()
    let whole = try read([folder.write("p", log)]).events.sorted()
    for (name, bytes) in [("a.gz", gzip(log)), ("a.zst", zstd(log))] {
      for at in bytes.indices {
        for mask in [1, 0x80, 0xFF] as [UInt8] {
          var damaged = bytes
          damaged[at] ^= mask
          let reading = try read([folder.write(name, damaged)])
          if case .refused = reading.results[0].status { continue }
          // With another magic number the file is no archive: then no line of it is one.
          let isHarmless = reading.events.sorted() == whole || reading.events.isEmpty
          #expect(isHarmless, "\(name) changed at \(at)")
        }
      }
    }
  }
}
