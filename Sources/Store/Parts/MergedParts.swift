import Feed
import SQLite
package import Values

/// A part that a merged database is made of.
struct MergedPart: Hashable, Sendable {
  enum Kind: String {
    /// Customers, folded, and the counts of their lines.
    case fold
    /// Customers whose lines `runrate read` has dealt out and counted.
    case dealt
    /// Those counts.
    case read
  }

  /// Made of what it holds: the same part twice has the same. Empty for a read of no file at all,
  /// of which there may be several.
  var id: String
  var place: PartPlace?
  var kind: Kind

  /// Of the counts of a database, and of its customers.
  static func id(of database: Database) throws -> String {
    var texts: [String] = []
    for query in [
      "SELECT path, lines_read, accepted, duplicate, ignored, rejected, raw_tail_hash FROM input ORDER BY id",
      "SELECT day, events, last_ms FROM event_day ORDER BY day",
      """
      SELECT * FROM (
        SELECT count(*) AS customers, sum(id >> 32), sum(id & 0xFFFFFFFF) FROM customer
      ) WHERE customers > 0
      """,
    ] {
      texts += try database.rows(query) { row in
        row.columnNames.indices.map { row.text(Int32($0)) }.joined(separator: "\t")
      }
    }
    guard !texts.isEmpty else { return "" }
    return Array(texts.joined(separator: "\n").utf8).withUnsafeBytes {
      hexadecimal(stableHash($0))
    }
  }
}

/// The parts of a merge, which belong together.
struct MergedParts {
  private(set) var all: [MergedPart] = []
  private(set) var agreement: PartAgreement?
  private var ids: Set<String> = []
  private var places: Set<PartPlace> = []

  /// Takes what a database at `path` is made of; throws where some of it is there already, or does
  /// not belong to the others.
  mutating func add(_ parts: [MergedPart], _ agreement: PartAgreement, at path: String) throws {
    if !agreement.rules.isEmpty, !agreement.rules.hasSuffix(Derived.foldedBy("")) {
      throw Failure.otherVersion(path)
    }
    if let known = self.agreement { try agreement.requireSame(as: known, at: path) }
    if self.agreement?.rules.isEmpty ?? true { self.agreement = agreement }
    for part in parts { try add(part, at: path) }
  }

  private mutating func add(_ part: MergedPart, at path: String) throws {
    let isNewID = ids.insert(part.id).inserted
    if part.id.isEmpty, !isNewID { return }
    let isNewPlace = part.place.map { places.insert($0).inserted } ?? true
    guard isNewID, isNewPlace else {
      throw Failure(
        "part \(part.place?.description ?? part.id) is there twice: \(path)",
        hint: "name each part once", exit: .badData)
    }
    if let place = part.place, let other = all.lazy.compactMap(\.place).first,
      other.count != place.count
    {
      throw Failure(
        "\(path) is part \(place), and there is a part \(other)",
        hint: "merge parts that were dealt out together", exit: .badData)
    }
    all.append(part)
  }
}

extension Store {
  /// The parts that the derived tables are the sum of; none in a database with events of its own.
  func mergedParts() throws -> [MergedPart] {
    guard try database.has("merged_part") else { return [] }
    return try database.rows("SELECT id, place, kind FROM main.merged_part ORDER BY id") {
      try MergedPart(
        id: $0.text(0), place: PartPlace($0.text(1)),
        kind: $0.choice(2))
    }
  }

  /// Notes what a database was made of, and how. `run`: the one that has written it.
  func keep(
    _ parts: [MergedPart], _ agreement: PartAgreement?, _ strings: StringTable, run: Int64
  ) throws {
    try agreement?.write(to: self, run: run)
    try save(strings)
    try database.execute("DELETE FROM merged_part")
    let insert = try database.prepare("INSERT INTO merged_part VALUES (?, ?, ?)")
    for part in parts {
      try insert.run(part.id, part.place?.description ?? "", part.kind.rawValue)
    }
  }

  /// Whether the derived tables are the sum of parts.
  package func isMerged() throws -> Bool { try !mergedParts().isEmpty }

  /// Throws for a database that was merged: whoever asks for events has to ask the parts. `shown`:
  /// what people know it by; this may be a copy.
  package func requireEvents(of shown: String) throws {
    guard try isMerged() else { return }
    throw Failure(
      "\(shown) was made by merge: it holds the facts of all customers and nobody's events",
      hint: "ask a database that has read their logs", exit: .badData)
  }

  /// Throws unless a merged database is whole, and was folded for a report of `asOf` under these
  /// rules and rates: it cannot be folded anew.
  package func requireMerged(for asOf: Day, rulesHash: String, ratesHash: (Day) -> String) throws {
    if let error = try incompleteness(of: mergedParts()) { throw error }
    guard let state = try FoldState.read(database) else { return }
    guard state.asOf == asOf, state.rules == Derived.foldedBy(rulesHash),
      state.rates == ratesHash(asOf)
    else { throw foldedOtherwise(asOf: state.asOf, wanted: asOf) }
  }

  private func foldedOtherwise(asOf: Day, wanted: Day) -> Failure {
    guard asOf != wanted else {
      return Failure(
        "\(path) was merged from parts that were folded under another configuration, by another "
          + "program, or with other exchange rates",
        hint: "fold and merge the parts anew", exit: .badData)
    }
    return Failure(
      "\(path) was merged from parts that were folded up to \(asOf), and the report is to be "
        + "of \(wanted)",
      hint: "say --as-of \(asOf), or fold and merge the parts with --as-of \(wanted)",
      exit: .badData)
  }

  /// Which parts of the whole are not there; nil where all are, or nobody has counted them.
  func incompleteness(of parts: [MergedPart]) throws -> Failure? {
    let there = Set(parts.compactMap(\.place))
    let places = there.first.map { place in
      (1...place.count).compactMap { PartPlace("\($0)/\(place.count)") }
    }
    let missing = (places ?? []).filter { !there.contains($0) }.map(\.description)
    var all: [String] = []
    if !missing.isEmpty {
      let more = missing.count > 5 ? " and \(missing.count - 5) more" : ""
      all.append(
        "part\(missing.count == 1 ? "" : "s") \(missing.prefix(5).joined(separator: ", "))\(more)")
    }
    let kinds = Set(parts.map(\.kind))
    if kinds.contains(.dealt), !kinds.contains(.read) {
      all.append("what \"runrate read\" has counted")
    }
    if kinds == [.read], try hasAccepted() {
      all.append("what \"runrate fold\" makes of the lines")
    }
    guard !all.isEmpty else { return nil }
    return Failure(
      "not everything was merged yet: \(all.joined(separator: " and ")) missing",
      hint: "merge all parts, with the folder of \"runrate read\"", exit: .badData)
  }

  /// Whether lines were accepted that only a fold makes something of.
  private func hasAccepted() throws -> Bool {
    try database.integer(
      "SELECT (SELECT sum(accepted) FROM run) > (SELECT count(*) FROM log_annotation)") == 1
  }
}
