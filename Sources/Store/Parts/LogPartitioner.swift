package import Feed
import Synchronization
import Values

/// Reads logs for parts that are folded elsewhere (the guide "When one machine is not enough"):
/// counts what becomes of the lines, finds out which keys are one customer, and deals the lines
/// out.
package struct LogPartitioner {
  /// A log with the number that all processes know it by.
  package struct Input: Sendable {
    let number: Int64
    let file: InputFile

    package init(number: Int64, file: InputFile) { (self.number, self.file) = (number, file) }
  }

  private let inputs: [Input]
  private let rules: ReadingRules
  private let hashes: HashedIDs?
  private let threads: Int

  /// `hashes`: how ids are hashed before anything is done with them.
  package init(_ inputs: [Input], _ rules: ReadingRules, _ hashes: HashedIDs?, threads: Int) {
    (self.inputs, self.rules, self.hashes, self.threads) = (inputs, rules, hashes, threads)
  }

  /// What reading found, beside what it wrote.
  package struct Outcome: Sendable {
    package let results: [InputResult]
    let links: ReadLinks
  }

  /// What reading needs to say of itself.
  package struct Origin: Sendable {
    let program: String
    let reading: String
    let zone: String

    package init(program: String, reading: String, zone: String) {
      (self.program, self.reading, self.zone) = (program, reading, zone)
    }
  }

  /// Reads all lines, and writes what was counted and who belongs together into `folder`.
  package func count(into folder: String, _ origin: Origin) throws -> Outcome {
    let file = try PartFile(in: folder)
    let strings = StringTable()
    let (results, found) = try read(strings)
    let links = found.inputs.values.reduce(into: ReadLinks()) { $0.merge($1.links) }
    try HashLines.write(links.lines, to: HashLines.links, in: folder)
    try file.write { part in
      let counts = try PartCounts(part.database)
      for result in results {
        try counts.add(result, of: inputs[Int(result.file.index)], strings)
      }
      try counts.add(found.rejects.map { (inputs[Int($0.input)], $0.reject) })
      for input in found.inputs.values { try counts.add(from: input.first, to: input.last) }
      try write(counts, to: part, origin)
    }
    return Outcome(results: results, links: links)
  }

  private func read(_ strings: StringTable) throws -> ([InputResult], Found) {
    let found = Mutex(Found())
    let results = try FeedReader(rules: rules, strings: strings, threads: threads).read(
      inputs.map(\.file)
    ) { batch in
      let batch = hashes?.hashed(batch) ?? batch
      let own = FoundInput(batch)
      found.withLock { $0.take(own, batch) }
    }
    let refused = results.filter(\.isRefused).map(\.file.index)
    return (results, found.withLock { $0.without(Set(refused)) })
  }

  private func write(_ counts: PartCounts, to part: Store, _ origin: Origin) throws {
    var run = RunRecord(id: 1, started: rules.now, version: origin.program)
    run.reading = origin.reading
    let strings = StringTable()
    _ = try counts.write(to: part, strings, as: run)
    let agreement = PartAgreement(
      program: origin.program, reading: origin.reading, zone: origin.zone, key: hashes?.check)
    let id = try MergedPart.id(of: part.database)
    try part.keep(
      [MergedPart(id: id, place: nil, kind: .read)], agreement, strings, run: run.id)
  }

  /// Reads all lines once more and writes the accepted ones into folders of `folder`, one for each
  /// part.
  package func deal(into folder: String, _ dealing: Partitioning, memory: Int) throws
    -> [InputResult]
  {
    let lines = try PartitionedLines(in: "\(folder)/lines", dealing, budget: memory)
    let results = try readWithLines { [inputs] batch in
      try lines.take(batch, of: inputs[Int(batch.inputIndex)].number)
    }
    let refused = results.filter(\.isRefused).map { inputs[Int($0.file.index)].number }
    try lines.finish(refused: Set(refused))
    return results
  }

  func readWithLines(_ take: @escaping FeedReader.Sink) throws -> [InputResult] {
    var rules = rules
    rules.keepsLines = true
    return try FeedReader(rules: rules, strings: StringTable(), threads: threads).read(
      inputs.map(\.file)
    ) { [hashes] batch in
      try take(hashes?.hashed(batch) ?? batch)
    }
  }
}

/// What reading finds beside counts, by input: that of a file that is refused in the end does not
/// count.
private struct Found {
  var inputs: [Int32: FoundInput] = [:]
  var rejects: [(input: Int32, reject: Reject)] = []

  mutating func take(_ own: FoundInput, _ batch: EventBatch) {
    inputs[batch.inputIndex, default: FoundInput()].merge(own)
    let room = max(0, RejectWriter.limit - rejects.count)
    rejects += batch.rejects.prefix(room).map { (batch.inputIndex, $0) }
  }

  func without(_ refused: Set<Int32>) -> Found {
    Found(
      inputs: inputs.filter { !refused.contains($0.key) },
      rejects: rejects.filter { !refused.contains($0.input) })
  }
}

private struct FoundInput {
  var links = ReadLinks()
  var first = Instant.distantFuture
  var last = Instant.distantPast

  init() {}

  init(_ batch: EventBatch) {
    links.note(batch)
    batch.forEachFrame { frame, bytes in
      let time = PackedHeader(bytes, at: frame.packed.lowerBound).time
      (first, last) = (min(first, time), max(last, time))
    }
  }

  mutating func merge(_ other: Self) {
    links.merge(other.links)
    (first, last) = (min(first, other.first), max(last, other.last))
  }
}

extension LogPartitioner {
  /// Writes which key stands for all keys of a customer, and returns how customers are dealt out.
  package func dealing(_ outcome: Outcome, into folder: String, parts: Int) throws -> Partitioning {
    let conflicted = try contents(of: outcome.links.doubtful).conflicted
    let owners = outcome.links.owners(conflicted: conflicted)
    let lines = owners.sorted { $0.key < $1.key }.map {
      "\(hexadecimal($0.key))\t\(hexadecimal($0.value))\n"
    }
    try HashLines.write(lines, to: HashLines.owners, in: folder)
    return Partitioning(owners: owners, parts: parts)
  }
}
