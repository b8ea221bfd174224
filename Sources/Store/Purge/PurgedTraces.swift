import Feed
import SQLite
import Values

/// The ids of purged people, for lines that are read later: no name or note that has one of them is
/// kept again. Looked up in the database, for there can be millions.
struct PurgedTraces {
  private let lengths: [Int]
  private let scanner: IdentifierScanner

  init(_ database: Database) throws {
    lengths = try database.rows("SELECT DISTINCT bytes FROM purged_trace") { Int($0.integer(0)) }
    guard !lengths.isEmpty else {
      scanner = IdentifierScanner([])
      return
    }
    let salt = try PurgedIDs.salt(of: database)
    let find = try database.prepare("SELECT 1 FROM purged_trace WHERE hash = ?")
    scanner = IdentifierScanner(lengths: lengths) { id in
      try find.bind(PurgedIDs.hash(id, salt), at: 1)
      defer { find.reset() }
      return try find.step()
    }
  }

  /// Whether nobody was purged.
  var isEmpty: Bool { lengths.isEmpty }

  func findsDistinctive(in name: String) throws -> Bool { try scanner.findsDistinctive(in: name) }

  /// What stands for a name that says an id: always the same for one name, so that a product goes on
  /// as the one that it was.
  static func text(inPlaceOf name: String, salt: [UInt8]) -> String {
    let hash = PurgedIDs.hash(IdentifierScanner.normalised(Array(name.utf8)[...]), salt)
    return "(purged \(hexadecimal(hash.prefix(6))))"
  }

  /// What a line notes, without its words where they name somebody who was purged.
  func forgetting(_ noted: LogAnnotation) throws -> LogAnnotation {
    let isOfOne = try [noted.text, noted.kind, noted.link].contains { try findsDistinctive(in: $0) }
    return isOfOne ? LogAnnotation(time: noted.time, text: Purge.ignoredName) : noted
  }

  /// Adds what somebody was called by.
  static func add(_ ids: Set<[UInt8]>, _ database: Database) throws {
    let salt = try PurgedIDs.salt(of: database)
    let insert = try database.prepare("INSERT OR IGNORE INTO purged_trace VALUES (?, ?)")
    for id in ids {
      let length = IdentifierScanner.composed(id).count
      try insert.run(PurgedIDs.hash(IdentifierScanner.normalised(id[...]), salt), length)
    }
  }
}
