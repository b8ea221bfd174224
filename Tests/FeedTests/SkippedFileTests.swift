import Foundation
import Support
import Testing
import Values

@testable import Feed

/// Files that look like one that was read before, and are not: every line of theirs is read.
@Suite struct SkippedFileTests {
  private let folder: Folder
  private let log = sampleLog(4000)

  init() throws { folder = try Folder() }

  /// The log with one byte of a line's filling changed, so that length and both ends are the same.
  private func changed(_ log: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var other = log
    let middle = InputRecord.window..<(log.count - InputRecord.window)
    let filling = middle.filter { log[$0] == UInt8(ascii: "x") }
    other[filling[Int(random.next() % UInt64(filling.count))]] = UInt8(ascii: "y")
    return other
  }

  private func keepTime(of path: String, _ change: () throws -> Void) throws {
    let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    try change()
    try FileManager.default.setAttributes([.modificationDate: time as Any], ofItemAtPath: path)
  }

  @Test("Another file of the same size with the same ends is read")
  func sameEnds() throws {
    var random = SplitMix(seed: 1)
    for pack in [{ $0 }, gzip, zstd] as [([UInt8]) -> [UInt8]] {
      let record = try #require(
        try read([folder.write("a", pack(log))]).results[0].record)
      let other = try read([folder.write("b", pack(changed(log, &random)))], known: [record])
      #expect(other.results[0].status == .read && other.counts.accepted == 3600)
    }
  }

  @Test("A file that was changed under its name, with the time of change kept, is read")
  func keptTime() throws {
    var random = SplitMix(seed: 2)
    let path = try folder.write("a.ndjson", log)
    let record = try #require(try read([path]).results[0].record)
    try keepTime(of: path) { try folder.write("a.ndjson", changed(log, &random)) }
    #expect(try read([path], known: [record]).results[0].status == .read)
  }

  @Test("A file that was changed in what was read and has grown is read from its beginning")
  func changedAndGrown() throws {
    var random = SplitMix(seed: 3)
    let more = sampleLog(10, from: 4000)
    for name in ["a.ndjson", "b.ndjson"] {
      let record = try #require(try read([folder.write("a.ndjson", log)]).results[0].record)
      let grown = try folder.write(name, changed(log, &random) + more)
      #expect(try read([grown], known: [record]).results[0].status == .read)
      let honest = try folder.write(name, log + more)
      #expect(
        try read([honest], known: [record]).results[0].status == .grown(from: record.consumed))
    }
  }

  @Test("An archive of a log that was changed after it was read is read from its beginning")
  func changedAndPacked() throws {
    var random = SplitMix(seed: 4)
    let record = try #require(try read([folder.write("a.ndjson", log)]).results[0].record)
    let packed = try folder.write("a.gz", gzip(changed(log, &random)))
    #expect(try read([packed], known: [record]).results[0].status == .read)
  }

  @Test("Whatever byte of a known file is changed, it is read again; as it was, it is not")
  func anyByte() throws {
    var random = SplitMix(seed: 5)
    for length in [1, 100, 65_535, 65_537, 140_000, 1 << 20, (1 << 20) + 1, 2_300_000] {
      let bytes = (0..<length).map { $0 % 50 == 49 ? 10 : UInt8(ascii: "a") + UInt8($0 % 23) }
      let path = try folder.write("a", bytes)
      let record = try #require(try read([path]).results[0].record)
      let same = try read([path], known: [record]).results[0].status
      #expect(same == .alreadyRead || record.hasTornTail)
      for _ in 0..<8 {
        var other = bytes
        other[Int(random.next() % UInt64(length))] ^= UInt8(1 + random.next() % 255)
        let again = try read([folder.write("b", other)], known: [record]).results[0]
        #expect(again.status == .read, "\(length) bytes")
      }
    }
  }

  @Test("Nobody opens the bytes of a file that nobody has touched")
  func untouched() throws {
    let path = try folder.write("a.ndjson", log)
    var record = try #require(try read([path]).results[0].record)
    // A fresh change has no time of its own yet, so all bytes are compared.
    #expect(record.identity.changed == 0)
    var status = stat()
    #expect(stat(path, &status) == 0)
    record.identity.changed = 1
    record.wholeHash ^= 1
    let known = KnownInputs([record], latest: 0)
    #expect(known.untouched(path, record.identity) == record)
    for change in [\FileIdentity.size, \.modified, \.changed, \.inode] {
      var other = record.identity
      other[keyPath: change] += 1
      #expect(known.untouched(path, other) == nil)
    }
    #expect(known.untouched(path + "2", record.identity) == nil)
  }

  @Test("A file with lines of the future is as good as never read, once they would be believed")
  func future() throws {
    let hour: Int64 = 3_600_000
    let lines = [0, 49, 60].map { hours in
      #"{"event":"renewed","user_id":"u","timestamp":\#(now.milliseconds + Int64(hours) * hour)}"#
    }
    let path = try folder.write("a", lines.joined(separator: "\n") + "\n")
    func rules(_ hours: Int) -> ReadingRules {
      ReadingRules(names: EventNames(), now: now + .hours(hours))
    }
    let first = try read([path], rules: rules(0))
    #expect(first.counts.rejected == [.timeInFuture: 2])
    let record = try #require(first.results[0].record)
    #expect(record.earliestFuture == now.milliseconds + 49 * hour)
    #expect(try read([path], rules: rules(0), known: [record]).results[0].status == .alreadyRead)
    let second = try read([path], rules: rules(1), known: [record])
    #expect(second.results[0].status == .read && second.counts.accepted == 2)
    let later = try #require(second.results[0].record)
    #expect(
      try read([path], rules: rules(2), known: [record, later]).results[0].status == .alreadyRead)
    let third = try read([path], rules: rules(12), known: [record, later])
    #expect(third.counts.accepted == 3 && third.results[0].record?.earliestFuture == nil)
  }
}

/// Last lines that nobody ends.
@Suite struct TornTailTests {
  private let folder: Folder
  private let half = Array(#"{"event":"renewed","timestamp":"2026-01-11T10:00:00Z","user_i"#.utf8)

  init() throws { folder = try Folder() }

  @Test("A pipe to which nobody writes is refused after a while, and the other files are read")
  func silentPipe() throws {
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    var rules = ReadingRules(names: EventNames(), now: now)
    rules.patience = TimeSpan(milliseconds: 50)
    let reading = try read([pipe, folder.write("a", sampleLog(5))], rules: rules)
    #expect(reading.results[0].status == .refused(.noWriter(waited: TimeSpan(milliseconds: 50))))
    #expect(reading.counts.accepted == 5)
  }

  @Test("In an archive and on a pipe a torn tail is a rejected line")
  func archives() throws {
    for bytes in [gzip(sampleLog(5) + half), zstd(sampleLog(5) + half)] {
      let reading = try read([folder.write("a", bytes)])
      #expect(reading.counts.read == 6 && reading.counts.rejected == [.incompleteLine: 1])
      #expect(reading.rejects[0].raw == half && reading.rejects[0].lineNumber == 6)
    }
  }

  @Test("An archive that a torn line's end is added to later gives the whole line")
  func continuedArchive() throws {
    let log = sampleLog(3000)
    let first = try read([folder.write("a", gzip(log + half))])
    let record = try #require(first.results[0].record)
    let more = try folder.write("a", gzip(log + half) + gzip(Array(#"d":"u"}"#.utf8) + [10]))
    let second = try read([more], known: [record])
    #expect(second.results[0].status == .grown(from: Int64(log.count)))
    #expect(second.counts.accepted == 1 && second.counts.read == 1)
  }

  @Test(
    "In a file that nobody has written to since the last run it is rejected, once",
    arguments: [0, 65_000, 1_048_500, 1_100_000], [1, 2])
  func unchanged(before: Int, threads: Int) throws {
    let log = Array(sampleLog(before / 90 + 1).prefix(before)) + [10]
    let path = try folder.write("a", log + half)
    let first = try read([path], threads: threads)
    let record = try #require(first.results[0].record)
    #expect(record.hasTornTail && first.results[0].tornBytes == Int64(half.count))
    let second = try read([path], known: [record], threads: threads)
    #expect(second.counts.read == 1 && second.counts.rejected == [.incompleteLine: 1])
    #expect(second.rejects[0].byteOffset == Int64(log.count))
    let counted = try #require(second.results[0].record)
    let third = try read([path], known: [record, counted], threads: threads)
    #expect(third.results[0].status == .alreadyRead && third.counts.read == 0)
    _ = try folder.write("a", log + half + Array(#"d":"u"}"#.utf8) + [10])
    let fourth = try read([path], known: [record, counted], threads: threads)
    #expect(fourth.counts.accepted == 1 && fourth.counts.read == 1)
  }

  @Test("A file without any line end is torn, and then rejected as too long, whatever its size")
  func noLineEnds() throws {
    let line = #"{"event":"renewed","timestamp":"2026-01-11T10:00:00Z","user_id":"u"}"# + "\r"
    for count in [1000, 40_000] {
      let path = try folder.write("a", String(repeating: line, count: count))
      let first = try read([path])
      #expect(first.counts.read == 0)
      #expect(first.results[0].tornBytes == Int64(line.utf8.count * count))
      let record = try #require(first.results[0].record)
      let second = try read([path], known: [record])
      #expect(second.counts.read == 1 && second.counts.rejectedTotal == 1)
      let packed = try read([folder.write("b", gzip(Array(repeating: 65, count: 3_000_000)))])
      #expect(packed.counts.rejected == [.tooLong: 1] && packed.counts.read == 1)
    }
  }
}

/// Names and links that folders can hold.
@Suite struct OddFolderTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("A name that is no UTF-8 is read, and shown with its odd bytes in hexadecimal")
  func notUTF8() throws {
    let name = Array((folder.path + "/caf").utf8) + [0xE9] + Array(".ndjson".utf8)
    let file = withCPath(name) { open($0, O_CREAT | O_WRONLY, 0o600) }
    let log = sampleLog(5)
    #expect(write(file, log, log.count) == log.count && close(file) == 0)
    let reading = try read([folder.path])
    #expect(reading.results[0].file.path == folder.path + "/caf\\xE9.ndjson")
    #expect(reading.results[0].status == .read && reading.counts.accepted == 5)
  }

  @Test("Links that lead around in circles cost no more than the folders they lead to")
  func cycles() throws {
    for level in 0..<40 {
      _ = try folder.write("d\(level)/log.ndjson", sampleLog(1, from: level))
      for link in 0..<3 {
        symlink("../d\((level + 1 + link) % 40)", folder.path + "/d\(level)/link\(link)")
      }
    }
    symlink(".", folder.path + "/again")
    let found = try findInputs([folder.path, folder.path])
    #expect(found.count == 40)
    #expect(try findInputs([folder.path + "/d7"]).count == 40)
  }
}
