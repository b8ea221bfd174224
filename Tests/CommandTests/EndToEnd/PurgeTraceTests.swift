import Foundation
import SQLite
import Store
import Support
import Testing
import Values

@testable import Command

/// After a purge no byte of an id of that person is left, in whatever encoding lines said it, and
/// none comes back with the same lines.
@Suite struct PurgeTraceTests {
  /// How a line can write an id.
  enum Encoding: CaseIterable {
    case plain, lowerEscapes, upperEscapes, someEscapes, percent, nested, base64, broken

    func text(_ id: String) -> String {
      switch self {
      case .plain, .broken: id
      case .lowerEscapes: id.utf16.map { #"\u"# + hex($0) }.joined()
      case .upperEscapes: id.utf16.map { #"\u"# + hex($0).uppercased() }.joined()
      case .someEscapes:
        id.utf16.map { $0 < 128 ? String(Unicode.Scalar(UInt8($0))) : #"\u"# + hex($0) }.joined()
      case .percent: "https://a.example/?u=" + id.utf8.map { "%" + hex($0) }.joined() + "&x=1"
      case .nested:
        #"{\"id\":\""# + Self.lowerEscapes.text(id).replacing(#"\"#, with: #"\\"#) + #"\"}"#
      case .base64: Data("{\"id\":\"\(id)\"}".utf8).base64EncodedString()
      }
    }

    private func hex(_ number: some BinaryInteger) -> String {
      let digits = String(number, radix: 16)
      let width = number is UInt8 ? 2 : 4
      return String(repeating: "0", count: width - digits.count) + digits
    }
  }

  /// A person with ids of several kinds, and somebody else who names some of them.
  struct World {
    let ids: [String]
    let events: [String]
    let payments: [String]
    let log: String

    var traces: [String] { ids + events + payments }

    init(seed: UInt64) {
      var random = SplitMix(seed: seed)
      let number = 7_000_000 + Int(seed)
      let mail = random.one(of: [
        "jürgen\(number)@example.com", "анна.\(number)@пример.example",
        "j'o\\n \(number)@x.example",
        "😀\(number)@example.com", "a+b/\(number)@example.com",
      ])
      ids = [
        mail, "A0EEBC99-9C0B-4EF8-BB6D-6BB9\(number)0", "20000\(number)77", "device-\(number)",
      ]
      events = (0..<6).map { "event-\(number)-\($0)" }
      payments = ["30000\(number)1", "30000\(number)2", "40000\(number)9"]
      var lines = World.accepted(ids, events, payments) + World.others(ids, number)
      for trace in ids + events + payments {
        lines += Encoding.allCases.map { World.rejected(trace, $0, &random) }
      }
      log = lines.shuffled(using: &random).joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> String {
      String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }

    private static func line(_ event: String, _ day: Int, _ user: String, _ rest: String) -> String
    {
      #"{"event":"\#(event)","timestamp":"2026-04-\#(padded(day, 2))T10:00:00Z","user_id":\#(quoted(user))\#(rest)}"#
    }

    private static func accepted(_ ids: [String], _ events: [String], _ payments: [String])
      -> [String]
    {
      let money = #","product_id":"pro.monthly","price":9.99,"currency":"USD""#
      let original = #","original_transaction_id":"\#(payments[2])""#
      let named = ids.dropFirst().enumerated().map { index, id in
        line(
          "user_aliased", index + 1, ids[0],
          #","previous_id":\#(quoted(id)),"event_id":"\#(events[index])""#)
      }
      return named + [
        line(
          "purchased", 5, ids[0],
          money + original + #","transaction_id":"\#(payments[0])","event_id":"\#(events[3])""#),
        #"{"event":"renewed","timestamp":"2026-05-05T10:00:00Z","event_id":"\#(events[4])","transaction_id":"\#(payments[1])"\#(original)\#(money)}"#,
        line("cancelled", 9, ids[2], #","reason":"so says 30000x","event_id":"\#(events[5])""#),
      ]
    }

    /// Of somebody else: who names the person as a referrer, in a campaign and in an event's name.
    private static func others(_ ids: [String], _ number: Int) -> [String] {
      [
        line(
          "referral_recorded", 2, "bob", #","event_id":"b1","referrer_id":\#(quoted(ids[0]))"#),
        line(
          "app_installed", 1, "bob",
          #","event_id":"b2","country":"DE","campaign":\#(quoted("friend of " + ids[0]))"#),
        line("clicked by \(number)", 3, "bob", #","event_id":"b3""#),
        line("clicked by device-\(number)", 3, "bob", #","event_id":"b4""#),
        line("purchased", 4, "bob", #","event_id":"b5","product_id":"pro.monthly""#),
        line(
          "purchased", 5, "bob",
          #","event_id":"b6","product_id":\#(quoted(ids[0])),"tier":\#(quoted(ids[3]))"#
            + #","offer_code":\#(quoted("for " + ids[0])),"price":1,"currency":"USD""#),
        #"{"event":"purchased","timestamp":"whenever","user_id":"bob"}"#,
      ]
    }

    /// A line that cannot be trusted and says `id`.
    private static func rejected(_ id: String, _ encoding: Encoding, _ random: inout SplitMix)
      -> String
    {
      let plain = encoding == .plain ? String(quoted(id).dropFirst().dropLast()) : id
      let text = encoding.text(plain)
      let field = random.one(of: ["user_id", "previous_id", "transaction_id", "note", "event_id"])
      let line =
        #"{"event":"purchased","timestamp":"whenever","properties":{"\#(field)":"\#(text)"}}"#
      return encoding == .broken ? String(line.dropLast(2)) : line
    }
  }

  private let bench: CLIFixture

  init() throws {
    bench = try CLIFixture()
    try bench.write(onePlan + " ingest: { maxRejectedShare: 1 } }", to: "c.json5")
  }

  /// The ids that stand, in any encoding, in a file of the bench but its logs, or in an answer.
  private func found(_ traces: [String], _ answers: [CLIFixture.Answer]) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: bench.folder)
      .filter { !$0.hasSuffix(".ndjson") }
    var texts = try names.compactMap { name -> (String, Data)? in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: bench.path(name), isDirectory: &isFolder)
      return isFolder.boolValue
        ? nil : (name, try Data(contentsOf: URL(fileURLWithPath: bench.path(name))))
    }
    texts += answers.map { ("(answer)", Data(($0.output + $0.errors).utf8)) }
    return traces.flatMap { trace in
      forms(of: trace).flatMap { form in
        texts.filter { Self.holds($0.1, form) }.map { "\(trace) in \($0.0)" }
      }
    }
  }

  /// Foundation's search takes a hundred times as long.
  private static func holds(_ text: Data, _ form: Data) -> Bool {
    text.withUnsafeBytes { text in
      form.withUnsafeBytes { form in
        guard var at = text.baseAddress, let wanted = form.baseAddress else { return false }
        let end = at + text.count
        while end - at >= form.count, let found = memchr(at, Int32(form[0]), end - at) {
          guard end - UnsafeRawPointer(found) >= form.count else { return false }
          if memcmp(found, wanted, form.count) == 0 { return true }
          at = UnsafeRawPointer(found) + 1
        }
        return false
      }
    }
  }

  private func forms(of id: String) -> [Data] {
    let core = [id, id.lowercased()]
    return core.flatMap { id in
      [
        id, Encoding.lowerEscapes.text(id), Encoding.upperEscapes.text(id),
        Encoding.someEscapes.text(id), id.utf8.map { "%" + String($0, radix: 16) }.joined(),
        String(decoding: (try? JSONEncoder().encode(id)) ?? Data(), as: UTF8.self).filter {
          $0 != "\""
        },
      ]
    }.map { Data($0.utf8) } + [Data(Encoding.base64.text(id).utf8.prefix(16 + id.utf8.count))]
  }

  private func runrate(_ arguments: [String]) -> CLIFixture.Answer {
    bench.runrate(arguments + ["--config", bench.path("c.json5")])
  }

  @Test("No byte of any id is left, and none comes back", arguments: 1...PurgeTraceTests.worlds)
  func nothingIsLeft(seed: UInt64) throws {
    let world = World(seed: seed)
    let log = try bench.write(world.log, to: "a.ndjson")
    #expect(runrate(["run", log, "--as-of", "2026-05-31"]).isReported)
    let day = try #require(Day("2026-05-31"))
    try tellOfTrouble(among: "campaign friend of \(world.ids[0])", on: day)
    let before = try found(world.traces, [runrate(["rejected"])])
    #expect(
      Set(world.traces.filter { trace in before.contains { $0.hasPrefix(trace) } }).count > 10)
    let daily = try bench.read("reports/2026-05-31/csv/daily.csv")
    let id = world.ids[Int(seed) % world.ids.count]
    #expect(runrate(["purge", "--customer", id]).code == .allWell)
    let told = try Store(reading: bench.database, lockTimeout: .usual).extent(
      of: "friends", on: day)?.parts
    #expect(told?.count == 1)
    #expect(told?.first?.wholeMatch(of: /campaign \(purged [0-9a-f]{12}\)/) != nil, "\(told ?? [])")
    try FileManager.default.removeItem(atPath: bench.reports)
    try requireNothing(world, daily)
    #expect(runrate(["ingest", log, "--again"]).code == .allWell)
    try requireNothing(world, daily)
    let copy = try bench.write(world.log, to: "copy/b.ndjson")
    #expect(runrate(["ingest", copy]).code == .allWell)
    try requireNothing(world, daily)
  }

  /// As a night does whose alert by campaign fires.
  private func tellOfTrouble(among segment: String, on day: Day) throws {
    let store = try Store(path: bench.database, lockTimeout: .usual)
    try store.database.transaction {
      let state = RememberedState(
        state: .firing, since: day, extent: AlertScope(parts: [segment]))
      let isKept = try store.keep([("friends", state)], of: day)
      #expect(isKept)
    }
  }

  private func requireNothing(_ world: World, _ daily: String) throws {
    #expect(runrate(["report", "--as-of", "2026-05-31"]).isReported)
    #expect(try bench.read("reports/2026-05-31/csv/daily.csv") == daily)
    let answers = [["status"], ["events"], ["rejected"], ["rejected", "--format", "csv"]]
      .map(runrate)
    #expect(answers.allSatisfy { $0.code == .allWell })
    #expect(answers[1].output.contains("bob"))
    let rejected = answers[2].output.split(separator: "\n")
    #expect(rejected.count > 10 && rejected.allSatisfy { $0.contains(#""raw":""}"#) })
    #expect(try found(world.traces, answers) == [])
  }

  /// The first kinds of mail address and id to ask by; more where they are asked for.
  private static let worlds = UInt64(
    ProcessInfo.processInfo.environment["RUNRATE_CASES"].flatMap { UInt64($0) } ?? 6)
}
