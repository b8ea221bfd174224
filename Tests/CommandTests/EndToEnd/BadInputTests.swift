import Foundation
import SQLite
import Store
import Testing
import Values

@testable import Command

/// Whatever comes in wrong ends with a clear message and its exit code, and spoils nothing else.
@Suite struct BadInputTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  private func run(_ more: String...) -> CLIFixture.Answer {
    bench.runrate(["run", "--as-of", "2026-05-20"] + more)
  }

  @Test("A path that does not exist is no input")
  func missing() {
    let answer = run(bench.path("nowhere"))
    #expect(answer.code == .noInput)
    #expect(answer.errors.contains("nowhere does not exist"))
  }

  @Test("A folder without logs is no input, and the message says which names count")
  func emptyFolder() throws {
    try bench.write("hello", to: "logs/readme.txt")
    let answer = run(bench.path("logs"))
    #expect(answer.code == .noInput)
    #expect(answer.errors.contains("logs holds no logs"))
    #expect(answer.errors.contains(".ndjson"))
  }

  @Test("A file that cannot be read is refused, the others go in, and 65 follows the report")
  func unreadable() throws {
    try bench.write(purchases(1...9), to: "logs/a.ndjson")
    try bench.write(purchases(10...19), to: "logs/c.ndjson")
    try FileManager.default.createSymbolicLink(
      atPath: bench.path("logs/b.ndjson"), withDestinationPath: "nowhere")
    let config = try bench.write(onePlan + "}", to: "c.json5")
    let answer = run(bench.path("logs"), "--config", config)
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("b.ndjson was refused whole: it cannot be opened"))
    #expect(try bench.read("reports/2026-05-20/run.json").contains("\"status\":\"refused\""))
    #expect(try bench.read("reports/2026-05-20/csv/daily.csv").contains("2026-05-19,189.81,"))
  }

  @Test("A damaged archive among good files is refused whole")
  func damagedArchive() throws {
    try bench.write(purchases(1...3), to: "logs/1.ndjson")
    try bench.write(storedGzip(purchases(4...6)), to: "logs/2.ndjson.gz")
    try bench.write(Array(storedGzip(purchases(7...9)).prefix(150)), to: "logs/3.ndjson.gz")
    try bench.write(purchases(10...12), to: "logs/4.ndjson")
    let answer = run(bench.path("logs"))
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("2.ndjson.gz was refused whole: the archive is damaged"))
    #expect(answer.errors.contains("3.ndjson.gz was refused whole: the archive ends before"))
    #expect(answer.errors.contains("read 6 lines: 6 accepted"))
    #expect(
      try bench.read("reports/2026-05-20/summary.md").contains("Refused, not readable to its end"))
    #expect(bench.runrate("status").output.contains("refused file        " + bench.folder))
  }

  @Test("A refused file is read when it is whole, and the run is well again")
  func repairedArchive() throws {
    try bench.write(purchases(1...3), to: "logs/1.ndjson")
    try bench.write(storedGzip(purchases(4...6)), to: "logs/2.ndjson.gz")
    #expect(run(bench.path("logs")).code == .badData)
    try bench.write(purchases(4...6), to: "logs/2.ndjson.gz")
    #expect(run(bench.path("logs")).isReported)
    #expect(!bench.runrate("status").output.contains("refused"))
  }

  @Test("An unknown key is told with its path and the nearest name")
  func unknownKey() throws {
    let config = try bench.write("{ ingest: { maxRejectShare: 0.1 } }", to: "c.json5")
    let answer = run("--config", config, bench.folder)
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("c.json5:1:13: there is no setting ingest.maxRejectShare"))
    #expect(answer.errors.contains("did you mean maxRejectedShare?"))
  }

  @Test("An unknown time zone is told, and no UTC stands in for it")
  func unknownZone() throws {
    let config = try bench.write("{ timezone: \"Europe/Atlantis\" }", to: "c.json5")
    let answer = run("--config", config, bench.folder)
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("timezone is \"Europe/Atlantis\", expected"))
  }

  @Test("A period that is not ISO 8601 is told with its key")
  func badPeriod() throws {
    let config = try bench.write(
      "{ products: { a: { tier: \"a\", period: \"1 month\" } } }", to: "c.json5")
    let answer = run("--config", config, bench.folder)
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("products.a.period is \"1 month\", expected"))
  }

  @Test("A period that is not ISO 8601 in a line is read as absent and counted")
  func badPeriodInLine() throws {
    let log = try bench.write(
      purchases(1...1).replacing("}", with: ",\"period\":\"monthly\"}"), to: "a.ndjson")
    #expect(run(log).isReported)
    #expect(
      try bench.read("reports/2026-05-20/csv/data_quality.csv").contains("mistyped,period,1"))
  }

  @Test("A gap in the exchange rates is warned of, and the older rate is used")
  func rateGap() throws {
    try bench.write("date,currency,rate\n2026-04-01,EUR,1.5\n2026-05-19,EUR,2\n", to: "r.csv")
    let config = try bench.write("{ exchangeRates: \"r.csv\" }", to: "c.json5")
    let log = try bench.write(purchases(1...1, currency: "EUR"), to: "a.ndjson")
    let answer = run("--config", config, log)
    #expect(answer.isReported)
    #expect(
      answer.errors.contains("no exchange rate of EUR between 2026-04-01 and 2026-05-19: the older")
    )
    #expect(try bench.read("reports/2026-05-20/csv/revenue.csv").contains(",14.98,"))
  }

  @Test("A rate file with a line that is none is refused with file and line")
  func badRate() throws {
    try bench.write("date,currency,rate\n2026-04-01,EUR,0\n", to: "r.csv")
    let config = try bench.write("{ exchangeRates: \"r.csv\" }", to: "c.json5")
    let answer = run("--config", config, bench.folder)
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("r.csv:2: rate is \"0\", expected"))
  }

  @Test("A database of a newer version is left alone")
  func newerDatabase() throws {
    let log = try bench.write(purchases(1...1), to: "a.ndjson")
    #expect(run(log).isReported)
    try writer(bench.database).execute("PRAGMA user_version = 99")
    for command in [["run", log], ["status"], ["report"], ["rejected"], ["events"]] {
      let answer = bench.runrate(command)
      #expect(answer.code == .badData)
      #expect(
        answer.errors.contains(
          "was written by a newer version (schema 99, this one knows \(Store.schemaVersion))"))
    }
  }

  @Test("A database of another program is left alone")
  func foreignDatabase() throws {
    try writer(bench.database).execute("CREATE TABLE mine (a)")
    let log = try bench.write(purchases(1...1), to: "a.ndjson")
    let answer = run(log)
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("\(bench.database) is not a database of Runrate"))
  }

  @Test("A file that is no database is left alone", arguments: ["status", "report", "check"])
  func noDatabase(command: String) throws {
    try Data("not a database at all".utf8).write(to: URL(fileURLWithPath: bench.database))
    let answer = bench.runrate(command)
    #expect(answer.errors.contains("\(bench.database) is not a database of Runrate"))
    #expect(answer.code == (command == "check" ? .unjudged : .badData))
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.database)).count == 21)
  }

  @Test("An as-of day before the first event has nothing to report")
  func tooEarly() throws {
    let log = try bench.write(purchases(5...6), to: "a.ndjson")
    let answer = bench.runrate("run", log, "--as-of", "2026-05-04")
    #expect(answer.code == .noInput)
    #expect(answer.errors.contains("nothing to report as of 2026-05-04"))
    #expect(answer.errors.contains("the first event is from 2026-05-05"))
    #expect(!bench.exists("reports/2026-05-04"))
  }

  @Test("An as-of day far ahead is a slip of the pen; one in some years has its report")
  func farAhead() throws {
    let log = try bench.write(purchases(5...6), to: "a.ndjson")
    let answer = bench.runrate("run", log, "--as-of", "9999-12-31")
    #expect(answer.code == .usage)
    #expect(answer.errors.contains("no report as of 9999-12-31: it is more than ten years ahead"))
    #expect(!bench.exists("reports/9999-12-31"))
    #expect(bench.runrate("run", log, "--as-of", "2030-01-01").code != .usage)
    #expect(bench.exists("reports/2030-01-01"))
  }

  @Test("Without any event there is nothing to report", arguments: ["", "\n\n", "{\"event\":"])
  func nothing(text: String) throws {
    let answer = run(try bench.write(text, to: "a.ndjson"))
    #expect(answer.code == .noInput)
    #expect(answer.errors.contains("there is no event, so there is nothing to report"))
  }

  @Test("A command that only reads asks for a database that is there")
  func noDatabase() {
    for command in ["status", "rejected", "events"] {
      let answer = bench.runrate(command)
      #expect(answer.code == .noInput)
      #expect(answer.errors.contains("there is no database"))
    }
    #expect(!bench.exists("runrate.db"))
  }

  @Test("With too many rejected lines nothing is accepted, but they can be looked at")
  func tooManyRejected() throws {
    let broken = (1...30).map { "{\"event\":\"purchased\",\"user_id\":\"u\($0)\"}\n" }.joined()
    let log = try bench.write(purchases(1...9) + broken, to: "a.ndjson")
    let answer = run(log)
    #expect(answer.code == .badData)
    #expect(answer.errors.contains("30 of 39 lines were rejected"))
    #expect(bench.runrate("rejected").output.split(separator: "\n").count == 30)
    #expect(bench.runrate("status").output.contains("events              0, "))
    #expect(!bench.exists("reports/2026-05-20"))
  }

  @Test("A second run at the same time is refused")
  func locked() throws {
    let log = try bench.write(purchases(1...1), to: "a.ndjson")
    let lock = try RunLock(database: bench.database, lockTimeout: .usual)
    #expect(run(log).code == .locked)
    _ = consume lock
    #expect(run(log).isReported)
  }

  @Test("Reports that cannot be written are an error of their own")
  func noPlace() throws {
    let log = try bench.write(purchases(1...1), to: "a.ndjson")
    try bench.write("in the way", to: "reports")
    let answer = run(log)
    #expect(answer.code == .cannotWrite)
    #expect(answer.errors.contains("reports is in the way"))
  }
}
