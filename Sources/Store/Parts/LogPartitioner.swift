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

  fileprivate struct Found {
    /// By input: those of a file that is refused in the end do not count.
    var inputs: [Int32: FoundInput] = [:]
    var rejects: [(input: Int32, reject: Reject)] = []
  }

  fileprivate struct FoundInput {
    var links = ReadLinks()
    var first = Instant.distantFuture
    var last = Instant.distantPast
  }

  /// Reads all lines, and writes what was counted and who belongs together into `folder`.
  package func count(into folder: String, _ origin: Origin) throws -> Outcome {
    let found = Mutex(Found())
    let strings = StringTable()
    let results = try FeedReader(rules: rules, strings: strings, threads: threads).read(
      inputs.map(\.file)
    ) { batch in
      let batch = hashes?.hashed(batch) ?? batch
      var own = FoundInput()
      own.links.note(batch)
      batch.forEachFrame { frame, bytes in
        let time = PackedHeader(bytes, at: frame.packed.lowerBound).time
        (own.first, own.last) = (min(own.first, time), max(own.last, time))
      }
      found.withLock { $0.take(own, batch) }
    }
    let refused = Set(results.filter(\.isRefused).map(\.file.index))
    let rejects = found.withLock { $0.rejects.filter { !refused.contains($0.input) } }
    let all = found.withLock { $0.all(but: refused) }
    let writer = try PartFolder(folder)
    try writer.write(
      lines(results, rejects, all.first, all.last, strings, origin), to: PartFormat.rows)
    try writer.write(all.links.lines, to: PartFormat.links)
    try writer.finish()
    return Outcome(results: results, links: all.links)
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

extension LogPartitioner.Found {
  fileprivate mutating func take(_ own: LogPartitioner.FoundInput, _ batch: EventBatch) {
    inputs[batch.inputIndex, default: LogPartitioner.FoundInput()].merge(own)
    let room = max(0, RejectWriter.limit - rejects.count)
    rejects += batch.rejects.prefix(room).map { (batch.inputIndex, $0) }
  }

  fileprivate func all(but refused: Set<Int32>) -> LogPartitioner.FoundInput {
    var all = LogPartitioner.FoundInput()
    for (input, found) in inputs where !refused.contains(input) { all.merge(found) }
    return all
  }
}

extension LogPartitioner.FoundInput {
  fileprivate mutating func merge(_ other: Self) {
    links.merge(other.links)
    (first, last) = (min(first, other.first), max(last, other.last))
  }
}

// MARK: - What it writes

extension LogPartitioner {
  private func lines(
    _ results: [InputResult], _ rejects: [(input: Int32, reject: Reject)], _ first: Instant,
    _ last: Instant, _ strings: StringTable, _ origin: Origin
  ) -> [UInt8] {
    var builder = PartLineBuilder()
    for result in results { add(result, strings, &builder) }
    if first <= last {
      builder.begin(.extent)
      builder.add(first.milliseconds)
      builder.add(last.milliseconds)
      builder.end()
    }
    let inOrder = rejects.sorted {
      ($0.input, $0.reject.byteOffset) < ($1.input, $1.reject.byteOffset)
    }
    for (index, reject) in inOrder {
      builder.add(PartReject(reject, inputs[Int(index)]))
    }
    let id = results.isEmpty ? "" : builder.bytes.withUnsafeBytes { hexadecimal(stableHash($0)) }
    builder.add(
      PartDescription(
        id: id, place: nil, kind: .read,
        agreement: PartDescription.Agreement(
          program: origin.program, reading: origin.reading, zone: origin.zone,
          key: hashes?.checkText ?? "")))
    return builder.bytes
  }

  private func add(_ result: InputResult, _ strings: StringTable, _ builder: inout PartLineBuilder)
  {
    let input = inputs[Int(result.file.index)]
    let record = result.record
    builder.add(
      PartInput(
        number: input.number, path: input.file.path, status: InputStatus(result.status),
        bytes: record?.identity.size, head: record.map { Int64(bitPattern: $0.rawHeadHash) },
        tail: record.map { Int64(bitPattern: $0.rawTailHash) }))
    let counts = result.isRefused ? LineCounts() : result.counts
    let tally = LineTally(
      read: Int64(counts.read), accepted: Int64(counts.accepted),
      ignored: Int64(counts.ignoredTotal), rejected: Int64(counts.rejectedTotal))
    builder.add(tally, of: input.file.path)
    add(counts, of: input, strings, &builder)
  }

  private func add(
    _ counts: LineCounts, of input: Input, _ strings: StringTable, _ builder: inout PartLineBuilder
  ) {
    let names = counts.named.sorted {
      ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name)
    }
    for count in names {
      builder.begin(.lineCount)
      for text in [input.file.path, count.kind.rawValue, count.name] { builder.add(text) }
      builder.put(Int64(count.lines))
      builder.end()
    }
    for (dialect, lines) in counts.dialects.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      builder.begin(.dialect)
      for text in [input.file.path, dialect.rawValue] { builder.add(text) }
      builder.put(Int64(lines))
      builder.end()
    }
    for app in counts.apps.map(strings.string).sorted() {
      builder.begin(.app)
      builder.add(app)
      builder.end()
    }
    for noted in counts.annotations {
      builder.add(noted, in: input.file.path, number: input.number, lines: 1)
    }
  }
}

extension LogPartitioner {
  /// Writes which key stands for all keys of a customer, and returns how customers are dealt out.
  package func dealing(_ outcome: Outcome, into folder: String, parts: Int) throws -> Partitioning {
    let conflicted = try contents(of: outcome.links.doubtful).conflicted
    let owners = outcome.links.owners(conflicted: conflicted)
    let lines = owners.sorted { $0.key < $1.key }.flatMap {
      Array("\(hexadecimal($0.key))\t\(hexadecimal($0.value))\n".utf8)
    }
    let writer = try PartFolder(adding: folder)
    try writer.write(lines, to: PartFormat.owners)
    try writer.finish()
    return Partitioning(owners: owners, parts: parts)
  }
}

extension PartReject {
  fileprivate init(_ reject: Reject, _ input: LogPartitioner.Input) {
    self.init(
      number: input.number, path: input.file.path, line: reject.lineNumber,
      offset: reject.byteOffset, reason: reject.reason.rawValue, field: reject.field,
      dialect: reject.dialect?.rawValue ?? "", raw: reject.raw)
  }
}
