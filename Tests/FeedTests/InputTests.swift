import Foundation
import Testing
import Values

@testable import Feed

/// A log of `count` lines, one of ten of them bad.
func sampleLog(_ count: Int, from first: Int = 0) -> [UInt8] {
  var text = ""
  for i in first..<(first + count) {
    text +=
      i % 10 == 9
      ? "{\"event\":\"renewed\",\"n\":\(i)}\n"
      : "{\"event\":\"renewed\",\"event_id\":\"e\(i)\",\"timestamp\":\(1_768_000_000 + i),\"user_id\":\"u\(i % 97)\",\"pad\":\"\(String(repeating: "x", count: i % 150))\"}\n"
  }
  return Array(text.utf8)
}

@Suite struct InputTests {
  @Test("Folders are searched in the order of names, and what is named twice is read once")
  func finding() throws {
    let folder = try Folder()
    for name in [
      "b.ndjson", "a/z.jsonl.gz", "a/B.JSON", "c.txt", ".hidden.json", "d.json.zst", ".git/x.json",
    ] {
      _ = try folder.write(name, "")
    }
    let other = try folder.write("odd.name", "")
    let found = try findInputs([folder.path, other, "-", folder.path + "/b.ndjson", "-"])
    #expect(
      found.map { $0.path.replacingOccurrences(of: folder.path + "/", with: "") } == [
        "a/B.JSON", "a/z.jsonl.gz", "b.ndjson", "d.json.zst",
        other.split(separator: "/").last.map(String.init) ?? "", "-",
      ])
    #expect(found.map(\.index) == [0, 1, 2, 3, 4, 5])
  }

  @Test(
    "Rotated logs are logs, whether compressed or not",
    arguments: [
      "app.ndjson.1", "app.ndjson.2.gz", "app.jsonl.10.zst", "app.json-20260403",
      "app.ndjson-20260403.gz", "app.ndjson-2026-04-03", "app.ndjson-2026040310.zst",
      "app.ndjson-1775210400", "app.ndjson.gz.1", "APP.NDJSON.1", "app-20260403.ndjson.gz",
      "app.ndjson.20260403",
    ])
  func rotated(name: String) throws {
    let folder = try Folder()
    _ = try folder.write(name, "")
    let found = try FoundInputs([folder.path])
    #expect(found.logs.count == 1 && found.others.isEmpty)
  }

  @Test("Other files of folders are named, those that are named themselves are read")
  func others() throws {
    let folder = try Folder()
    let others = [
      "a/app.log", "a/app.ndjson.bak", "app.ndjson-1", "app.ndjson.", "app.ndjson.1.old",
      "app.ndjson.xz", "ndjson.1", "notes.1",
    ]
    for name in others + ["app.ndjson", ".app.ndjson.swp"] { _ = try folder.write(name, "") }
    let found = try FoundInputs([folder.path])
    #expect(found.others == others.map { folder.path + "/" + $0 })
    #expect(found.logs.map(\.path) == [folder.path + "/app.ndjson"])
    let named = try FoundInputs([folder.path + "/a/app.log"])
    #expect(named.logs.count == 1 && named.others.isEmpty)
  }

  @Test("No input is an error that says which")
  func findingNothing() throws {
    let folder = try Folder()
    _ = try folder.write("a.txt", "")
    let nothing = Failure("no logs are given", hint: "name files, folders or -", exit: .usage)
    #expect(throws: nothing) { try findInputs([]) }
    let failure = #expect(throws: Failure.self) { try findInputs([folder.path]) }
    #expect(failure?.message == "\(folder.path) holds no logs" && failure?.kind == .noLogs)
    #expect(throws: Failure.notFound("/no/such")) { try findInputs(["/no/such"]) }
  }

  @Test("Plain, gzip and zstd, in one piece or several, give the same events")
  func packings() throws {
    let folder = try Folder()
    let log = sampleLog(3000)
    let (a, b) = (Array(log.prefix(100_001)), Array(log.dropFirst(100_001)))
    let plain = try read([folder.write("p", log)])
    #expect(plain.counts.accepted == 2700 && plain.counts.rejectedTotal == 300)
    for bytes in [
      gzip(log), gzip(a) + gzip(b), zstd(log), zstd(a) + zstd(b), gzip(a) + gzip([]) + gzip(b),
    ] {
      let packed = try read([folder.write("q", bytes)])
      #expect(packed.results.map(\.status) == [.read])
      #expect(packed.counts == plain.counts)
      #expect(packed.events.sorted() == plain.events.sorted())
      #expect(packed.rejects == plain.rejects)
    }
  }

  @Test("An archive that is cut off anywhere is refused")
  func truncatedArchives() throws {
    let folder = try Folder()
    let log = sampleLog(300)
    for (name, bytes) in [
      ("a.gz", gzip(log)), ("a.zst", zstd(log)), ("b.gz", gzip(log) + gzip(log)),
    ] {
      for cut in Set(
        Array(0..<40) + stride(from: 40, to: bytes.count, by: 97) + [
          bytes.count - 1, bytes.count - 4,
        ])
      {
        if name == "b.gz", cut == bytes.count / 2 { continue }
        let reading = try read([folder.write(name, Array(bytes.prefix(cut)))])
        guard case .refused = reading.results[0].status else {
          Issue.record("\(name) cut at \(cut) was read")
          continue
        }
        #expect(reading.results[0].record == nil)
      }
      for tail in [[0], Array("garbage".utf8)] as [[UInt8]] {
        let reading = try read([folder.write(name, bytes + tail)])
        #expect(reading.results[0].counts == LineCounts())
        guard case .refused = reading.results[0].status else {
          Issue.record("\(name) with \(tail) behind it was read")
          continue
        }
      }
    }
  }

  @Test(
    "A file that is called an archive and is none is refused, unless it is a log that was unpacked")
  func noArchive() throws {
    let folder = try Folder()
    for name in ["a.ndjson.gz", "a.ndjson.zst"] {
      for bytes in [[0] + gzip(sampleLog(20)).dropFirst(), [UInt8](repeating: 0, count: 500)] {
        let reading = try read([folder.write(name, bytes)])
        #expect(reading.results.map(\.status) == [.refused(.corruptArchive)])
        #expect(reading.counts == LineCounts())
      }
      let unpacked = try read([folder.write(name, sampleLog(20))])
      #expect(unpacked.results.map(\.status) == [.read] && unpacked.counts.accepted > 0)
    }
  }

  @Test("An archive with a flipped byte is refused, or has lost nothing")
  func damagedArchives() throws {
    let folder = try Folder()
    let log = sampleLog(300)
    let whole = try read([folder.write("p", log)]).counts
    for (name, bytes) in [("a.gz", gzip(log)), ("a.zst", zstd(log))] {
      for at in stride(from: 0, to: bytes.count, by: 41) {
        var damaged = bytes
        damaged[at] ^= 0x10
        let result = try read([folder.write(name, damaged)]).results[0]
        if case .refused = result.status { continue }
        let isHarmless = result.counts == whole || at < 10
        #expect(isHarmless, "\(name) flipped at \(at)")
      }
    }
  }

  @Test("A file that is refused does not stop the others")
  func othersGoOn() throws {
    let folder = try Folder()
    let good = try folder.write("good.ndjson", sampleLog(100))
    let bad = try folder.write("bad.gz", Array(gzip(sampleLog(100)).dropLast(5)))
    let gone = InputFile(path: folder.path + "/gone", index: 2)
    let nowhere = InputFile(path: folder.path + "/nowhere", index: 3)
    symlink(gone.path, nowhere.path)
    let reader = FeedReader(
      rules: ReadingRules(names: EventNames(), now: now), strings: StringTable(), threads: 2)
    let results = try reader.read(try findInputs([good, bad]) + [gone, nowhere]) { _ in }
    #expect(
      results.map(\.status) == [
        .read, .refused(.truncatedArchive), .gone, .refused(.cannotOpen(code: ENOENT)),
      ])
  }

  @Test("One thread and several give the same, in every size of file")
  func threads() throws {
    let folder = try Folder()
    var paths = [
      try folder.write("big.ndjson", sampleLog(40_000)), try folder.write("empty.ndjson", ""),
      try folder.write("big.gz", gzip(sampleLog(20_000, from: 50_000))),
    ]
    for i in 0..<20 {
      paths.append(try folder.write("\(i).ndjson", sampleLog(i * 3, from: 100_000 + i * 100)))
    }
    let one = try read(paths)
    for threads in [2, 5] {
      let many = try read(paths, threads: threads)
      #expect(many.results.map(Self.undated) == one.results.map(Self.undated))
      #expect(many.counts == one.counts)
      #expect(
        many.events.map(\.identity.description).sorted()
          == one.events.map(\.identity.description).sorted())
      for file in one.results.map(\.file.index) {
        #expect(rejects(many, file) == rejects(one, file))
      }
    }
    #expect(rejects(one, 0).map(\.lineNumber) == (0..<4000).map { $0 * 10 + 10 })
  }

  /// A file that was just written is told by its time of change only after a while.
  private static func undated(_ result: InputResult) -> InputResult {
    var result = result
    result.record?.identity.changed = 0
    return result
  }

  private func rejects(_ reading: Reading, _ file: Int32) -> [Reject] {
    reading.batches.filter { $0.inputIndex == file }.flatMap(\.rejects)
      .sorted { $0.byteOffset < $1.byteOffset }
  }

  @Test("What the sink throws stops the reading and is thrown", arguments: [1, 3])
  func failingSink(threads: Int) throws {
    struct Full: Error {}
    let folder = try Folder()
    let path = try folder.write("big.ndjson", sampleLog(30_000))
    let reader = FeedReader(
      rules: ReadingRules(names: EventNames(), now: now), strings: StringTable(),
      threads: threads)
    #expect(throws: Full.self) { try reader.read(try findInputs([path])) { _ in throw Full() } }
  }
}

@Suite struct KnownInputTests {
  @Test("A file that was read is not read again, wherever it has gone")
  func alreadyRead() throws {
    let folder = try Folder()
    for (name, bytes) in [("a.ndjson", sampleLog(2000)), ("b.gz", gzip(sampleLog(2000)))] {
      let path = try folder.write(name, bytes)
      let record = try #require(try read([path]).results[0].record)
      let again = try read([path], known: [record])
      #expect(again.results[0].status == .alreadyRead)
      #expect(again.results[0].record == record)
      #expect(again.batches.isEmpty && again.counts.read == 0)
      let moved = folder.path + "/moved-" + name
      try FileManager.default.moveItem(atPath: path, toPath: moved)
      #expect(try read([moved], known: [record]).results[0].status == .alreadyRead)
    }
  }

  @Test("A log that has grown is read on from where it was read to", arguments: [1, 2])
  func grown(threads: Int) throws {
    let folder = try Folder()
    let log = sampleLog(30_000)
    let whole = try read([folder.write("whole.ndjson", log)])
    for cut in [1, 70, 200, 5000, 65_536, 70_001, 1_048_576, 1_048_577, log.count - 1] {
      let path = try folder.write("log.ndjson", Array(log.prefix(cut)))
      let first = try read([path], threads: threads)
      let record = try #require(first.results[0].record)
      _ = try folder.write("log.ndjson", log)
      let second = try read([path], known: [record], threads: threads)
      #expect(
        second.results[0].status == (record.consumed > 0 ? .grown(from: record.consumed) : .read))
      #expect(first.counts.read + second.counts.read == whole.counts.read)
      #expect(first.rejects + second.rejects == whole.rejects)
      #expect((first.events + second.events).count == whole.events.count)
      #expect(second.results[0].record?.newlines == 30_000)
      let third = try #require(second.results[0].record)
      #expect(try read([path], known: [record, third]).results[0].status == .alreadyRead)
    }
  }

  @Test("A log that is packed after it was read is known, and read on from there")
  func packedLater() throws {
    let folder = try Folder()
    let log = sampleLog(20_000)
    let whole = try read([folder.write("whole.ndjson", log)])
    for cut in [70_001, 1_500_000, log.count] {
      let path = try folder.write("log.ndjson", Array(log.prefix(cut)))
      let first = try read([path])
      let record = try #require(first.results[0].record)
      for (name, bytes) in [("log.gz", gzip(log)), ("log.zst", zstd(log))] {
        let packed = try folder.write(name, bytes)
        let second = try read([packed], known: [record])
        #expect(
          second.results[0].status
            == (cut == log.count ? .alreadyRead : .grown(from: record.consumed)))
        #expect(first.counts.read + second.counts.read == whole.counts.read)
        #expect(first.rejects + second.rejects == whole.rejects)
        #expect(second.results[0].record?.headHash == whole.results[0].record?.headHash)
        #expect(second.results[0].record?.contentHash == whole.results[0].record?.contentHash)
        #expect(second.results[0].record?.newlines == 20_000)
      }
      var other = log
      other[record.consumed == 70_001 ? 69_000 : Int(record.consumed) - 100] = 32
      #expect(
        try read([folder.write("o.gz", gzip(other))], known: [record]).results[0].status == .read)
      #expect(
        try read([folder.write("s.gz", gzip(Array(log.prefix(66_000))))], known: [record])
          .results[0].status == .read)
    }
  }

  @Test("A log whose read part has changed is read from its beginning")
  func rewritten() throws {
    let folder = try Folder()
    let log = sampleLog(2000)
    let path = try folder.write("log.ndjson", Array(log.prefix(100_000)))
    let record = try #require(try read([path]).results[0].record)
    for at in [5, 99_000] {
      var other = log
      other[at] = 32
      _ = try folder.write("log.ndjson", other)
      #expect(try read([path], known: [record]).results[0].status == .read)
    }
    _ = try folder.write("log.ndjson", Array(log.prefix(50_000)))
    #expect(try read([path], known: [record]).results[0].status == .read)
  }

  @Test("A log that was edited in its middle without getting longer is read again")
  func edited() throws {
    let folder = try Folder()
    var log = sampleLog(5000)
    let path = try folder.write("log.ndjson", log)
    let record = try #require(try read([path]).results[0].record)
    log[log.count / 2] = 32
    _ = try folder.write("log.ndjson", log)
    #expect(try read([path], known: [record]).results[0].status == .read)
  }
}
