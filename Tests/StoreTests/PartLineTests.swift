import Support
import Testing
import Values

@testable import Store

/// Lines of parts: what is written is read, and nothing else.
struct PartLineTests {
  private func line(_ bytes: [UInt8]) -> (line: PartLine, fields: [[UInt8]])? {
    bytes.withUnsafeBytes { raw in
      PartLine(raw).map { line in (line, line.fields.map { Array(raw[$0]) }) }
    }
  }

  @Test("Any bytes are a field, and are read as they were")
  func roundTrip() throws {
    var random = SplitMix(seed: 1)
    for _ in 0..<2000 {
      let texts = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        random.bytes(Int.random(in: 0...12, using: &random)).map { $0 & 31 | ($0 >> 6) << 5 }
      }
      let numbers = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random)
      }
      var builder = PartLineBuilder()
      builder.begin("table")
      for text in texts { builder.add(bytes: text) }
      for number in numbers { builder.put(number) }
      builder.end()
      let read = try #require(line(Array(builder.line)))
      #expect(builder.bytes.last == 10 && !builder.line.contains(10))
      #expect(read.fields.map { $0.withUnsafeBytes(PartText.unescaped) } == texts)
      #expect(read.line.values == numbers)
    }
  }

  @Test("Texts and what stands in their place are never the same")
  func instead() {
    for number in 0...2 as ClosedRange<Int32> {
      let written = PartText.written(instead: -number)
      #expect(written.withUnsafeBytes(PartText.number) == -number)
      #expect(written.withUnsafeBytes(PartText.unescaped) == nil)
    }
    for text in ["\\0", "\\1", "\\N", "0", "", "\\"] {
      let written = PartText.escaped(text.utf8)
      #expect(written.withUnsafeBytes(PartText.number) == nil)
      #expect(written != PartFormat.null)
    }
    #expect(Array("\\3".utf8).withUnsafeBytes(PartText.number) == nil)
  }

  @Test(
    "Decimal digits are the numbers that Swift reads, but for a plus sign",
    arguments: [
      "0", "-0", "00", "7", "-7", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "-9223372036854775809", "0000000000000000001", "00000000000000000001",
      "99999999999999999999", "", "-", "--1", "1-", " 1", "1 ", "1.0", "1e3", "0x1", "١", "/", ":",
    ])
  func decimal(text: String) {
    let expected = text.utf8.count <= 20 ? Int64(text) : nil
    let found = Array(text.utf8).withUnsafeBytes { Int64(decimal: $0, 0..<$0.count) }
    // Digits that no number needs are none of a part.
    #expect(found == expected || (found == nil && text.hasPrefix("0000")))
  }

  @Test("Every number is read as it was written")
  func numbers() {
    var random = SplitMix(seed: 2)
    for _ in 0..<5000 {
      let number = Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random)
      let text = Array("\(number)".utf8)
      #expect(text.withUnsafeBytes { Int64(decimal: $0, 0..<$0.count) } == number)
    }
  }

  @Test("Changed bytes are a line or none, and never a crash")
  func mutations() {
    var random = SplitMix(seed: 3)
    var builder = PartLineBuilder()
    builder.add(
      PartDescription(
        id: "a", place: PartPlace("3/8"), kind: .dealt,
        agreement: .init(program: "1", reading: "r", zone: "UTC", key: "")))
    builder.add(
      PartInput(number: 1, path: "a\tb", status: .read, bytes: 5, head: nil, tail: -3))
    let whole = builder.bytes
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) { random.mutate(&bytes) }
      for row in bytes.split(separator: 10) { take(Array(row)) }
    }
  }

  /// Reads a line as all that it can be.
  private func take(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      guard let line = PartLine(raw) else { return }
      let fields = PartFields(raw, line)
      _ = try? PartDescription(fields)
      _ = try? PartInput(fields)
      _ = try? PartReject(fields)
      var lines = MergedLines()
      for record in PartRecord.allCases {
        try? lines.take(record, fields, line.values, in: "a")
        try? lines.take(record, fields, line.values, in: "a")
      }
      _ = try? lines.takeAnnotations()
    }
  }
}

/// Who is dealt out to which part.
struct DealingTests {
  @Test("The keys of one customer are in one part", arguments: [1, 2, 7, 100_000])
  func together(parts: Int) {
    var random = SplitMix(seed: 4)
    let keys = (0..<1000).map { _ in random.next() }
    let owners = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0 % 2) })
    let dealing = Partitioning(owners: owners, parts: parts)
    for key in keys { #expect(dealing.part(of: key) == dealing.part(of: owners[key] ?? 0)) }
  }

  @Test("Parts are about equally large, of keys that are close together too")
  func balance() {
    var random = SplitMix(seed: 5)
    for keys in [(0..<20_000).map { UInt64($0) }, (0..<20_000).map { _ in random.next() }] {
      var counts = [Int](repeating: 0, count: 8)
      for key in keys { counts[Partitioning(parts: 8).part(of: key)] += 1 }
      #expect(counts.allSatisfy { (2000...3000).contains($0) }, "\(counts)")
    }
  }

  @Test(
    "A place is one of its parts",
    arguments: ["0/1", "2/1", "1/0", "1", "1/2/3", "a/b", "", "-1/2", "1/100001"])
  func places(text: String) { #expect(PartPlace(text) == nil) }
}
