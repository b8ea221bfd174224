import Foundation
import Support
import Testing

@testable import Command

/// What somebody found who tried to break the program without knowing it.
@Suite struct OutsiderTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

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
    func run() -> Bench.Answer { bench.runrate("run", bench.path(""), "--as-of", "newest") }
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
    bench.runrate("run", try bench.write(log, to: "a.ndjson"), "--as-of", "newest")
    bench.runrate(
      "ack", "freshness", "--until", "2099-12-30", "--why", "ann@example.com asked for it")
    #expect(bench.runrate("check", "--json").output.contains("ann@example.com"))
    bench.runrate("purge", "--customer", "ann@example.com")
    let check = bench.runrate("check", "--json").output
    #expect(!check.contains("ann@example.com") && check.contains("(purged)"), "\(check)")
    let bytes = try Data(contentsOf: URL(filePath: bench.database))
    #expect(bytes.range(of: Data("ann@example.com".utf8)) == nil)
  }
}
