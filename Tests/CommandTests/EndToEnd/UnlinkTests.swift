import Foundation
import Support
import Testing
import Values

@testable import Command

/// An id that is nobody's makes one customer of many: it is refused where it is known to be none,
/// told where it is not, and can be taken back.
@Suite struct UnlinkTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  private static func payment(_ number: Int) -> String {
    """
    {"event":"purchased","timestamp":"2026-01-10T10:00:00Z","event_id":"e\(number)",\
    "user_id":"u\(number)","product_id":"pro","price":9.99,"currency":"USD","period":"P1M",\
    "transaction_id":"t\(number)"}

    """
  }

  private static func alias(_ number: Int, _ user: String, _ previous: String) -> String {
    """
    {"event":"user_aliased","timestamp":"2026-01-11T10:00:00Z","event_id":"a\(number)",\
    "user_id":"\(user)","previous_id":"\(previous)"}

    """
  }

  @discardableResult
  private func runrate(_ arguments: String...) -> CLIFixture.Answer {
    let config = bench.exists("runrate.json5") ? ["--config", bench.path("runrate.json5")] : []
    return bench.runrate(arguments + config)
  }

  /// The figures of the newest report, by file.
  private func figures() throws -> [String: String] {
    let folder = bench.path("reports/latest/csv")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".csv") && !["data_quality.csv", "alerts.csv", "restated.csv"].contains($0)
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8))
      })
  }

  private func lastDay() throws -> [Substring] {
    try bench.read("reports/latest/csv/daily.csv").split(separator: "\n").last?
      .split(separator: ",", omittingEmptySubsequences: false) ?? []
  }

  @Test("2,000 aliases to null are rejected lines, and 2,000 payers stay 2,000")
  func aliasesOfNull() throws {
    let lines = (0..<2000).map { Self.payment($0) + Self.alias($0, "null", "u\($0)") }.joined()
    let log = try bench.write(lines, to: "a.ndjson")
    let refused = runrate("run", log, "--as-of", "2026-01-20")
    #expect(refused.code == .badData)
    #expect(refused.errors.contains("2,000 of 4,000 lines were rejected"))
    #expect(runrate("rejected").output.contains(#""reason":"missing-field","field":"user_id""#))
    try bench.write("{ ingest: { maxRejectedShare: 1 } }", to: "runrate.json5")
    #expect(runrate("run", log, "--as-of", "2026-01-20").isReported)
    #expect(try lastDay()[10] == "2000")
    #expect(try lastDay()[1] == "19980.00")
  }

  @Test(
    "A customer of more ids than a person has is told first, with the id that holds it together")
  func manyIDs() throws {
    let lines = (0..<60).map { Self.payment($0) + Self.alias($0, "visitor", "u\($0)") }.joined()
    let log = try bench.write(lines, to: "a.ndjson")
    #expect(runrate("run", log, "--as-of", "2026-01-20", "--details", "all").isReported)
    #expect(try lastDay()[10] == "1")
    let flag = try bench.read("reports/latest/csv/suspicious.csv").split(separator: "\n")[1]
    #expect(flag.hasPrefix("many ids,c") && flag.hasSuffix(",61,599.40,2026-01-11"))
    let center = String(flag.split(separator: ",", omittingEmptySubsequences: false)[3])
    let quality = try bench.read("reports/latest/csv/data_quality.csv").split(separator: "\n")
    #expect(quality[1].hasPrefix("ids,customers of more ids than a person has,1,,"))
    #expect(quality[1].contains("runrate purge --unlink \(center)"))
    #expect(runrate("customer", center).output.contains("visitor"))
    #expect(try bench.read("reports/latest/details.md").contains("held together by \(center)"))
    #expect(runrate("doctor").output.contains("more ids than a person has"))
    let shared = ["report", "--share", "--details", "all", "--as-of", "2026-01-20"]
    #expect(bench.runrate(shared).isReported)
    for name in [
      "csv/data_quality.csv", "csv/suspicious.csv", "summary.md", "details.md", "index.html",
    ] {
      let text = try bench.read("reports/latest/\(name)")
      #expect(!text.contains(center) && !text.contains("more ids than"), "\(name)")
    }
  }

  @Test("Fifty ids are one person's, and none is told")
  func fewerIDs() throws {
    let lines = (0..<49).map { Self.payment($0) + Self.alias($0, "visitor", "u\($0)") }.joined()
    #expect(
      runrate("run", try bench.write(lines, to: "a.ndjson"), "--as-of", "2026-01-20").isReported)
    #expect(try bench.read("reports/latest/csv/suspicious.csv").split(separator: "\n").count == 1)
  }

  @Test("What an id had joined is apart again, says so, and no line brings it back")
  func unlinked() throws {
    let payments = try bench.write((0..<60).map(Self.payment).joined(), to: "p.ndjson")
    #expect(runrate("run", payments, "--as-of", "2026-01-20").isReported)
    let right = try figures()
    let aliases = (0..<60).map { Self.alias($0, "visitor", "u\($0)") }.joined()
    let log = try bench.write(aliases, to: "a.ndjson")
    #expect(runrate("run", log, "--as-of", "2026-01-20").isReported)
    #expect(try figures() != right)
    let answer = runrate("purge", "--unlink", "visitor")
    #expect(answer.code == .allWell)
    #expect(answer.errors.contains("60 aliases of c"))
    #expect(answer.errors.contains("of 61 ids it is alone now"))
    #expect(runrate("report", "--as-of", "2026-01-20").isReported)
    #expect(try figures() == right)
    let restated = try bench.read("reports/latest/csv/restated.csv")
    #expect(restated.contains("aliases were taken back (purge --unlink)"))
    let quality = try bench.read("reports/latest/csv/data_quality.csv")
    #expect(quality.contains("arrival,aliases taken back,60,,by purge --unlink"))
    #expect(
      runrate("ingest", log, "--again").errors.contains("0 accepted, 0 duplicate, 60 ignored"))
    try bench.write(Self.alias(99, "u3", "visitor"), to: "later.ndjson")
    #expect(runrate("ingest", bench.path("later.ndjson")).errors.contains("1 ignored"))
    #expect(runrate("report", "--as-of", "2026-01-20").isReported)
    #expect(try figures() == right)
    #expect(runrate("status").output.contains("(unlinked) 61"))
  }

  @Test("Who is one of many people under one id is not purged with all of them")
  func notPurged() throws {
    let lines = (0..<60).map { Self.payment($0) + Self.alias($0, "visitor", "u\($0)") }.joined()
    let log = try bench.write(lines, to: "a.ndjson")
    #expect(runrate("run", log, "--as-of", "2026-01-20").isReported)
    let refused = runrate("purge", "--customer", "u7")
    #expect(refused.code == .badData)
    #expect(refused.errors.contains("\"u7\" is one of 61 ids of one customer"))
    #expect(runrate("purge", "--unlink", "visitor").code == .allWell)
    #expect(runrate("purge", "--customer", "u7").errors.contains("purged 1 person with 1 id"))
    #expect(runrate("report", "--as-of", "2026-01-20").isReported)
    #expect(try lastDay()[10] == "60")
  }

  @Test("Original transactions are no ids of a person: who buys many things is not many people")
  func manyTransactions() throws {
    let lines = (0..<60).map { number in
      let event = #"{"event":"purchased","timestamp":"2026-01-10T10:00:0\#(number % 10)Z","#
      let more = #""product_id":"coins","price":1,"currency":"USD","transaction_id":"t\#(number)","#
      return event + #""user_id":"u","# + more + #""original_transaction_id":"o\#(number)"}"# + "\n"
        + event.replacing("-10T", with: "-12T").replacing("purchased", with: "refunded") + more
        + #""original_transaction_id":"o\#(number)"}"# + "\n"
    }.joined()
    let log = try bench.write(lines, to: "a.ndjson")
    #expect(runrate("run", log, "--as-of", "2026-01-20").isReported)
    let flags = try bench.read("reports/latest/csv/suspicious.csv")
    #expect(flags.contains("refund abuse") && !flags.contains("many ids"))
  }

  @Test("Whom nobody knows, and two demands at once, are told")
  func wrongDemands() throws {
    let log = try bench.write(Self.payment(1), to: "a.ndjson")
    #expect(runrate("run", log, "--as-of", "2026-01-20").isReported)
    #expect(runrate("purge", "--unlink", "visitor").code == .noInput)
    #expect(runrate("purge", "--unlink", "u1", "--customer", "u1").code == .usage)
    let none = runrate("purge", "--unlink", "u1")
    #expect(none.code == .allWell && none.errors.contains("0 aliases of c"))
  }

  @Test("Of a database with hashed ids, an id as the log writes it is unlinked")
  func hashed() throws {
    let key = try bench.write("0123456789abcdef0123456789abcdef", to: "key")
    try bench.write(
      "{ privacy: { userIDs: 'hashed', keyFile: '\(key)' } }", to: "runrate.json5")
    let lines = (0..<60).map { Self.payment($0) + Self.alias($0, "visitor", "u\($0)") }.joined()
    let log = try bench.write(lines, to: "a.ndjson")
    #expect(runrate("run", log, "--as-of", "2026-01-20").isReported)
    #expect(runrate("purge", "--unlink", "visitor").errors.contains("60 aliases of c"))
    #expect(runrate("ingest", log, "--again").errors.contains("60 ignored"))
    #expect(runrate("report", "--as-of", "2026-01-20").isReported)
    #expect(try lastDay()[10] == "60")
  }

  @Test(
    "A log whose aliases of an id were taken back, read again or not, is the log without them",
    arguments: 0..<12)
  func property(seed: UInt64) throws {
    let world = AliasWorld(seed: seed)
    let without = try bench.write(world.lines.filter { !$0.isWrong }.text, to: "without.ndjson")
    #expect(runrate("run", without, "--as-of", "2026-03-31").isReported)
    let right = try figures()
    let other = UnlinkTests(bench: try CLIFixture())
    let half = world.lines.count / 2
    let first = try other.bench.write(world.lines[..<half].text, to: "1.ndjson")
    let second = try other.bench.write(world.lines[half...].text, to: "2.ndjson")
    #expect(other.runrate("run", first, "--as-of", "2026-03-31").isReported)
    if seed.isMultiple(of: 2) { #expect(other.runrate("ingest", second).isReported) }
    #expect(other.runrate("purge", "--unlink", AliasWorld.wrong).code == .allWell)
    #expect(other.runrate("ingest", first, second, "--again").isReported)
    #expect(other.runrate("report", "--as-of", "2026-03-31").isReported)
    let found = try other.figures()
    let wrong = right.keys.sorted().filter { found[$0] != right[$0] }
    #expect(wrong == [])
  }

  private init(bench: CLIFixture) { self.bench = bench }
}

/// A small log with right aliases and wrong ones, both ways round, owners of transactions, and
/// events that are told twice.
private struct AliasWorld {
  static let wrong = "visitor"

  struct Line {
    let text: String
    let isWrong: Bool
  }

  private(set) var lines: [Line] = []
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    for number in 0..<60 { add(number) }
    lines.shuffle(using: &random)
  }

  private mutating func add(_ number: Int) {
    let user = random.chance(8) ? Self.wrong : "u\(random.one(of: Array(0..<15)))"
    let other = random.chance(50) ? Self.wrong : "u\(random.one(of: Array(0..<15)))"
    let time = 1_767_258_000 + random.one(of: Array(0..<80)) * 86_400 + number
    let start = #"{"event_id":"e\#(number)","timestamp":\#(time),"#
    switch random.one(of: Array(0..<4)) {
    case 0 where user != other:
      let (one, two) = random.chance(50) ? (user, other) : (other, user)
      add(
        start + #""event":"user_aliased","user_id":"\#(one)","previous_id":"\#(two)"}"#,
        isWrong: [one, two].contains(Self.wrong))
    case 1:
      let transaction = random.one(of: Array(0..<8))
      add(
        start
          + #""event":"renewed","original_transaction_id":"o\#(transaction)","product_id":"pro","#
          + #""price":5,"currency":"USD","period":"P1M","transaction_id":"t\#(number)"}"#)
    default:
      let transaction = random.one(of: Array(0..<8))
      add(
        start + #""event":"purchased","user_id":"\#(user)","product_id":"pro","price":5,"#
          + #""original_transaction_id":"o\#(transaction)","currency":"USD","period":"P1M","#
          + #""transaction_id":"t\#(number)"}"#)
    }
  }

  private mutating func add(_ text: String, isWrong: Bool = false) {
    lines.append(Line(text: text, isWrong: isWrong))
    if random.chance(10) { lines.append(Line(text: text, isWrong: isWrong)) }
  }
}

extension Sequence where Element == AliasWorld.Line {
  fileprivate var text: String { map { $0.text + "\n" }.joined() }
}
