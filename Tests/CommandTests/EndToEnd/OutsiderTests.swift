import Foundation
import SQLite
import Support
import Testing
import Values

@testable import Command

/// What somebody found who tried to break the program without knowing it.
@Suite struct OutsiderTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  private func payment(_ number: Int, _ more: String = #""period":"P1M""#) -> String {
    #"{"event":"purchased","timestamp":"2026-06-10T10:00:00Z","user_id":"u\#(number)","product_id":"pro","#
      + #""price":120,"currency":"USD","country":"US","transaction_id":"t\#(number)",\#(more)}"#
      + "\n"
  }

  @Test("Periods that cannot be read are warned of, and doctor says so: MRR lacks them")
  func unreadPeriod() throws {
    let lines = payment(1) + payment(2, #""period":"monthly""#) + payment(3, #""period":"P1Y1M""#)
    let answer = bench.runrate("run", try bench.write(lines, to: "a.ndjson"), "--as-of", "newest")
    #expect(answer.errors.contains("period of 2 lines cannot be read"), "\(answer.errors)")
    #expect(answer.errors.contains("P and a number of D, W, M or Y, such as P1M"))
    let doctor = bench.runrate("doctor")
    #expect(doctor.code == .critical)
    #expect(doctor.output.contains("broken  values          period of 2 lines cannot be read"))
  }

  @Test(
    "A tax of a country that events write otherwise is warned of",
    arguments: ["us", "USA", "United States"])
  func misnamedTax(_ country: String) throws {
    let config = try bench.write("{ taxes: { '\(country)': 0.2, DE: 0.19 } }", to: "runrate.json5")
    let log = try bench.write(payment(1), to: "a.ndjson")
    let answer = bench.runrate("run", log, "--config", config, "--as-of", "newest")
    #expect(answer.errors.contains("taxes has \(country), and events say US"), "\(answer.errors)")
    #expect(!answer.errors.contains("taxes has DE"))
    let doctor = bench.runrate("doctor", "--config", config)
    #expect(doctor.output.contains("broken  taxes"), "\(doctor.output)")
  }

  @Test("Reports inside the folder of the logs are no logs")
  func reportsAmongLogs() throws {
    func run() -> CLIFixture.Answer { bench.runrate("run", bench.path(""), "--as-of", "newest") }
    try bench.write(payment(1), to: "a.ndjson")
    #expect(run().errors.contains("read 1 lines: 1 accepted"))
    #expect(bench.exists("reports/latest/run.json"))
    try bench.write(payment(1) + payment(2), to: "a.ndjson")
    let second = run()
    #expect(second.errors.contains("1 accepted, 0 duplicate, 0 ignored, 0 rejected"), "\(second)")
    // A stranger's run.json makes no report of a folder.
    try bench.write("{}", to: "other/run.json")
    try bench.write(payment(3), to: "other/b.ndjson")
    #expect(run().errors.contains("1 accepted, 0 duplicate, 0 ignored, 1 rejected"))
  }

  @Test("Restoring twice keeps what stood there at first")
  func restoredTwice() throws {
    func add(_ number: Int) throws {
      let log = try bench.write(payment(number), to: "\(number).ndjson")
      bench.runrate("ingest", log)
    }
    try add(1)
    bench.runrate("backup", bench.path("one.db"))
    try add(2)
    bench.runrate("backup", bench.path("two.db"))
    try add(3)
    let first = bench.runrate("restore", bench.path("one.db"))
    #expect(first.errors.contains("what it was is \(bench.database).before-restore"))
    let second = bench.runrate("restore", bench.path("two.db"))
    #expect(second.errors.contains("what it was is \(bench.database).before-restore-2"))
    bench.runrate("restore", bench.database + ".before-restore")
    #expect(bench.runrate("status").output.contains("events              3"))
  }

  @Test("Whoever is purged stands in no reason of an acknowledgement any more")
  func acknowledged() throws {
    let log = payment(1).replacing("u1", with: "ann@example.com")
    bench.runrate("run", try bench.write(log, to: "a.ndjson"), "--as-of", "2026-06-20")
    bench.runrate(
      "ack", "freshness", "--until", "2099-12-30", "--why", "ann@example.com asked for it")
    let judge = ["check", "--json", "--as-of", "2026-06-20"]
    #expect(bench.runrate(judge).output.contains("ann@example.com"))
    bench.runrate("purge", "--customer", "ann@example.com")
    let check = bench.runrate(judge).output
    #expect(!check.contains("ann@example.com") && check.contains("(purged)"), "\(check)")
    let bytes = try Data(contentsOf: URL(filePath: bench.database))
    #expect(bytes.range(of: Data("ann@example.com".utf8)) == nil)
  }

  @Test("A copy of a newer program, or of none, is refused before anything is put aside")
  func unknownCopy() throws {
    _ = bench.runrate("run", try bench.write(payment(1), to: "a.ndjson"), "--as-of", "newest")
    _ = bench.runrate("backup", bench.path("newer.db"))
    try writer(bench.path("newer.db")).execute("PRAGMA user_version = 999")
    try writer(bench.path("bare.db")).execute(
      "PRAGMA application_id = \(0x5275_6E52); CREATE TABLE t (a)")
    for copy in ["newer.db", "bare.db", "."] {
      let answer = bench.runrate("restore", bench.path(copy))
      #expect(answer.code == .badData, "\(copy): \(answer.errors)")
      #expect(answer.errors.contains(bench.path(copy)), "\(answer.errors)")
    }
    #expect(!bench.exists("runrate.db.before-restore"))
    #expect(bench.runrate("run", "--as-of", "newest").isReported)
  }

  @Test("A pipe or a folder is no database, and nobody waits for it")
  func noFile() throws {
    let log = try bench.write(payment(1), to: "a.ndjson")
    #expect(mkfifo(bench.database, 0o600) == 0)
    for words in [["status"], ["run", log], ["restore", bench.database]] {
      let answer = bench.runrate(words)
      #expect(answer.errors.contains("is a pipe or device, and no database"), "\(answer.errors)")
    }
    #expect(remove(bench.database) == 0 && mkdir(bench.database, 0o700) == 0)
    let answer = bench.runrate("status")
    #expect(answer.errors.contains("is a folder, and no database"), "\(answer.errors)")
  }

  @Test("In another time zone the days of events are counted anew")
  func otherZone() throws {
    let log = try bench.write(
      ["2026-06-01T12:00:00Z", "2026-06-08T22:00:00Z", "2026-06-11T05:00:00Z"].map {
        #"{"event":"app_session","timestamp":"\#($0)","user_id":"u"}"# + "\n"
      }.joined(), to: "z.ndjson")
    let west = try bench.write("{timezone:'America/Los_Angeles'}", to: "west.json5")
    let utc = try bench.write("{timezone:'UTC'}", to: "utc.json5")
    bench.runrate("run", log, "--config", west, "--as-of", "2026-06-09")
    bench.runrate("run", "--config", utc, "--as-of", "2026-06-10")
    let after = try bench.read("reports/2026-06-10/csv/data_quality.csv")
    let fresh = try CLIFixture()
    fresh.runrate("run", log, "--config", utc, "--as-of", "2026-06-10")
    #expect(after == (try fresh.read("reports/2026-06-10/csv/data_quality.csv")))
    #expect(
      try bench.read("reports/2026-06-10/run.json").contains("2026-06-08T22:00:00"))
  }

  private static let person = "ann.lee77@example.com"

  /// Somebody, and what others' lines say of that person.
  private var told: String {
    """
    {"event":"app_installed","timestamp":"2026-06-01T10:00:00Z","user_id":"\(Self.person)","event_id":"e1"}
    {"event":"offer_redeemed","timestamp":"2026-06-02T11:00:00Z","user_id":"bob","event_id":"e2","product_id":"p-\(Self.person)","offer_id":"FRIEND-\(Self.person)","expires_at":"2026-07-02T11:00:00Z"}
    {"event":"app_installed","timestamp":"2026-06-02T10:00:00Z","user_id":"bob","event_id":"e3","campaign":"FRIEND-\(Self.person)"}
    {"event":"app_session","timestamp":"2026-06-02T12:00:00Z","user_id":"bob","event_id":"e4","campaign":"ref-Ann.Lee77@Example.com"}
    {"event":"\(Self.person)","timestamp":"2026-06-02T10:00:00Z","user_id":"bob","event_id":"e5"}
    {"event":"purchased","timestamp":"yesterday","user_id":"Ann.Lee77@example.com","event_id":"e6"}

    """
  }

  @Test(
    "A purged address is gone from offers, products and names too, in any case, hashed or not",
    arguments: ["{}", "{ privacy: { userIDs: 'hashed', keyFile: 'key' } }"])
  func addressElsewhere(_ configuration: String) throws {
    try bench.write("0123456789abcdef0123456789", to: "key")
    let config = try bench.write(configuration, to: "runrate.json5")
    let log = try bench.write(told, to: "a.ndjson")
    bench.runrate("run", log, "--config", config, "--as-of", "2026-06-03")
    let purge = bench.runrate("purge", "--customer", Self.person, "--config", config)
    #expect(purge.code == .allWell, "\(purge.errors)")
    bench.runrate("run", log, "--config", config, "--as-of", "2026-06-03")
    let files = [
      "runrate.db", "reports/2026-06-03/summary.md", "reports/2026-06-03/csv/offers.csv",
      "reports/2026-06-03/csv/data_quality.csv", "reports/2026-06-03/csv/acquisition_cost.csv",
    ]
    for file in files {
      let bytes = try #require(FileManager.default.contents(atPath: bench.path(file)))
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      #expect(!text.contains("ann.lee77"), "\(file)")
    }
  }

  @Test("A name of the configuration that says a purged id stays, which is told")
  func configuredName() throws {
    let config = try bench.write(
      "{ offers: { 'FRIEND-\(Self.person)': { payment: 'discount', price: 5, period: 'P1M' } } }",
      to: "runrate.json5")
    bench.runrate("run", try bench.write(told, to: "a.ndjson"), "--config", config)
    let purge = bench.runrate("purge", "--customer", Self.person, "--config", config)
    #expect(purge.errors.contains("the configuration names FRIEND-\(Self.person)"))
  }

  @Test("One segment is not shared: beside the report of everything it would tell what that hides")
  func sharedSegment() throws {
    let answer = bench.runrate("report", "--share", "--where", "country=US")
    #expect(answer.code == .usage, "\(answer)")
    #expect(answer.errors.contains("--where") && answer.errors.contains("--share"))
  }

  @Test("An alert that does not get through is told even to those who want to hear nothing")
  func quietlyUndelivered() throws {
    let log = try bench.write(payment(1), to: "a.ndjson")
    let answer = bench.runrate(
      ["run", log, "-q"], environment: ["RUNRATE_WEBHOOK_URL": "http://127.0.0.1:1/x"])
    #expect(answer.errors.contains("was not delivered"), "\(answer.errors)")
  }
}
