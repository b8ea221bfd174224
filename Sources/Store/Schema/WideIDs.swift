import Feed
import SQLite
import Values

/// Version 4 of the schema: ids of users that have 63 bits of the hash of their keys, not 51, in
/// all tables of what was read.
///
///   the new id of each → the tables that name users → the blocks, whose rows are numbered otherwise
///   → (the next report folds everything anew)
struct WideIDs {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// The tables that name users, but for the blocks, and their columns that do. Some are missing in
  /// old databases; what the fold makes is not among them.
  private static let tables: KeyValuePairs = [
    "user": ["id"], "conflicted_user": ["user"], "alias": ["user", "other"],
    "transaction_owner": ["user"], "transaction_user": ["user", "owner"],
    "touched_user": ["user"], "opening_block": ["user"],
  ]

  /// Call inside a transaction.
  func make() throws {
    try chooseIDs()
    for (table, columns) in Self.tables where try database.has(table) {
      try rename(columns, of: table)
    }
    try moveBlocks()
    try database.execute(
      """
      DROP TABLE temp.wide_id;
      DELETE FROM pending_user;
      DELETE FROM customer_member;
      UPDATE fold_state SET rules = '';
      """)
  }

  /// Every user's new id, in a table by the old one.
  private func chooseIDs() throws {
    try database.execute(
      """
      CREATE TEMP TABLE wide_id (narrow INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE) STRICT
      """)
    let insert = try database.prepare("INSERT INTO temp.wide_id VALUES (?, ?)")
    let find = try database.prepare("SELECT 1 FROM temp.wide_id WHERE id = ?")
    let users = try database.prepare("SELECT id, key FROM main.user ORDER BY id")
    while try users.step() {
      let key = users.blob(1)
      var id = UserID(keyHash: key.withUnsafeBytes { stableHash($0) })
      while try isTaken(id, find) { id += 1 }
      try insert.run(users.integer(0), id)
    }
  }

  private func isTaken(_ id: UserID, _ find: Statement) throws -> Bool {
    try find.bind(id, at: 1)
    defer { find.reset() }
    return try find.step()
  }

  /// The new id in place of the old one; who is no user any more keeps the old one.
  private static func wide(_ column: String) -> String {
    "coalesce((SELECT w.id FROM temp.wide_id AS w WHERE w.narrow = t.\(column)), t.\(column))"
  }

  /// Writes a table anew, in the order of its new ids.
  private func rename(_ columns: [String], of table: String) throws {
    let names = try database.rows("PRAGMA main.table_info(\(table))") { $0.text(1) }
    let values = names.map { columns.contains($0) ? Self.wide($0) : "t.\($0)" }
    try database.execute(
      """
      CREATE TEMP TABLE renamed AS SELECT \(values.joined(separator: ", ")) FROM main.\(table) AS t;
      DELETE FROM main.\(table);
      INSERT INTO main.\(table) SELECT * FROM temp.renamed ORDER BY 1;
      DROP TABLE temp.renamed;
      """)
  }

  /// A block had the number user × 4096 + its own.
  private func moveBlocks() throws {
    try database.execute("ALTER TABLE main.event_block RENAME TO narrow_block")
    for schema in [PackageResources.blocks_sql, PackageResources.pages_sql] {
      try database.execute(String(decoding: schema, as: UTF8.self))
    }
    let blocks = try EventBlocks(database)
    let rows = try database.prepare(
      """
      SELECT coalesce(w.id, b.id / 4096), b.run, b.events, b.id % 4096
      FROM main.narrow_block AS b LEFT JOIN temp.wide_id AS w ON w.narrow = b.id / 4096
      ORDER BY b.id
      """)
    while try rows.step() {
      try blocks.append(
        rows.blob(2)[...], of: rows.integer(0), run: rows.integer(1), isFirst: rows.integer(3) == 0)
    }
    rows.reset()
    try database.execute("DROP TABLE main.narrow_block")
  }
}
