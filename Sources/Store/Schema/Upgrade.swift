import Feed
import Foundation
import SQLite
import Values

/// What opening a database of an older version has done to it.
package struct Upgrade: Sendable, Equatable {
  /// Versions of the schema.
  package let from: Int64
  package let to: Int64
  /// Where a copy stands of what it was.
  package let copy: String
  /// What is otherwise now, a sentence for each version on the way.
  package let changes: [String]
}

extension Store {
  /// A version of the schema, and how the one before becomes it.
  struct SchemaChange {
    let version: Int64
    /// What makes it; nothing where only the meaning of rows has changed.
    var sql: [UInt8] = []
    /// What is done besides to a database that holds something.
    var rework: (Database) throws -> Void = { _ in }
    /// What a user notices, in the figures too.
    let meaning: String
  }

  /// Those after ``oldestSchema``; a new database has all of it.
  static var schemaChanges: [SchemaChange] {
    [
      SchemaChange(
        version: 6, sql: PackageResources.joined_sql,
        rework: {
          try $0.execute(String(decoding: PackageResources.purged_sql, as: UTF8.self))
          let order = ContentOrder(try Store.strings(of: $0))
          try Rescan($0, Deduplication(order)).run(Users($0))
        },
        meaning: "an id is the previous_id of one other only, payments join customers, and a "
          + "request id may stand on several events: what is read from now on follows them, what "
          + "was read before once it is read again (runrate ingest --again LOGS)")
    ]
  }

  /// Brings the database to this version; nil where it is of this version, or a copy that nobody
  /// else knows. What it was is kept beside it.
  func upgraded(from found: Int64) throws -> Upgrade? {
    guard found < Self.schemaVersion else { return nil }
    let kept = copy == nil ? Self.unusedName("\(path).schema-\(found)") : nil
    if let kept { try backUp(to: kept) }
    let changes = Self.schemaChanges.filter { $0.version > found }
    try database.transaction {
      for change in changes {
        try database.execute(String(decoding: change.sql, as: UTF8.self))
        try change.rework(database)
      }
      try database.execute("PRAGMA user_version = \(Self.schemaVersion)")
    }
    // The copy has what was deleted anyway; the file need not hold its place for good.
    if kept != nil { try compact() }
    return kept.map {
      Upgrade(from: found, to: Self.schemaVersion, copy: $0, changes: changes.map(\.meaning))
    }
  }
}
