package import Feed
import Foundation
import SQLite
package import Values

/// Adds parts up into one database, which reports are then made from as from any other (the guide
/// "When one machine is not enough"). The order of the parts, and which were added up before,
/// changes nothing.
///
///   lines of all parts → tables, and what was read → does it add up? → record of the run
package struct Merge {
  private let store: Store
  private let strings: StringTable
  private let memory: Int

  /// `memory`: bytes that sums may take before they go to a file.
  package init(_ store: Store, strings: StringTable, memory: Int) {
    (self.store, self.strings, self.memory) = (store, strings, memory)
  }

  package struct Outcome: Sendable {
    package var run: RunRecord
    package var parts: Int
    package var customers: Int64
    package var asOf: Day?
    /// What is still to be added; nil where the whole is there.
    package var incompleteness: Failure?
  }

  /// Adds up `sources`, folders with parts or databases, in the place of what the database had
  /// folded. Call inside a transaction.
  package func run(
    _ sources: [String], started: Instant, program: String, allowed: Fraction
  ) throws -> Outcome {
    try requireNoEvents()
    let before = try FoldState.read(store.database)
    let tables = try MergedTables(store, strings: strings, memory: memory / 6)
    var lines = MergedLines()
    let rejects = try MergedRejects(store.database)
    do {
      try gather(sources, program: program, tables, &lines, rejects)
    } catch let failure as Failure where failure.kind == .overlap {
      try requireDifferent(sources, program: program)
      throw failure
    }
    let noted = try lines.takeAnnotations()
    let records = MergedRecords(store, strings, lines, noted, since: before)
    let whole = lines.parts.incompleteness
    if whole == nil { try records.requirePositive() }
    let run = try records.write(started: started, program: program, allowed: allowed, rejects)
    if whole == nil { try records.requireAllLines() }
    try writeState(lines, run: run.id)
    try store.keep(lines.parts)
    try store.keep(keyCheck: lines.agreement?.key ?? "")
    try store.save(strings)
    return Outcome(
      run: run, parts: lines.parts.count,
      customers: try store.database.first("SELECT count(*) FROM customer") { $0.integer(0) } ?? 0,
      asOf: lines.agreement.map { Day(Int($0.asOf)) }, incompleteness: whole)
  }

  /// Takes all lines of the parts into the tables, which have to come to what the parts say.
  private func gather(
    _ sources: [String], program: String, _ tables: MergedTables, _ lines: inout MergedLines,
    _ rejects: MergedRejects
  ) throws {
    for source in sources {
      try PartSource(source, store.lockTimeout).forEachLine(program: program) { path, bytes in
        try take(bytes, path, tables, &lines, rejects)
      }
    }
    try tables.finish()
    try requireSums(tables, lines)
  }

  private func requireNoEvents() throws {
    guard try EventBlocks.isEmpty(store.database) else {
      throw Failure(
        "\(store.path) holds events of its own, which a merge would set aside",
        hint: "name a new file with --database, and this one among the parts", exit: .badData)
    }
  }

  /// Throws where parts are there twice, or do not belong together.
  private func requireDifferent(_ sources: [String], program: String) throws {
    var lines = MergedLines()
    for source in sources {
      try PartSource(source, store.lockTimeout).forEachLine(program: program) { path, bytes in
        guard bytes.starts(with: PartFormat.description), let line = PartLine(bytes) else { return }
        try lines.take(.part, PartFields(bytes, line), line.values, in: path)
      }
    }
  }

  private func take(
    _ bytes: UnsafeRawBufferPointer, _ path: String, _ tables: MergedTables,
    _ lines: inout MergedLines, _ rejects: MergedRejects
  ) throws {
    guard let line = PartLine(bytes) else { throw Failure.malformed }
    let (name, fields) = (
      String(decoding: bytes[line.table], as: UTF8.self), PartFields(bytes, line)
    )
    if try tables.take(name, fields, line.values) { return }
    guard let record = PartRecord(rawValue: name) else { throw Failure.malformed }
    if record == .reject { return try rejects.take(PartReject(fields)) }
    try lines.take(record, fields, line.values, in: path)
  }

  /// Throws where the tables are not what the parts say that they are.
  private func requireSums(_ tables: MergedTables, _ lines: MergedLines) throws {
    for name in Set(lines.totals.keys).union(tables.totals.keys).sorted() {
      let (said, found) = (lines.totals[name] ?? [], tables.totals[name] ?? [])
      let isSame = (0..<max(said.count, found.count)).allSatisfy {
        ($0 < said.count ? said[$0] : 0) == ($0 < found.count ? found[$0] : 0)
      }
      guard isSame else {
        throw Failure(
          "the parts' lines of \(name) do not come to what the parts say: some are missing, or were "
            + "counted twice", hint: "write the parts anew; nothing was merged",
          exit: .reconciliation)
      }
    }
  }

  private func writeState(_ lines: MergedLines, run: Int64) throws {
    guard let agreement = lines.agreement, !agreement.rules.isEmpty else {
      return try store.database.execute("DELETE FROM fold_state")
    }
    try FoldState(
      rules: "\(agreement.rules)-\(agreement.columns)", rates: agreement.rates,
      asOf: Day(Int(agreement.asOf)), end: Instant(milliseconds: agreement.end), run: run
    ).write(store.database)
  }
}

/// Where a part stands: in a folder, or in a database.
private struct PartSource {
  private let path: String
  private let lockTimeout: LockTimeout

  init(_ path: String, _ lockTimeout: LockTimeout) {
    (self.path, self.lockTimeout) = (path, lockTimeout)
  }

  /// Calls `take` with each line, and where it stands.
  func forEachLine(program: String, _ take: (String, UnsafeRawBufferPointer) throws -> Void) throws
  {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure.unreadable(path, ENOENT)
    }
    if isFolder.boolValue {
      try ofFolder(take)
    } else {
      try ofDatabase(program, take)
    }
  }

  private func ofFolder(_ take: (String, UnsafeRawBufferPointer) throws -> Void) throws {
    let files = try PartLines.files(in: path)
    guard !files.isEmpty else { throw Failure.isNoPart(path) }
    var saysWhat = false
    for file in files {
      try PartLines.forEach(in: file) { line in
        if line.starts(with: PartFormat.description) { saysWhat = true }
        try take(file, line)
      }
    }
    guard saysWhat else { throw Failure.saysNotWhat(path) }
  }

  private func ofDatabase(
    _ program: String, _ take: (String, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let store = try Store(reading: path, lockTimeout: lockTimeout)
    let export = try PartExport(
      store, strings: store.strings(), PartExport.Origin(program: program))
    var line = 0
    try store.database.atOnce {
      try export.forEachBlock { _, block in
        _ = try block.withUnsafeBytes { bytes in
          try PartLines.eachLine(of: bytes, path, &line) { try take(path, $0) }
        }
      }
    }
  }
}
