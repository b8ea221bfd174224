package import Feed
import Foundation
import Glibc
package import SQLite
import Timeline

/// The database: opened, migrated, and of the right kind.
package final class Store {
  /// "RunR", in the header of the file.
  static let applicationID: Int64 = 0x5275_6E52
  /// Raised with every change of the schema; ``schemaChanges`` lead from each version to the next.
  package static let schemaVersion: Int64 = 6

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
    guard access(path, W_OK) == 0 else { throw StoreError.cannotWrite(path: path, errno: errno) }
    try Self.requireNoOtherLog(path)
    try self.init(Database(path: path), path, lockTimeout)
    try Self.requireNoWriteAheadMode(database, path)
    try configure()
    if try !isNew() { try checkVersion() }
    switch try database.takeAccount() {
    case .known, .none: break
    case .unknown: throw StoreError.otherState(path: path)
    case .damaged: throw StoreError.damagedPage(path: path)
    }
    try migrate()
    try makeLaterTables()
  }

  /// Opens a copy that nobody else knows, to change what one likes.
  package convenience init(_ copy: DatabaseCopy) throws {
    try self.init(Database(path: copy.path, mode: .throwaway), copy.path, .usual, copy)
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

  /// Opens an existing database for reading.
  package convenience init(reading path: String, lockTimeout: LockTimeout) throws {
    guard FileManager.default.fileExists(atPath: path) else { throw StoreError.missing(path: path) }
    try Self.requireDatabase(path)
    try Self.requireNoOtherLog(path)
    Self.undoKilledRun(path, lockTimeout)
    try self.init(Database(path: path, mode: .readOnly), path, lockTimeout)
    try Self.requireNoWriteAheadMode(database, path)
    do {
      guard try !isNew() else { throw StoreError.empty(path: path) }
    } catch let error as SQLiteError where error.needsRollback {
      throw StoreError.halfWritten(path: path)
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
    _ = try? database.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
  }

  /// No run has a write-ahead log: one beside the database is of another program, or of another
  /// database that stood there.
  private static func requireNoOtherLog(_ path: String) throws {
    let hasLog = FileManager.default.fileExists(atPath: path + "-wal")
    if hasLog { throw StoreError.strayLog(path: path) }
  }

  /// Another program may have told the database to have a write-ahead log, with which it cannot be
  /// read alone.
  static func requireNoWriteAheadMode(_ database: Database, _ path: String) throws {
    if database.isInWriteAheadMode { throw StoreError.writeAheadMode(path: path) }
  }

  /// Makes the file where it is missing, for the owner alone: what SQLite puts beside a database
  /// (journal, write-ahead log) gets the mode of the database. A link is not followed: whoever
  /// planted it could let a run write elsewhere, and the lock would stand beside another name.
  private static func makePrivate(_ path: String) throws {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 || errno == EEXIST else {
      throw StoreError.cannotWrite(path: path, errno: errno)
    }
    if file >= 0 { return _ = close(file) }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw StoreError.cannotWrite(path: path, errno: errno)
    }
    guard status.st_mode & S_IFMT != S_IFLNK else {
      throw StoreError.isSymbolicLink(path: path)
    }
  }

  /// Throws for a folder, for what one would wait for without end, such as a pipe, and for what
  /// this user may not read.
  static func requireFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw StoreError.cannotWrite(path: path, errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError.isNoFile(path: path, isFolder: status.st_mode & S_IFMT == S_IFDIR)
    }
    guard access(path, R_OK) == 0 else { throw InputError.unreadable(path: path, code: errno) }
  }

  /// Throws for a file that SQLite could not open; an empty one is a database without tables.
  private static func requireDatabase(_ path: String) throws {
    try requireFile(path)
    let isEmpty = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64 == 0
    guard isEmpty || isDatabase(path) else { throw StoreError.foreign(path: path) }
  }

  /// Whether a file begins as every database of SQLite does; of one that cannot be read SQLite
  /// tells why.
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
      for schema in [PackageResources.store_sql, PackageResources.blocks_sql] {
        try database.execute(String(decoding: schema, as: UTF8.self))
      }
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
    let application = try database.first("PRAGMA application_id") { $0.integer(0) } ?? 0
    guard application == Self.applicationID else { throw StoreError.foreign(path: path) }
    let version = try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    guard version <= Self.schemaVersion else {
      throw StoreError.newer(path: path, found: version, known: Self.schemaVersion)
    }
    return version
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
    let known = try database.first("SELECT coalesce(max(id), 0) FROM string") { $0.integer(0) } ?? 0
    let insert = try database.prepare("INSERT INTO string (id, value) VALUES (?, ?)")
    for (id, string) in strings.all.enumerated() where id > known { try insert.run(id, string) }
  }
}
