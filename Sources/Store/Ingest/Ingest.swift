package import Feed
import SQLite
package import Values

/// STORE: what the readers deliver becomes rows, idempotently (Definitions, "The log").
///
///   read everything into the spool → too many rejects? → user by user: group, drop repetitions,
///   append a block → links between users → record of the run
package struct Ingest {
  private let store: Store
  private let strings: StringTable
  private let zone: Zone
  private let memory: Int
  private let configured: Set<String>

  /// - Parameters:
  ///   - memory: bytes of events that may wait in memory before they go to a temporary file.
  ///   - configured: names of things that the configuration tells of.
  package init(
    _ store: Store, strings: StringTable, zone: Zone, memory: Int, configured: Set<String> = []
  ) {
    self.configured = configured
    self.store = store
    self.strings = strings
    self.zone = zone
    self.memory = memory
  }

  /// Told, on any thread, how many bytes, lines and rejected lines have come since last time.
  package typealias Progress = @Sendable (_ bytes: Int64, _ lines: Int, _ rejected: Int) -> Void

  /// What an ingest did.
  package struct Outcome: Sendable {
    package var run: RunRecord
    package var inputs: [InputOutcome]
    /// Lines that this clock puts into the future: their files are read again when it is that late.
    package var futureLines: Int { lines(rejectedFor: .timeInFuture) }

    package func lines(rejectedFor reason: Reject.Reason) -> Int {
      inputs.reduce(0) { $0 + $1.result.counts.rejected[reason, default: 0] }
    }

    /// The configuration would have accepted other lines of files that were read before.
    package var wantsReadingAgain = false

    /// Files that were read again without having been named.
    package var alsoRead: [String] = []

    /// The dialect that most lines look like which the one they were read in refused or ignored.
    package var suspectedFormat: SuspectedFormat? {
      lines(\.suspectedFormats).max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
        .map { SuspectedFormat(dialect: $0.key.rawValue, lines: $0.value) }
    }

    /// What all inputs count by a name.
    package func lines<Name>(_ part: (LineCounts) -> [Name: Int]) -> [Name: Int] {
      inputs.reduce(into: [:]) { $0.merge(part($1.result.counts), uniquingKeysWith: +) }
    }

    /// Counts ignored events whose names name people who were purged as their lines.
    fileprivate mutating func forgetNames(_ traces: PurgedTraces) throws {
      for index in inputs.indices {
        for (name, count) in inputs[index].result.counts.ignored
        where try traces.findsDistinctive(in: name) {
          inputs[index].result.counts.ignored[name] = nil
          inputs[index].result.counts.ignored[Purge.ignoredName, default: 0] += count
        }
      }
    }

    /// Counts lines that are well formed, but not ours any more.
    fileprivate mutating func ignore(_ count: Int, of input: Int, as name: String) {
      inputs[input].result.counts.accepted -= count
      inputs[input].result.counts.ignored[name, default: 0] += count
      run.accepted -= count
      run.ignored += count
    }
  }

  /// Reads `files` and stores what is new. Call inside a transaction.
  ///
  /// - Parameters:
  ///   - find: looks for logs once more, where some were renamed before they could be opened.
  ///   - again: forget what was read before, and read all of it again: `files`, and those that
  ///     earlier runs have read.
  ///   - allowed: the share of rejected lines above which nothing is accepted.
  ///   - reading: tells apart the configurations that can accept different lines.
  package func run(
    _ files: [InputFile], findingAnew find: () throws -> [InputFile] = { [] },
    rules: ReadingRules, again: Bool, allowed: Fraction, threads: Int,
    version: String, reading: String, progress: Progress?
  ) throws -> Outcome {
    let records = RunRecords(database: store.database)
    try HashedIDs.demand(store.hashes, in: store)
    let collector = Collector(Spool(beside: store.path, budget: memory), store.hashes)
    let known = strings.count
    let traces = try PurgedTraces(store.database)
    let reader = FeedReader(
      rules: rules, strings: strings, known: again ? [] : try records.knownInputs(),
      threads: threads)
    let (results, others) = try Timings.stage("lines") {
      try withoutNames(of: traces) {
        try read(files, findingAnew: find, earlier: again ? records : nil) {
          try read($0, with: reader, into: collector, progress)
        }
      }
    }
    var outcome = Outcome(
      run: RunRecord(id: try records.nextID(), started: rules.now, version: version),
      inputs: results.map { InputOutcome(result: $0, duplicate: 0) })
    outcome.alsoRead = others
    count(&outcome)
    outcome.run.hasFailed = outcome.run.hasTooManyRejects(allowed)
    try compare(reading, again, records, &outcome)
    var said: KeptTexts?
    if !outcome.run.hasFailed {
      let hasLeft = again ? try ForgottenLogs(store.database, zone).forget() : false
      said = try keep(collector.spool, &outcome, threads: threads, rescans: hasLeft)
      try keepAnnotations(&outcome, traces)
    }
    if !traces.isEmpty {
      forgetTexts(from: known, said)
      try outcome.forgetNames(traces)
    }
    try write(outcome, collector, records, traces)
    return outcome
  }

  private func read(
    _ files: [InputFile], with reader: FeedReader, into collector: Collector, _ progress: Progress?
  ) throws -> [InputResult] {
    try reader.read(
      files, progress: { progress?($0, 0, 0) },
      sink: { batch in
        progress?(0, batch.eventCount + batch.rejects.count, batch.rejects.count)
        try collector.take(batch)
      })
  }

  /// Reads what says names of things that are new, none of which names somebody who was purged.
  private func withoutNames<Result>(of traces: PurgedTraces, _ read: () throws -> Result) throws
    -> Result
  {
    guard let names = try PurgedNames(traces, configured: configured, store.database) else {
      return try read()
    }
    let result = try strings.keeping(names.text(inPlaceOf:), read)
    try names.requireAllFound()
    return result
  }

  /// Reads `files`, and those of `earlier` records that are not among them, which are named, too.
  private func read(
    _ files: [InputFile], findingAnew find: () throws -> [InputFile], earlier records: RunRecords?,
    with read: ([InputFile]) throws -> [InputResult]
  ) throws -> (results: [InputResult], others: [String]) {
    var results = try read(files)
    if results.contains(where: { $0.status == .gone }) {
      results += try read(renamed(find(), besides: files))
    }
    var others: [InputFile] = []
    if let earlier = try records.map({ try EarlierFiles($0, read: results) }) {
      others = earlier.others
      let more = try read(others)
      try earlier.requireAll(with: more)
      results += more
    }
    Timings.count(results.reduce(0) { $0 + $1.counts.read })
    return (results, others.map(\.path))
  }

  /// The files under other names than those of `files`.
  private func renamed(_ found: [InputFile], besides files: [InputFile]) -> [InputFile] {
    let known = Set(files.map(\.path))
    return found.filter { !known.contains($0.path) && !$0.isStandardInput }.behind(files.count)
  }

  /// Notes whether older lines were read under another configuration. What was read under it
  /// stays so until it is read again; lines of two configurations are those of none.
  private func compare(
    _ reading: String, _ again: Bool, _ records: RunRecords, _ outcome: inout Outcome
  ) throws {
    let keepsLines = !outcome.run.hasFailed
    let before = again && keepsLines ? nil : try records.newest(1).first?.reading
    let isMixed = before.map { $0 != reading } ?? false
    let isMixedNow = isMixed && keepsLines && outcome.run.linesRead > 0
    outcome.run.reading = isMixedNow ? "" : before ?? reading
    outcome.wantsReadingAgain = isMixed
  }

  private func count(_ outcome: inout Outcome) {
    for input in outcome.inputs where !input.result.isRefused {
      let counts = input.result.counts
      outcome.run.linesRead += counts.read
      outcome.run.accepted += counts.accepted
      outcome.run.ignored += counts.ignoredTotal
      outcome.run.rejected += counts.rejectedTotal
    }
  }

  /// Takes back the texts that this run has met, and that no event says which is kept.
  private func forgetTexts(from known: Int, _ said: KeptTexts?) {
    for place in strings.all.indices.dropFirst(known) {
      let id = StringID(place)
      if said?.all.contains(id) != true { strings.replace(id, with: Purge.text(inPlaceOf: id)) }
    }
  }

  /// Stores the events of the spool. Returns what they say, where somebody was purged. `rescans`:
  /// there are events that nothing is known of but themselves.
  private func keep(_ spool: Spool, _ outcome: inout Outcome, threads: Int, rescans: Bool) throws
    -> KeptTexts?
  {
    let refused = Set(outcome.inputs.filter(\.result.isRefused).map(\.result.file.index))
    let keeper = try EventWriter(
      store.database, run: outcome.run.id, strings: strings, zone: zone, rescans: rescans)
    try Timings.stage("events") {
      try keeper.keep(spool, events: outcome.run.accepted, refused: refused, threads: threads)
      try keeper.finish()
      Timings.count(outcome.run.accepted)
    }
    try note(appsOf: outcome)
    outcome.run.conflicts = keeper.conflicts
    for (index, count) in keeper.hidden {
      outcome.ignore(count, of: Int(index), as: Purge.ignoredName)
    }
    for (index, count) in keeper.unlinkedLines {
      outcome.ignore(count, of: Int(index), as: UnlinkedIDs.ignoredName)
    }
    outcome.run.late = keeper.late.values.reduce(0, +)
    try store.keep(late: keeper.late, run: outcome.run.id)
    for (index, count) in keeper.duplicates {
      outcome.inputs[Int(index)].duplicate += count
      outcome.run.duplicate += count
      outcome.run.accepted -= count
    }
    return keeper.said
  }

  /// Keeps what lines note; a line that says it again is a duplicate.
  private func keepAnnotations(_ outcome: inout Outcome, _ traces: PurgedTraces) throws {
    let insert = try store.database.prepare(
      "INSERT OR IGNORE INTO log_annotation VALUES (?, ?, ?, ?)")
    // Of two that differ in kind and link only, one stays, whichever came first.
    let replace = try store.database.prepare(
      """
      UPDATE log_annotation SET kind = ?3, link = ?4
      WHERE time_ms = ?1 AND text = ?2 AND (kind, link) < (?3, ?4)
      """)
    for index in outcome.inputs.indices where !outcome.inputs[index].result.isRefused {
      for noted in outcome.inputs[index].result.counts.annotations {
        let said = try traces.forgetting(noted)
        try insert.run(said.time.milliseconds, said.text, said.kind, said.link)
        if store.database.newestChanges == 1 { continue }
        try replace.run(said.time.milliseconds, said.text, said.kind, said.link)
        outcome.inputs[index].duplicate += 1
        outcome.run.duplicate += 1
        outcome.run.accepted -= 1
      }
    }
  }

  /// Keeps which apps the log names: from the second on they are told apart.
  private func note(appsOf outcome: Outcome) throws {
    let insert = try store.database.prepare("INSERT OR IGNORE INTO log_app VALUES (?)")
    let named = outcome.inputs.filter { !$0.result.isRefused }.map(\.result.counts.apps)
    for app in named.reduce(into: Set<StringID>(), { $0.formUnion($1) }).sorted() {
      try insert.run(app)
    }
  }

  /// Once somebody was purged, rejected lines are kept without their text.
  private func write(
    _ outcome: Outcome, _ collector: Collector, _ records: RunRecords, _ traces: PurgedTraces
  ) throws {
    try records.write(outcome.run)
    try records.write(outcome.inputs, run: outcome.run.id, remembers: !outcome.run.hasFailed)
    try RejectedTexts.removeOld(at: outcome.run.started, store.database)
    let writer = try RejectWriter(store.database, run: outcome.run.id)
    let read = outcome.inputs.map(\.result).filter { $0.status != .alreadyRead }
    try writer.forgetRefused(read.map(\.file.path), store.database)
    for (input, line) in collector.sortedRejects() {
      var reject = line
      if !traces.isEmpty { reject.raw = [] }
      try writer.write(reject, path: outcome.inputs[Int(input)].result.file.path)
    }
    try store.save(strings)
  }
}

extension InputResult {
  package var isRefused: Bool {
    if case .refused = status { true } else { false }
  }
}

/// Lines that were read in one dialect and bear the mark of another.
package struct SuspectedFormat: Sendable, Equatable {
  package var dialect: String
  package var lines: Int

  /// Which dialect fits.
  package var text: String {
    "\(grouped(Int64(lines))) lines look like \(dialect): read them with --dialect \(dialect), or "
      + "with --dialect auto"
  }
}
