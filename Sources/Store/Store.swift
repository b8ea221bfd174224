package import Feed
import Foundation
import Glibc
package import SQLite
import Timeline
import Values

/// The database: opened, migrated, and of the right kind.
package final class Store {
  /// "RunR", in the header of the file.
  static let applicationID: Int64 = 0x5275_6E52
  /// Raised with every change of the schema; ``schemaChanges`` lead from each version to the next.
  package static let schemaVersion: Int64 = 6
  /// Of the databases that are upgraded.
  package static let oldestSchema: Int64 = 5

  package let database: Database
  package let path: String
  /// How user ids are hashed before they are kept or looked for; nil where they are not.
  package var hashes: HashedIDs?
  /// What opening it has done, where it was of an older version.
  package private(set) var upgrade: Upgrade?
  let lockTimeout: LockTimeout
  /// What it is a connection to, where nobody else knows it.
  package let copy: DatabaseCopy?

  /// Opens the database for a run; makes it if there is none.
  package convenience init(path: String, lockTimeout: LockTimeout) throws {
    try Self.makePrivate(path)
    try Self.requireDatabase(path)
    guard access(path, W_OK) == 0 else { throw Failure.cannotWrite(path, errno) }
    try Self.requireNoOtherLog(path)
    try self.init(Database(path: path), path, lockTimeout)
    try Self.requireNoWriteAheadMode(database, path)
    try configure()
    if try !isNew() { try checkVersion() }
    switch try database.takeAccount() {
    case .known, .none: break
    case .unknown: throw Self.otherState(path)
    case .damaged: throw Self.damagedPage(path)
    }
    try migrate()
    try makeLaterTables()
  }

  /// Opens a copy that nobody else knows, to change what one likes.
  package convenience init(_ copy: DatabaseCopy) throws {
    try self.init(Database(path: copy.path, mode: .throwaway), copy.path, .usual, copy)
    try prepare()
  }

  /// Opens a new file that nobody needs before it is whole.
  convenience init(unfinished path: String) throws {
    try Self.makePrivate(path)
    try self.init(Database(path: path, mode: .throwaway), path, .usual)
    try prepare()
  }

  private func prepare() throws {
    try database.execute(Self.cache)
    try migrate()
    try makeLaterTables()
  }

  private init(
    _ database: Database, _ path: String, _ lockTimeout: LockTimeout, _ copy: DatabaseCopy? = nil
  ) throws {
    (self.database, self.path, self.lockTimeout, self.copy) = (database, path, lockTimeout, copy)
    lockTimeout.serve(database, path: path)
  }

  /// What a database may be older than, whatever its version.
  private func makeLaterTables() throws {
    try database.execute(String(decoding: PackageResources.watch_sql, as: UTF8.self))
    try database.execute(String(decoding: PackageResources.published_sql, as: UTF8.self))
    try database.execute(String(decoding: PackageResources.dialects_sql, as: UTF8.self))
    try database.execute(String(decoding: PackageResources.inputs_sql, as: UTF8.self))
    try database.execute(String(decoding: PackageResources.purged_sql, as: UTF8.self))
    try database.execute(String(decoding: PackageResources.merged_sql, as: UTF8.self))
  }

  package convenience init(reading path: String, lockTimeout: LockTimeout) throws {
    guard FileManager.default.fileExists(atPath: path) else { throw Failure.missing(path) }
    try Self.requireDatabase(path)
    try Self.requireNoOtherLog(path)
    Self.undoKilledRun(path, lockTimeout)
    try self.init(Database(path: path, mode: .readOnly), path, lockTimeout)
    try Self.requireNoWriteAheadMode(database, path)
    do {
      guard try !isNew() else { throw Self.empty(path) }
    } catch let error as SQLiteError where error.needsRollback {
      throw Self.halfWritten(path)
    }
    try checkVersion()
  }

  /// A run that was killed within its commit leaves a journal, which has to be played back before
  /// anybody can read; a connection that may only read cannot do that. SQLite leaves the journal of
  /// a run that is still going on alone. Where the file cannot be written, reading it says so.
  private static func undoKilledRun(_ path: String, _ lockTimeout: LockTimeout) {
    guard FileManager.default.fileExists(atPath: path + "-journal"),
      let database = try? Database(path: path)
    else { return }
    lockTimeout.serve(database, path: path)
    _ = try? database.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// No run has a write-ahead log: one beside the database is another program's.
  private static func requireNoOtherLog(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path + "-wal") else { return }
    throw Failure(
      "beside \(path) lies \(path)-wal, the log of another program or of another database",
      hint:
        "where a copy was put there, remove the log; where another program has changed the database, "
        + "let it finish: sqlite3 \(path) 'PRAGMA journal_mode = DELETE'", exit: .badData)
  }

  /// A database with a write-ahead log, set by another program, cannot be read alone.
  static func requireNoWriteAheadMode(_ database: Database, _ path: String) throws {
    guard database.isInWriteAheadMode else { return }
    throw Failure(
      "\(path) is in WAL mode, into which another program has put it",
      hint: "let that program finish, then sqlite3 \(path) 'PRAGMA journal_mode = DELETE', and "
        + "\"runrate restore \(path)\"", exit: .badData)
  }

  /// Makes the file where it is missing, for the owner alone: what SQLite puts beside a database
  /// (journal, write-ahead log) gets the mode of the database. A link is not followed: whoever
  /// planted it could let a run write elsewhere, and the lock would stand beside another name.
  private static func makePrivate(_ path: String) throws {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 || errno == EEXIST else {
      throw Failure.cannotWrite(path, errno)
    }
    if file >= 0 { return _ = close(file) }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw Failure.cannotWrite(path, errno)
    }
    guard status.st_mode & S_IFMT != S_IFLNK else {
      throw Failure(
        "\(path) is a symbolic link", hint: "name the file that it leads to", exit: .cannotWrite)
    }
  }

  /// Throws for a folder, a pipe, and for what this user may not read.
  static func requireFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure.cannotWrite(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let kind = status.st_mode & S_IFMT == S_IFDIR ? "folder" : "pipe or device"
      throw Failure(
        "\(path) is a \(kind), and no database",
        hint: "name the file of a database; a new one is made where there is none", exit: .badData)
    }
    guard access(path, R_OK) == 0 else { throw Failure.unreadable(path, errno) }
  }

  /// Throws for a file that SQLite could not open; an empty one is a database without tables.
  private static func requireDatabase(_ path: String) throws {
    try requireFile(path)
    let isEmpty = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64 == 0
    guard isEmpty || isDatabase(path) else { throw Failure.foreign(path) }
  }

  /// Whether a file begins as SQLite's do; true where it cannot be read: SQLite tells why.
  static func isDatabase(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return true }
    defer { try? file.close() }
    guard let start = try? file.read(upToCount: 16) else { return true }
    return start == Data("SQLite format 3\0".utf8)
  }

  private func configure() throws {
    try database.execute(
      """
      PRAGMA journal_mode = DELETE;
      PRAGMA synchronous = FULL;
      PRAGMA temp_store = FILE;
      \(Self.cache)
      """)
  }

  /// 64 MiB.
  private static let cache = "PRAGMA cache_size = -65536;"

  private func migrate() throws {
    guard try isNew() else { return upgrade = try upgraded(from: checkVersion()) }
    try database.transaction {
      try database.execute(String(decoding: PackageResources.store_sql, as: UTF8.self))
      try Derived.create(.main, in: database)
      try Derived.index(.main, in: database)
      for change in Self.schemaChanges {
        try database.execute(String(decoding: change.sql, as: UTF8.self))
      }
      try database.execute(
        """
        PRAGMA application_id = \(Self.applicationID);
        PRAGMA user_version = \(Self.schemaVersion);
        """)
    }
  }

  private func isNew() throws -> Bool {
    try database.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } == 0
  }

  /// The version of the database, once it is known to be one of ours that we understand.
  @discardableResult
  private func checkVersion() throws -> Int64 {
    let application = try database.integer("PRAGMA application_id")
    guard application == Self.applicationID else { throw Failure.foreign(path) }
    let version = try database.integer("PRAGMA user_version")
    try Self.requireKnown(schema: version, path)
    return version
  }

  /// Throws for a schema of which this program knows nothing, any more or yet.
  static func requireKnown(schema version: Int64, _ path: String) throws {
    guard version <= schemaVersion else { throw Failure.newer(path, found: version) }
    guard version >= oldestSchema else { throw Failure.older(path, found: version) }
  }

  /// Whether it has the tables of this version: one that may only be read is not upgraded.
  package func isOfThisVersion() throws -> Bool { try checkVersion() == Self.schemaVersion }

  /// Writes the database anew, so that nothing that was deleted is left in unused parts of it.
  package func compact() throws { try database.execute("VACUUM") }

  /// The strings that the database knows, for a reader or a fold to go on with.
  package func strings() throws -> StringTable { try Self.strings(of: database) }

  static func strings(of database: Database) throws -> StringTable {
    StringTable(known: try database.rows("SELECT value FROM string ORDER BY id") { $0.text(0) })
  }

  /// The apps that accepted events name; none in a database that is older than that.
  package func apps() throws -> Set<StringID> {
    guard try database.has("log_app") else { return [] }
    return Set(
      try database.rows("SELECT app FROM main.log_app") {
        StringID(truncatingIfNeeded: $0.integer(0))
      })
  }

  /// Writes the strings that were added since `strings()`.
  func save(_ strings: StringTable) throws {
    let known = try database.integer("SELECT max(id) FROM string")
    let insert = try database.prepare("INSERT INTO string (id, value) VALUES (?, ?)")
    for (id, string) in strings.all.enumerated() where id > known { try insert.run(id, string) }
  }
}

// MARK: - Databases that cannot be used as they are

extension Store {
  private static func empty(_ path: String) -> Failure {
    Failure(
      "\(path) holds nothing yet: the first run was stopped before it had stored anything",
      hint: "\"runrate ingest LOGS\" fills it", exit: .noInput)
  }

  private static func halfWritten(_ path: String) -> Failure {
    Failure(
      "a run was killed while it wrote to \(path), and its journal \(path)-journal cannot be "
        + "played back here",
      hint: "run \"runrate status\" as a user who may write to the file and its folder: that "
        + "puts the last whole state back", exit: .cannotWrite)
  }

  /// The pages are each whole, but together not what the last run left.
  private static func otherState(_ path: String) -> Failure {
    Failure(
      "\(path) is not what the last run left: a disk has lost some of what was written to it, or "
        + "somebody has put a copy in its place",
      hint: "where it is a copy, say \"runrate restore \(path)\"; else put a backup there with "
        + "\"runrate restore BACKUP\", or make the database anew from the logs", exit: .badData)
  }

  private static func damagedPage(_ path: String) -> Failure {
    Failure(
      "\(path) is damaged: a page is not as it was written, or another program (sqlite3 .backup, "
        + "VACUUM INTO) has written the file",
      hint: "\"runrate restore BACKUP\" puts a backup in its place; where another program made the "
        + "file, \"runrate restore \(path)\" checks it and makes it usable", exit: .badData)
  }
}
