package import Feed
import SQLite
import Values

/// A database as a part of others: one with events, one that was merged, or one of a single part.
package final class PartSource {
  let database: Database
  /// As messages name it.
  let path: String
  private let store: Store
  private let place: PartPlace?
  /// What `runrate read` has written of all lines, which has counted those of this part, too; nil
  /// where nobody has.
  let read: PartSource?

  /// What `store` has folded. `place`: which of how many parts; nil where nobody counts them.
  package init(_ store: Store, at place: PartPlace? = nil, of read: PartSource? = nil) {
    (self.store, database, path) = (store, store.database, store.path)
    (self.place, self.read) = (place, read)
  }

  /// Opens a folder with a part, or a database.
  package convenience init(at source: String, lockTimeout: LockTimeout) throws {
    let path = try PartFile.path(of: source)
    self.init(try Self.readable(path) { try Store(reading: path, lockTimeout: lockTimeout) })
    guard try store.isOfThisVersion() else { throw Failure.otherVersion(path) }
  }

  func forEachRow(of query: String, _ body: (Statement) throws -> Void) throws {
    let rows = try Self.readable(path) { try database.prepare(query) }
    while try Self.readable(path, { try rows.step() }) { try body(rows) }
  }

  /// The apps that its lines name.
  func apps() throws -> [String] {
    var apps: [String] = []
    try forEachRow(of: "SELECT s.value FROM log_app AS a INNER JOIN string AS s ON s.id = a.app") {
      apps.append($0.text(0))
    }
    return apps
  }

  /// The paths of the files that were read, by their numbers.
  func paths() throws -> [Int64: String] {
    var paths: [Int64: String] = [:]
    try forEachRow(of: "SELECT number, path FROM merged_input") {
      paths[$0.integer(0)] = $0.text(1)
    }
    return paths
  }

  /// Whether it has no events of its own.
  func isMerged() throws -> Bool { try Self.readable(path) { try store.isMerged() } }

  private static func readable<Result>(_ path: String, _ read: () throws -> Result) throws -> Result
  {
    do {
      return try read()
    } catch let error as SQLiteError where error.isDamage || error.isUnreadable {
      throw Failure.damagedPart(path)
    }
  }
}

// MARK: - What it is

extension PartSource {
  /// The parts that it is the sum of, of databases with events itself; and how they were made.
  func description(program: String) throws -> (parts: [MergedPart], agreement: PartAgreement) {
    try Self.readable(path) {
      let parts = try store.mergedParts()
      guard try parts.isEmpty || database.has("merged_total") else {
        throw Failure.otherVersion(path)
      }
      let agreement = try PartAgreement(of: store, program: parts.isEmpty ? program : nil)
      guard !agreement.rules.isEmpty || parts.contains(where: { $0.kind == .read }) else {
        throw notFolded
      }
      return try (parts.isEmpty ? [part()] : parts, agreement)
    }
  }

  private func part() throws -> MergedPart {
    // Two parts without anybody are the same otherwise.
    let suffix = place.map { "-\($0.number)" } ?? ""
    return MergedPart(
      id: try MergedPart.id(of: database) + suffix, place: place,
      kind: read == nil ? .fold : .dealt)
  }

  private var notFolded: Failure {
    Failure(
      "\(path) has not been folded yet",
      hint: "\"runrate run\", \"report\" or \"fold\" with --database \(path) does that",
      exit: .badData)
  }

  /// What its tables came to when they were written; nil for a database with events.
  func totals() throws -> PartTotals? {
    guard try isMerged() else { return nil }
    var totals = PartTotals()
    try forEachRow(of: "SELECT name, total FROM main.merged_total") {
      totals.sums[$0.text(0)] = $0.integer(1)
    }
    return totals
  }
}

extension Store {
  /// Notes what all logs hold together, as if all had been read here: what depends on lines that a
  /// part does not have. Call inside a transaction, after the lines of the part were read.
  package func note(_ read: PartSource, _ strings: StringTable) throws {
    let app = try database.prepare("INSERT OR IGNORE INTO log_app VALUES (?)")
    for name in try read.apps().sorted() { try app.run(strings.id(of: name)) }
    let extent = try database.prepare(
      """
      INSERT INTO newest_event VALUES (1, ?1, ?2) ON CONFLICT DO UPDATE
      SET first_ms = min(first_ms, ?1), last_ms = max(last_ms, ?2)
      """)
    try read.forEachRow(of: "SELECT first_ms, last_ms FROM newest_event", extent.run(rowOf:))
  }
}
