import Feed
import SQLite
import Support
import Testing
import Values

@testable import Store

/// Every line ends in one of four ways, however often and in whatever pieces it is delivered.
struct IngestTests {
  @Test("A log that was read is not read again, and its copy brings nothing")
  func idempotence() throws {
    let house = try StoreFixture()
    try house.scratch.write(lines(0..<20), to: "a.ndjson")
    #expect(try house.ingest("a.ndjson").run.accepted == 20)
    #expect(try house.ingest("a.ndjson").run.linesRead == 0)
    try house.scratch.write(lines(5..<25), to: "b.ndjson")
    let copy = try house.ingest("b.ndjson").run
    #expect((copy.accepted, copy.duplicate) == (5, 15))
    let again = try house.ingest("a.ndjson", "b.ndjson", again: true).run
    #expect((again.accepted, again.duplicate) == (25, 15))
    #expect(try house.events() == 25)
  }

  @Test("Reading again forgets every table but those of what was published, purged and judged")
  func forgottenTables() throws {
    let house = try StoreFixture()
    let tables = try house.open().database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ) { $0.text(0) }
    let stays: Set = [
      "run", "user", "string", "protection", "purged_id", "purged_trace", "unlinked_id",
      "published_report", "published_figure", "restatement", "digest_posted", "merged_part",
      "merged_total", "merged_input", "merged_annotation",
    ]
    // Made anew by every fold that begins from the start, as the next one does.
    let folded: Set = ["customer_link", "void_transaction", "opening_block"]
    let derived = Set(Derived.tables)
    let others = Set(tables).subtracting(stays).subtracting(folded).subtracting(derived)
      .filter { !$0.hasPrefix("alert_") }
    #expect(others == Set(ForgottenLogs.tables))
  }

  @Test("A file that has grown is read from where it ended, its torn tail with it")
  func grownFile() throws {
    let house = try StoreFixture()
    let whole = lines(0..<10)
    try house.scratch.write(String(whole.dropLast(30)), to: "a.ndjson")
    let first = try house.ingest("a.ndjson").run
    #expect((first.accepted, first.rejected) == (9, 0))
    try house.scratch.write(whole + lines(10..<12), to: "a.ndjson")
    let second = try house.ingest("a.ndjson")
    #expect((second.run.linesRead, second.run.accepted) == (3, 3))
    #expect(second.inputs.first.map { InputStatus($0.result.status) } == .grown)
    #expect(try house.events() == 12)
  }

  @Test("A broken archive is refused whole, the files beside it go in")
  func refusedArchive() throws {
    let house = try StoreFixture()
    try house.scratch.write(lines(0..<5), to: "logs/a.ndjson")
    try house.scratch.write(
      bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2], to: "logs/b.ndjson.gz")
    try house.scratch.write(lines(5..<9), to: "logs/c.ndjson")
    let outcome = try house.ingest("logs")
    #expect(outcome.inputs.map(\.result.isRefused) == [false, true, false])
    #expect((outcome.run.linesRead, outcome.run.accepted) == (9, 9))
    #expect(outcome.run.addsUp && !outcome.run.hasFailed)
    #expect(try house.events() == 9)
  }

  @Test("When too many lines are rejected none is accepted, but those are kept to be looked at")
  func tooManyRejects() throws {
    let house = try StoreFixture()
    let broken = String(repeating: "{\"event\":\"purchased\"}\n", count: 21)
    try house.scratch.write(lines(0..<300) + broken, to: "a.ndjson")
    let run = try house.ingest("a.ndjson").run
    #expect(run.hasFailed && run.rejected == 21 && run.addsUp)
    #expect(try house.events() == 0)
    #expect(try house.blocks().isEmpty)
    #expect(try house.count("SELECT count(*) FROM reject WHERE reason = 'missing-field'") == 21)
    try house.scratch.write(lines(0..<300), to: "a.ndjson")
    #expect(try house.ingest("a.ndjson").run.accepted == 300)
  }

  @Test("Twenty rejected lines are never too many, nor is one in twenty")
  func allowedRejects() throws {
    let house = try StoreFixture()
    let broken = { String(repeating: "[]\n", count: $0) }
    try house.scratch.write(lines(0..<1) + broken(20), to: "few.ndjson")
    #expect(try !house.ingest("few.ndjson").run.hasFailed)
    try house.scratch.write(lines(0..<475) + broken(25), to: "share.ndjson")
    #expect(try !house.ingest("share.ndjson").run.hasFailed)
    try house.scratch.write(lines(0..<474) + broken(25), to: "more.ndjson")
    #expect(try house.ingest("more.ndjson").run.hasFailed)
  }

  @Test("Rejected lines of the newest runs are held against what these have read")
  func rejectedShare() throws {
    let house = try StoreFixture()
    try house.scratch.write(lines(0..<1_000), to: "a.ndjson")
    try house.ingest("a.ndjson")
    try house.scratch.write(lines(1_000..<1_001) + "[]\n[]\n", to: "b.ndjson")
    try house.ingest("b.ndjson")
    try house.scratch.write(lines(1_001..<1_002) + "[]\n", to: "c.ndjson")
    try house.ingest("c.ndjson")
    let found = try (1...3).map { try house.open().rejectedLines(ofNewest: $0).share }
    #expect(
      found == [
        RejectedShare(rejected: 1, read: 2), RejectedShare(rejected: 3, read: 5),
        RejectedShare(rejected: 3, read: 1_005),
      ])
  }

  @Test("A few rejected lines are no share, and no number of them is too large for one")
  func largeShare() {
    let allowed = Fraction(50_000_000_001, over: 1_000_000_000_000)
    #expect(!RejectedShare(rejected: 20, read: 20).isMore(than: allowed))
    #expect(RejectedShare(rejected: 50_000_000_001, read: 1_000_000_000_000).isMore(than: .zero))
    let most = RejectedShare(rejected: 50_000_000_001, read: 1_000_000_000_000)
    #expect(!most.isMore(than: allowed))
    #expect(RejectedShare(rejected: .max, read: .max).isMore(than: allowed))
  }

  @Test("What does not fit into memory waits in a file, and comes out the same")
  func spool() throws {
    let (small, large) = (try StoreFixture(), try StoreFixture())
    for house in [small, large] {
      try house.scratch.write(lines(0..<400, users: 150), to: "logs/a.ndjson")
      try house.scratch.write(lines(200..<600, users: 150), to: "logs/b.ndjson")
    }
    #expect(try small.ingest("logs", memory: 1).run == large.ingest("logs").run)
    #expect(try small.blocks() == large.blocks())
    #expect(try small.events() == 600)
  }
}
