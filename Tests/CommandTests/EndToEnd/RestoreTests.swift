import Foundation
import SQLite
import Testing
import Values

@testable import Command

/// Databases that were put back: every way is recognised, and one command makes them usable.
@Suite struct RestoreTests {
  private let bench: CLIFixture
  private let daily: String

  init() throws {
    bench = try CLIFixture()
    let log = try bench.write(purchases(1...5), to: "a.ndjson")
    #expect(bench.runrate("run", log, "--as-of", "2026-05-20").isReported)
    daily = try bench.read("reports/2026-05-20/csv/daily.csv")
    #expect(bench.runrate("backup", bench.path("copy.db")).code == .allWell)
    let more = try bench.write(purchases(6...9), to: "b.ndjson")
    #expect(bench.runrate("run", more, "--as-of", "2026-05-20").isReported)
  }

  private func replace(with copy: String) throws {
    try FileManager.default.removeItem(atPath: bench.database)
    try FileManager.default.copyItem(atPath: bench.path(copy), toPath: bench.database)
  }

  private func expectRestored(_ copy: String) throws {
    let answer = bench.runrate("restore", copy)
    #expect(answer.code == .allWell, "\(answer.errors)")
    #expect(bench.runrate("report", "--as-of", "2026-05-20").isReported)
    #expect(try bench.read("reports/2026-05-20/csv/daily.csv") == daily)
    #expect(bench.runrate("ingest", bench.path("b.ndjson")).errors.contains("4 accepted"))
  }

  @Test("A copy that was put there by hand is told from what the last run left")
  func byHand() throws {
    try replace(with: "copy.db")
    for command in [["report"], ["ingest", bench.path("b.ndjson")], ["run"]] {
      let answer = bench.runrate(command + ["--as-of", "2026-05-20"])
      #expect(answer.code == .badData, "\(answer.errors)")
      #expect(answer.errors.contains("runrate restore \(bench.database)"), "\(answer.errors)")
    }
    try expectRestored(bench.database)
  }

  @Test("A journal of another time beside the copy changes no figure")
  func strayJournal() throws {
    let database = try Database(path: bench.database)
    try database.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE; DELETE FROM event_page")
    try database.execute("UPDATE input SET path = path || 'x'; CREATE TABLE filler (text TEXT)")
    try database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO filler SELECT hex(randomblob(200)) FROM n
      """)
    try FileManager.default.copyItem(
      atPath: bench.database + "-journal", toPath: bench.path("stray"))
    try database.execute("ROLLBACK")
    try replace(with: "copy.db")
    try FileManager.default.copyItem(
      atPath: bench.path("stray"), toPath: bench.database + "-journal")
    let answer = bench.runrate("report", "--as-of", "2026-05-20")
    #expect(
      answer.code == .badData && answer.errors.contains("runrate restore"), "\(answer.errors)")
    try expectRestored(bench.path("copy.db"))
  }

  @Test("A write-ahead log beside the copy is named")
  func strayLog() throws {
    try replace(with: "copy.db")
    try bench.write("log", to: "runrate.db-wal")
    for command in ["report", "status", "events"] {
      let answer = bench.runrate(command, "--as-of", "2026-05-20")
      #expect(answer.code == .badData, "\(command): \(answer.errors)")
      #expect(answer.errors.contains("runrate.db-wal"))
    }
    try expectRestored(bench.path("copy.db"))
  }

  @Test(
    "Copies that sqlite3 makes are named, and usable once they are restored",
    arguments: [
      "main.backup('%')", "VACUUM INTO '%'",
    ])
  func foreignCopies(how: String) throws {
    let copy = bench.path("foreign.db")
    let program =
      Self.source(bench.path("copy.db"))
      + (how.hasPrefix("main")
        ? "source.backup(sqlite3.connect('\(copy)'))"
        : "source.execute(\"\(how.replacing("%", with: copy))\")")
    let made = try Tool.run("python3", ["-c", program])
    #expect(made.code == 0, "\(made.errors)")
    try replace(with: "foreign.db")
    // A copy of sqlite3's own making bears the seals of the source.
    let commands = how.hasPrefix("main") ? ["report"] : ["report", "status", "events"]
    for command in commands {
      let answer = bench.runrate(command, "--as-of", "2026-05-20")
      #expect(answer.code == .badData, "\(command): \(answer.errors)")
      #expect(answer.errors.contains("runrate restore") || answer.errors.contains("VACUUM INTO"))
    }
    try expectRestored(bench.database)
  }

  /// Opens a database in Python, and writes more to it than SQLite keeps in memory (2 MB): where
  /// the copy does not fit, its first page is not the first to be written.
  private static func source(_ path: String) -> String {
    """
    import sqlite3
    source = sqlite3.connect('\(path)', isolation_level=None)
    source.execute('CREATE TABLE filler (bytes BLOB)')
    source.executemany('INSERT INTO filler VALUES (randomblob(?))', [(1000000,)] * 5)

    """
  }

  @Test("A backup in which a disk has changed a bit takes nobody's place")
  func damagedBackup() throws {
    let whole = try Array(Data(contentsOf: URL(fileURLWithPath: bench.path("copy.db"))))
    for page in 1..<(whole.count / 4096) {
      var damaged = whole
      damaged[page * 4096 + 1800] ^= 1
      try bench.write(damaged, to: "damaged.db")
      let answer = bench.runrate("restore", bench.path("damaged.db"))
      #expect(answer.code == .badData, "page \(page)")
      #expect(answer.errors.contains("a page is not as it was written"), "\(answer.errors)")
    }
    try expectRestored(bench.path("copy.db"))
  }

  @Test("A copy in WAL mode is named, and nothing is left beside it")
  func writeAheadMode() throws {
    let copy = bench.path("copy.db")
    let program =
      "import sqlite3; c = sqlite3.connect('\(copy)'); c.execute('PRAGMA journal_mode = %')"
    #expect(try Tool.run("python3", ["-c", program.replacing("%", with: "WAL")]).code == 0)
    let answer = bench.runrate("restore", copy)
    #expect(answer.code == .badData && answer.errors.contains("WAL mode"), "\(answer.errors)")
    #expect(!bench.exists("copy.db-wal") && !bench.exists("copy.db-shm"))
    #expect(try Tool.run("python3", ["-c", program.replacing("%", with: "DELETE")]).code == 0)
    try expectRestored(copy)
  }

  @Test("What is no database of ours takes nobody's place")
  func unfit() throws {
    try bench.write(String(repeating: "x", count: 9000), to: "junk.db")
    var half = try Array(Data(contentsOf: URL(fileURLWithPath: bench.path("copy.db"))))
    half.removeLast(half.count / 2)
    try bench.write(half, to: "half.db")
    let before = bench.runrate("status").output
    for copy in ["junk.db", "half.db"] {
      #expect(bench.runrate("restore", bench.path(copy)).code == .badData)
    }
    let junk = bench.runrate("restore", bench.path("junk.db")).errors
    #expect(junk.contains("junk.db") && junk.contains("no database of this program"), "\(junk)")
    #expect(bench.runrate("restore", bench.path("none.db")).code == .noInput)
    #expect(bench.runrate("status").output == before)
  }

  @Test("Pages that a disk puts back to an older state are refused, and nothing is published")
  func stalePages() throws {
    let stale = try StaleState(bench)
    for page in 0..<stale.pages.count {
      try stale.putBack(page)
      let answer = bench.runrate("report", "--as-of", "2026-05-21", "--format", "csv")
      #expect(answer.code == .badData, "page \(stale.pages[page]): \(answer.errors)")
      #expect(!bench.exists("reports/2026-05-21"))
    }
    try stale.repair()
    #expect(bench.runrate("report", "--as-of", "2026-05-21", "--format", "csv").isReported)
  }

  @Test("One bit of the header does not switch the seals off")
  func headerBit() throws {
    for bit in 0..<8 {
      var bytes = try Array(Data(contentsOf: URL(fileURLWithPath: bench.database)))
      let whole = bytes
      bytes[20] ^= 1 << bit
      try bench.write(bytes, to: "runrate.db")
      #expect(bench.runrate("report", "--as-of", "2026-05-21").code == .badData, "bit \(bit)")
      try bench.write(whole, to: "runrate.db")
    }
  }
}

/// A database of two nights, and the pages of the first that the second changed.
private final class StaleState {
  let pages: [Int]
  private let path: String
  private let before: [UInt8]
  private let after: [UInt8]
  private static let size = 4096

  init(_ bench: CLIFixture) throws {
    path = bench.database
    before = try Self.read(path)
    bench.runrate("ingest", try bench.write(purchases(10...14), to: "c.ndjson"))
    bench.runrate("report", "--as-of", "2026-05-20", "--format", "csv")
    after = try Self.read(path)
    let (before, after) = (before, after)
    pages = (0..<(min(before.count, after.count) / Self.size)).filter { page in
      let bytes = (page * Self.size)..<((page + 1) * Self.size)
      return before[bytes] != after[bytes]
    }
  }

  private static func read(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func putBack(_ index: Int) throws {
    var bytes = after
    let range = (pages[index] * Self.size)..<((pages[index] + 1) * Self.size)
    bytes.replaceSubrange(range, with: before[range])
    try write(bytes)
  }

  func repair() throws { try write(after) }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
