import Foundation
import SQLite
import Testing
import Values

@testable import Command

/// Who is purged is gone from every byte of the database, and every total is as it was.
@Suite struct PurgeTests {
  private let bench: CLIFixture
  private let log: String

  /// What tells who Ann is.
  private static let traces = [
    "ann@example.com", "device-ann", "ann-ad", "ann-sheet", "txann", "oann",
    "too expensive for ann",
    "idann",
  ]

  private static let configuration = """
    {
      products: { "pro.monthly": { tier: "pro", period: "P1M", price: "9.99", currency: "USD" } },
      taxes: { DE: 0.19 },
    }
    """

  /// Ann tries, pays twice, gets one payment back, and cancels, under two ids and once by her
  /// transaction alone; Bob was referred by her and pays.
  private static let lines = [
    #"{"event":"app_installed","timestamp":"2026-03-01T10:00:00Z","event_id":"idann1","user_id":"device-ann","country":"DE","channel":"ann-ad"}"#,
    #"{"event":"user_aliased","timestamp":"2026-03-01T11:00:00Z","event_id":"idann2","user_id":"ann@example.com","previous_id":"device-ann"}"#,
    #"{"event":"paywall_shown","timestamp":"2026-03-01T11:30:00Z","event_id":"idann3","user_id":"ann@example.com","paywall_id":"ann-sheet"}"#,
    #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","event_id":"idann4","user_id":"ann@example.com","product_id":"pro.monthly","transaction_id":"txann1","original_transaction_id":"oann","price":9.99,"currency":"USD"}"#,
    #"{"event":"renewed","timestamp":"2026-04-02T10:00:00Z","event_id":"idann5","original_transaction_id":"oann","product_id":"pro.monthly","transaction_id":"txann2","price":9.99,"currency":"USD"}"#,
    #"{"event":"refunded","timestamp":"2026-04-05T10:00:00Z","event_id":"idann6","user_id":"ann@example.com","transaction_id":"txann1","price":3}"#,
    #"{"event":"cancelled","timestamp":"2026-04-06T10:00:00Z","event_id":"idann7","user_id":"ann@example.com","reason":"too expensive for ann"}"#,
    #"{"event":"purchased","timestamp":"whenever","user_id":"ann@example.com"}"#,
    #"{"event":"app_installed","timestamp":"2026-03-03T10:00:00Z","event_id":"b1","user_id":"bob","country":"DE","channel":"ads"}"#,
    #"{"event":"referral_recorded","timestamp":"2026-03-03T10:01:00Z","event_id":"b2","user_id":"bob","referrer_id":"ann@example.com"}"#,
    #"{"event":"purchased","timestamp":"2026-03-04T10:00:00Z","event_id":"b3","user_id":"bob","product_id":"pro.monthly","transaction_id":"tb1","price":9.99,"currency":"USD"}"#,
    #"{"event":"oops","timestamp":"2026-03-04T10:00:00Z","user_id":"bob"}"#,
    #"{"event":"purchased","timestamp":"whenever","user_id":"bob"}"#,
  ]

  init() throws {
    bench = try CLIFixture()
    log = try bench.write(Self.lines.joined(separator: "\n") + "\n", to: "a.ndjson")
    try bench.write(Self.configuration, to: "runrate.json5")
  }

  @discardableResult
  private func runrate(_ arguments: String...) -> CLIFixture.Answer {
    bench.runrate(arguments + ["--config", bench.path("runrate.json5")])
  }

  private func report() throws -> String {
    #expect(runrate("report", "--as-of", "2026-05-31").isReported)
    return try bench.read("reports/2026-05-31/csv/daily.csv")
  }

  /// The traces of Ann in the database and what stands beside it.
  private func found() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder)
      .filter { $0.hasPrefix("runrate.db") }
    let bytes = try names.flatMap {
      Array(try Data(contentsOf: URL(fileURLWithPath: bench.path($0))))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return Self.traces.filter { text.contains($0) }
  }

  @Test(
    "A purged person is in no byte of the database, under none of the ids",
    arguments: [
      "ann@example.com", "device-ann",
    ])
  func nothingIsLeft(id: String) throws {
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    #expect(try found() == Self.traces)
    let answer = runrate("purge", "--customer", id)
    #expect(answer.code == .allWell)
    #expect(
      answer.errors.contains(
        "purged 1 person with 3 ids: 7 events stay without a name; gone are the text of 2 rejected lines, "
      ))
    #expect(try found() == [])
    let events = runrate("events").output
    #expect(Self.traces.filter(events.contains) == [])
    #expect(runrate("events", "--customer", id).code == .noInput)
    let rejected = runrate("rejected").output.split(separator: "\n")
    #expect(rejected.count == 2 && rejected.allSatisfy { $0.contains(#""raw":""}"#) })
  }

  @Test("A purged database bears its seals, also when it is compacted again")
  func seals() throws {
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    #expect(runrate("purge", "--customer", "device-ann").code == .allWell)
    try requireSeals()
    try writer(bench.database).execute("VACUUM")
    try requireSeals()
    #expect(try found() == [])
    #expect(try report().contains("19.98"))
  }

  /// Every page can be read, and none of those tried with one byte changed.
  private func requireSeals() throws {
    try readAllPages(bench.database)
    let content = try Data(contentsOf: URL(fileURLWithPath: bench.database))
    for page in stride(from: 0, to: content.count, by: 7 * 4096) {
      var damaged = content
      damaged[page + 2000] ^= 1
      let path = bench.path("damaged.db")
      try damaged.write(to: URL(fileURLWithPath: path))
      #expect(throws: SQLiteError.self, "page \(page / 4096)") { try readAllPages(path) }
    }
  }

  private func readAllPages(_ path: String) throws {
    let copy = try Database(path: ":memory:")
    try Database(path: path, mode: .readOnly).backUp(to: copy) { throw CancellationError() }
  }

  @Test("Fields that no figure needs are not kept")
  func onlyNeededFields() throws {
    let fields = [
      #""event":"app_installed","timestamp":"2026-03-01T10:00:00Z","user_id":"u""#,
      #""email":"carol@mail.example","ip":"192.0.2.77","device":{"idfa":"AEBE52E7"}"#,
      #""properties":{"child_name":"Dorothy","country":"DE"}"#,
    ]
    let line = "{" + fields.joined(separator: ",") + "}"
    let log = try bench.write(line + "\n", to: "fields.ndjson")
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    let database = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: bench.database)), as: UTF8.self)
    for text in ["carol", "192.0.2", "Dorothy", "AEBE", "email", "idfa"] {
      #expect(!database.contains(text), "\(text)")
    }
    #expect(database.contains("DE"))
  }

  @Test("Every total is as it was, to the last digit, and the proofs hold")
  func totalsStay() throws {
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    let before = try bench.read("reports/2026-05-31/csv/daily.csv")
    #expect(before.contains("19.98"))
    runrate("purge", "--customer", "ann@example.com")
    #expect(try report() == before)
    let segments = try bench.read("reports/2026-05-31/csv/revenue.csv")
    #expect(!segments.contains("ann-ad"))
    #expect(segments.contains("month,2026-03,channel,(none),1,9.99"))
    #expect(segments.contains("month,2026-03,country,DE,2,19.98"))
  }

  @Test("What a country's tax and a platform's commission make of money stays, payouts too")
  func taxAndPayouts() throws {
    func line(_ day: String, _ more: String) -> String {
      #"{"event":"purchased","timestamp":"2026-0\#(day)T10:00:00Z","user_id":"ann@example.com","#
        + #""product_id":"coins\#(day)","transaction_id":"t\#(day)","price":9.99,"currency":"USD","#
        + more + "}\n"
    }
    let log = try bench.write(
      line("3-02", #""country":"US","platform":"android""#)
        + line("3-09", #""country":"DE","platform":"web""#)
        + line("4-09", #""platform":"ios""#), to: "taxed.ndjson")
    try bench.write(
      "{ taxes: { DE: 0.19 }, payouts: {googlePlay: {}, appStore: {}} }",
      to: "runrate.json5")
    func tables() throws -> [String] {
      #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
      return try ["revenue", "payouts", "daily"].map {
        try bench.read("reports/2026-05-31/csv/\($0).csv")
      }
    }
    let before = try tables()
    #expect(before[1].contains("google_play,2026-03,"), "\(before[1])")
    #expect(runrate("purge", "--customer", "ann@example.com").code == .allWell)
    #expect(try tables() == before)
  }

  @Test(
    "Money that hangs on others' lines stays, also when all is read again",
    arguments: [
      // A support agent logs the refund.
      [
        #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","user_id":"ann@example.com","product_id":"pro.monthly","transaction_id":"t1","price":9.99,"currency":"USD"}"#,
        #"{"event":"refunded","timestamp":"2026-03-05T10:00:00Z","user_id":"agent","product_id":"pro.monthly","transaction_id":"t1","price":9.99,"currency":"USD"}"#,
      ],
      // The person has logged the refund of somebody else's payment.
      [
        #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","user_id":"bob","product_id":"pro.monthly","transaction_id":"t1","price":9.99,"currency":"USD"}"#,
        #"{"event":"refunded","timestamp":"2026-03-05T10:00:00Z","user_id":"ann@example.com","product_id":"pro.monthly","transaction_id":"t1","price":9.99,"currency":"USD"}"#,
      ],
      // Two people claim one receipt.
      [
        #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","user_id":"bob","product_id":"pro.monthly","transaction_id":"t1","price":9.99,"currency":"USD"}"#,
        #"{"event":"purchased","timestamp":"2026-03-20T10:00:00Z","user_id":"ann@example.com","product_id":"y","transaction_id":"t1","price":0,"currency":"USD"}"#,
        #"{"event":"refunded","timestamp":"2026-03-25T10:00:00Z","user_id":"bob","product_id":"pro.monthly","transaction_id":"t1","price":9.99,"currency":"USD"}"#,
      ],
      // Refunds name what the payment processor calls the payment.
      [
        #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","user_id":"ann@example.com","product_id":"pro.monthly","transaction_id":"t1","payment_id":"pi_0123456789abcdef","price":9.99,"currency":"USD"}"#,
        #"{"event":"refunded","timestamp":"2026-03-05T10:00:00Z","user_id":"ann@example.com","payment_id":"pi_0123456789abcdef"}"#,
      ],
      // An upgrade links the subscription that it replaces.
      [
        #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","user_id":"ann@example.com","product_id":"pro.monthly","price":9.99,"currency":"USD","transaction_id":"t1","original_transaction_id":"o1"}"#,
        #"{"event":"purchased","timestamp":"2026-03-12T10:00:00Z","user_id":"ann@example.com","product_id":"y","price":120,"currency":"USD","period":"P1Y","transaction_id":"t2","original_transaction_id":"o2","linked_transaction_id":"o1"}"#,
      ],
      // The app logs the payment, the store its refund.
      [
        #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","user_id":"ann@example.com","product_id":"pro.monthly","price":9.99,"currency":"USD","transaction_id":"t1"}"#,
        #"{"event":"refunded","timestamp":"2026-03-05T10:00:00Z","transaction_id":"t1","original_transaction_id":"o1","price":9.99,"currency":"USD"}"#,
      ],
      // The original transaction is that of somebody else, who was first to name it.
      [
        #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","user_id":"bob","product_id":"pro.monthly","original_transaction_id":"o1","price":9.99,"currency":"USD"}"#,
        #"{"event":"cancelled","timestamp":"2026-03-03T10:00:00Z","user_id":"ann@example.com","product_id":"pro.monthly","original_transaction_id":"o1"}"#,
        #"{"event":"renewed","timestamp":"2026-04-02T10:00:00Z","product_id":"pro.monthly","original_transaction_id":"o1","transaction_id":"t2","price":9.99,"currency":"USD"}"#,
      ],
    ])
  func othersLines(lines: [String]) throws {
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "others.ndjson")
    func tables() throws -> [String] {
      #expect(runrate("report", "--as-of", "2026-05-31").isReported)
      return try ["revenue", "daily"].map { try bench.read("reports/2026-05-31/csv/\($0).csv") }
    }
    #expect(runrate("ingest", log).code == .allWell)
    let before = try tables()
    let purge = runrate("purge", "--customer", "ann@example.com")
    #expect(purge.code == .allWell && !purge.errors.contains("warning"), "\(purge.errors)")
    #expect(!runrate("events").output.contains("\u{fffd}"))
    #expect(try tables() == before)
    #expect(runrate("ingest", "--again", log).code == .allWell)
    #expect(try tables() == before)
  }

  @Test(
    "Who else claims a payment is known without a report, and after the last one",
    arguments: [nil, "2026-03-10"])
  func claimedByTwo(reported: String?) throws {
    let lines = [
      #"{"event":"purchased","timestamp":"2026-03-02T10:00:00Z","user_id":"ann@example.com","product_id":"y","transaction_id":"t1","price":0,"currency":"USD"}"#,
      #"{"event":"purchased","timestamp":"2026-03-20T10:00:00Z","user_id":"bob","product_id":"pro.monthly","transaction_id":"t1","price":9.99,"currency":"USD"}"#,
      #"{"event":"refunded","timestamp":"2026-03-25T10:00:00Z","user_id":"bob","product_id":"pro.monthly","transaction_id":"t1","price":9.99,"currency":"USD"}"#,
    ]
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "claims.ndjson")
    #expect(runrate("ingest", log).code == .allWell)
    if let reported { #expect(runrate("report", "--as-of", reported).isReported) }
    #expect(runrate("purge", "--customer", "ann@example.com").code == .allWell)
    let refund = runrate("events", "--customer", "bob").output.split(separator: "\n").last
    #expect(refund?.contains(#""transaction_id":"t1""#) == true, "\(refund ?? "")")
    let database = try Database(path: bench.database, mode: .readOnly)
    let folded = try database.rows("SELECT as_of_day FROM fold_state") { Day(Int($0.integer(0))) }
    #expect(folded.map(\.description) == (reported.map { [$0] } ?? []))
    _ = try report()
    #expect(
      try bench.read("reports/2026-05-31/csv/revenue.csv").contains("9.99"), "the refund is Bob's")
  }

  @Test("Reading the log again brings nobody back, and says so")
  func readAgain() throws {
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    let before = try bench.read("reports/2026-05-31/csv/daily.csv")
    runrate("purge", "--customer", "ann@example.com")
    let again = runrate("ingest", log, "--again")
    #expect(again.errors.contains("13 lines: 3 accepted, 0 duplicate, 8 ignored, 2 rejected"))
    #expect(try report() == before)
    let quality = try bench.read("reports/2026-05-31/csv/data_quality.csv")
    #expect(quality.contains("ignored,(purged),7,"))
    let database = try Database(path: bench.database, mode: .readOnly)
    let keys = try database.rows("SELECT key FROM user ORDER BY id") { $0.text(0) }
    #expect(Set(keys.map { $0.hasPrefix("purged:") ? "purged" : $0 }) == ["bob", "purged"])
  }

  @Test("Who comes back after the purge is a new customer")
  func comesBack() throws {
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    runrate("purge", "--customer", "ann@example.com")
    let later = Int(Date().timeIntervalSince1970) + 3600
    let line = #"{"event":"app_session","timestamp":\#(later),"user_id":"ann@example.com"}"#
    let more = try bench.write(line + "\n", to: "b.ndjson")
    #expect(runrate("ingest", more).errors.contains("1 accepted"))
    #expect(runrate("events", "--customer", "ann@example.com").output.contains("app_session"))
  }

  @Test("An id that nobody has, and a command line that says nobody, are told")
  func nobody() throws {
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    #expect(runrate("purge", "--customer", "carol").code == .noInput)
    #expect(runrate("purge").code == .usage)
    #expect(runrate("purge", "--customer", "a", "--before", "2026-01-01").code == .usage)
    #expect(try found() == Self.traces)
  }

  @Test("A day that has not come is a slip of the pen: nobody is forgotten")
  func dayToCome() {
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    let answer = runrate("purge", "--before", "2100-01-01")
    #expect(answer.code == .usage)
    #expect(answer.errors.contains("2100-01-01 is after today"), "\(answer.errors)")
  }

  @Test("purge --before forgets who left before that day, and nobody else")
  func before() throws {
    #expect(runrate("run", log, "--as-of", "2026-05-31").isReported)
    let before = try bench.read("reports/2026-05-31/csv/daily.csv")
    #expect(runrate("purge", "--before", "2026-05-01").errors.contains("purged 1 person"))
    let left = runrate("events").output
    #expect(left.contains("ann@example.com") && !left.contains("bob"))
    #expect(runrate("purge", "--before", "2026-05-10").errors.contains("purged 1 person"))
    #expect(!runrate("events").output.contains("ann@example.com"))
    #expect(runrate("purge", "--before", "2026-05-20").errors.contains("purged 0 people"))
    #expect(try report() == before)
  }

  @Test("Of a simulated log, with many people purged, every total stays")
  func simulated() throws {
    bench.runrate("simulate", "--events", "4000", "--days", "150", "--output", bench.path("log"))
    let config = ["--config", bench.path("log/runrate.json5")]
    let report = ["report", "--as-of", "newest"] + config
    #expect(bench.runrate(["run", bench.path("log"), "--as-of", "newest"] + config).isReported)
    let before = try totals()
    let people = try bench.runrate("events").output.split(separator: "\n").enumerated()
      .filter { $0.offset % 97 == 0 }.compactMap { line in
        try JSONSerialization.jsonObject(with: Data(line.element.utf8)) as? [String: Any]
      }.compactMap { $0["user_id"] as? String }
    #expect(people.count > 20)
    for id in Set(people) {
      #expect(bench.runrate(["purge", "--customer", id] + config).code.rawValue <= 66)
    }
    #expect(bench.runrate(report).isReported)
    #expect(try totals() == before)
  }

  /// The rows about everybody, of every table of the newest report.
  private func totals() throws -> [String: [Substring]] {
    let folder = bench.path("reports/latest/csv")
    var totals: [String: [Substring]] = [:]
    let tables = ["daily", "churn", "revenue", "mrr_movements", "trial_cohorts", "renewals", "ltv"]
    for name in tables {
      let text = try String(contentsOfFile: "\(folder)/\(name).csv", encoding: .utf8)
      totals[name] = text.split(separator: "\n").filter {
        name == "daily" || $0.contains(",all,all,")
      }
    }
    return totals
  }
}
