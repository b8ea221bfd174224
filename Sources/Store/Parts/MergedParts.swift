import SQLite
package import Values

struct MergedPart: Hashable, Sendable {
  var id: String
  var place: PartPlace?
  var kind: PartDescription.Kind
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

  func keep(_ parts: [MergedPart]) throws {
    try database.execute("DELETE FROM merged_part")
    let insert = try database.prepare("INSERT INTO merged_part VALUES (?, ?, ?)")
    for part in parts {
      try insert.run(part.id, part.place?.description ?? "", part.kind.rawValue)
    }
  }

  /// Whether the derived tables are the sum of parts.
  package func isMerged() throws -> Bool { try !mergedParts().isEmpty }

  /// Throws for a merged database, which has no events. `shown`: what people know it by.
  package func requireEvents(of shown: String) throws {
    guard try isMerged() else { return }
    throw Failure(
      "\(shown) was made by merge: it holds the facts of all customers and nobody's events",
      hint: "ask a database that has read their logs", exit: .badData)
  }

  /// Throws unless a merged database is whole, and folded for `asOf` under these rules.
  package func requireMerged(for asOf: Day, rulesHash: String, ratesHash: (Day) -> String) throws {
    let parts = try mergedParts()
    if let error = parts.incompleteness { throw error }
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

  /// Notes which key the ids of the parts were hashed with.
  func keep(keyCheck: String) throws {
    try database.execute("UPDATE protection SET key_check = NULL")
    guard !keyCheck.isEmpty else { return }
    try database.prepare(
      """
      INSERT INTO protection VALUES (1, ?1, ?2) ON CONFLICT DO UPDATE SET key_check = ?2
      """
    ).run(randomBytes(16), try Self.bytes(ofHexadecimal: keyCheck))
  }

  private static func bytes(ofHexadecimal text: String) throws -> [UInt8] {
    let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else {
      throw Failure.malformed
    }
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  /// What tells the key of hashed ids from others; empty where ids are not hashed.
  func keyCheck() throws -> String {
    let check = try database.first("SELECT lower(hex(key_check)) FROM protection") { $0.text(0) }
    return check ?? ""
  }
}

extension [MergedPart] {
  /// Which parts of the whole are not there; nil where all are, or nobody has counted them.
  var incompleteness: Failure? {
    let isReadMissing =
      contains { $0.kind == .dealt } && !contains { $0.kind == .read }
    let there = Set(compactMap(\.place))
    let missing = (there.first.map { Swift.max(1, $0.count) }).map { count in
      (1...count).compactMap { PartPlace("\($0)/\(count)") }.filter { !there.contains($0) }
    }
    guard isReadMissing || missing?.isEmpty == false else { return nil }
    return incomplete(missing ?? [], isReadMissing)
  }

  private func incomplete(_ missing: [PartPlace], _ isReadMissing: Bool) -> Failure {
    let names = missing.prefix(5).map(\.description).joined(separator: ", ")
    let more = missing.count > 5 ? " and \(missing.count - 5) more" : ""
    let parts = missing.isEmpty ? [] : ["part\(missing.count == 1 ? "" : "s") \(names)\(more)"]
    let all = parts + (isReadMissing ? ["what \"runrate read\" has counted"] : [])
    return Failure(
      "not everything was merged yet: \(all.joined(separator: " and ")) missing",
      hint: "merge all parts, with the folder of \"runrate read\"", exit: .badData)
  }
}
