import Feed
import Foundation
import SQLite
import Store
import Support
import Testing
import Values

@testable import Command

/// Customers that are folded apart come to what all of them do at once, down to the bytes of every
/// file that is published, the lines of data quality too.
struct PartTests {
  /// Whole reports take their time; `RUNRATE_CASES` asks for more.
  private let few = isThorough ? cases : 6

  @Test("Parts that were read, folded and merged in any order publish what one machine publishes")
  func parts() throws {
    try forPartLogs(few) { trial in
      var random = SplitMix(seed: trial.seed)
      let world = try PartWorld(.parts(seed: trial.seed), asOf: trial.asOf)
      let files = try PartFiles.write(trial.lines, world, seed: trial.seed, to: "logs")
      guard let code = try world.report([world.path("logs")], on: "one") else { return nil }
      let count = Int.random(in: 1...8, using: &random)
      let readers = Int.random(in: 1...3, using: &random)
      if readers == 1 {
        try world.read([world.path("logs")], parts: count)
      } else {
        try world.read(files, parts: count, readers: readers)
      }
      let parts = try (1...count).map { try world.fold($0, of: count) }
      try world.merge(parts + [world.path("read")], into: "many", &random)
      guard try world.report(on: "many") == code else { return "another exit code" }
      return difference(try world.published("one"), try world.published("many"))
    }
  }

  @Test("Whom a vendor names as subscribers of one original transaction are read into one part")
  func subscribers() throws {
    let world = try PartWorld(
      .parts(seed: 1, hasOpening: false), asOf: RandomLog.firstDay.advanced(by: 60))
    let lines = (1...9).flatMap { [renewal("a", of: $0, day: 3), renewal("b", of: $0, day: 33)] }
    try world.folder.write(lines.joined(separator: "\n") + "\n", to: "logs/a.ndjson")
    let code = try #require(try world.report([world.path("logs")], on: "one"))
    try world.read([world.path("logs")], parts: 8)
    let parts = try (1...8).map { try world.fold($0, of: 8) }
    try world.merge(parts + [world.path("read")], into: "many")
    #expect(try world.report(on: "many") == code)
    #expect(difference(try world.published("one"), try world.published("many")) == nil)
  }

  private func renewal(_ user: String, of original: Int, day: Int) -> String {
    let time = (Int(RandomLog.firstDay.number) + day) * 86_400
    return """
      {"api_version":"1.0","event":{"type":"RENEWAL","id":"rc-\(original)-\(user)","app_user_id":"\(user)\(original)",\
      "event_timestamp_ms":\(time)000,"product_id":"month","period_type":"NORMAL",\
      "purchased_at_ms":\(time)000,"expiration_at_ms":\(time + 2_592_000)000,"environment":"PRODUCTION",\
      "store":"APP_STORE","transaction_id":"t-\(original)-\(user)","original_transaction_id":"o-\(original)",\
      "price":7.99,"currency":"USD","price_in_purchased_currency":7.99}}
      """
  }

  @Test("Customers that were folded by themselves publish, added up, what one machine publishes")
  func components() throws {
    try forPartLogs(few) { trial in
      var random = SplitMix(seed: trial.seed)
      let world = try PartWorld(.parts(seed: trial.seed, hasOpening: false), asOf: trial.asOf)
      let count = Int.random(in: 1...4, using: &random)
      let logs = try trial.ofOneApp.components(count).enumerated().filter { !$1.isEmpty }.map {
        number, lines in
        _ = try PartFiles.write(lines, world, seed: trial.seed, to: "logs-\(number)")
        return "logs-\(number)"
      }
      guard let code = try world.report(logs.map(world.path), on: "one") else { return nil }
      let parts = try logs.map { try world.fold($0, asDatabase: random.chance(50)) }
      if parts.contains(nil) { return nil }
      try world.merge(parts.compactMap(\.self), into: "many", &random)
      guard try world.report(on: "many") == code else { return "another exit code" }
      return difference(try world.published("one"), try world.published("many"))
    }
  }

  @Test("A merge into the database of the night before restates what one machine restates")
  func nights() throws {
    try forPartLogs(few, .withoutConflicts) { try nights($0) { $0 } }
  }

  /// Of two lines with one identity the earlier one counts, but where one was known the night
  /// before, it is the other that is counted as a duplicate, and as late: what is read anew does
  /// not know.
  @Test("Lines that contradict those of the night before change no more than their own counts")
  func contradictions() throws {
    try forPartLogs(few) { try nights($0) { $0.filter(isFigure) } }
  }

  private func isFigure(_ name: String, _ text: String) -> Bool {
    name.contains("csv/") && !["data_quality", "restated"].contains { name.contains($0) }
  }

  /// Compares, of two nights, what `files` leaves.
  private func nights(_ trial: Trial, _ files: ([String: String]) -> [String: String]) throws
    -> String?
  {
    var random = SplitMix(seed: trial.seed)
    var world = try PartWorld(.parts(seed: trial.seed), asOf: trial.asOf)
    let count = Int.random(in: 1...4, using: &random)
    for (night, (day, lines)) in trial.nights(&random).enumerated() {
      let end = World.parts(seed: trial.seed).zone.end(of: day)
      world = world.at(day, now: end + .hours(2))
      try PartFiles.append(lines, world, night, to: "logs")
      guard let code = try world.report([world.path("logs")], on: "one") else { return nil }
      try world.read([world.path("logs")], parts: count, into: "read-\(night)")
      let parts = try (1...count).map { try world.fold($0, of: count, read: "read-\(night)") }
      try world.merge(parts + [world.path("read-\(night)")], into: "many", &random)
      guard try world.report(on: "many") == code else { return "another exit code" }
      let (one, many) = (files(try world.published("one")), files(try world.published("many")))
      if let other = difference(one, many) { return "night \(night + 1): \(other)" }
    }
    return nil
  }

  @Test("The part of a database that was folded up to a later day is of the day that is asked for")
  func earlier() throws {
    try forPartLogs(few) { trial in
      var random = SplitMix(seed: trial.seed)
      let world = try PartWorld(.parts(seed: trial.seed, hasOpening: false), asOf: trial.asOf)
      _ = try PartFiles.write(trial.lines, world, seed: trial.seed, to: "logs")
      guard try world.report([world.path("logs")], on: "one") != nil else { return nil }
      let day = min(trial.day(&random), trial.asOf)
      let then = world.at(day, now: world.now)
      guard let code = try then.report(on: "one") else { return nil }
      try then.merge([then.export("one")], into: "many")
      guard try then.report(on: "many") == code else { return "another exit code" }
      func tables(_ name: String) throws -> [String: String] {
        try then.published(name).filter { $0.key.hasPrefix("\(day)/") && isFigure($0.key, "") }
      }
      return difference(try tables("one"), try tables("many"))
    }
  }

  @Test("Sums that memory has no room for come to the same")
  func memory() throws {
    let ledger = try Ledger.simulated()
    let day = Day(Day.number(year: 2026, month: 6, day: 30))
    let whole = try ledger.report(day)
    for memory in [0, 1 << 30] {
      var merged = ledger
      merged.options.database = ledger.folder("merged-\(memory).db")
      try merge(ledger.options.database, into: merged.options, memory: memory)
      #expect(difference(whole, try merged.report(day)) == nil)
    }
  }

  private func merge(_ part: String, into options: Options, memory: Int) throws {
    let session = try Session(options, .silent)
    try session.store.database.transaction {
      _ = try Merge(session.store, strings: session.strings, memory: memory).run(
        [part], started: session.now, program: Program.version, allowed: Fraction(1, over: 1))
    }
  }

  @Test("Lines of one customer in several parts are noticed")
  func power() throws {
    var noticed = 0
    for seed in 1...8 as ClosedRange<UInt64> {
      var log = PartLog(seed: seed)
      let trial = Trial(seed: seed, kind: [], lines: log.lines(), asOf: log.lastDay).ofOneApp
      let world = try PartWorld(.parts(seed: seed, hasOpening: false), asOf: trial.asOf)
      for part in 0..<2 {
        let lines = trial.lines.enumerated().filter { $0.offset % 2 == part }.map(\.element)
        _ = try PartFiles.write(lines, world, seed: seed, to: "logs-\(part)")
      }
      let logs = ["logs-0", "logs-1"]
      try world.report(logs.map(world.path), on: "one")
      let parts = try logs.compactMap { try world.fold($0, asDatabase: false) }
      let isMerged = world.run(["merge"] + parts, on: "many") == .allWell
      if isMerged { try world.report(on: "many") }
      let isSame = try isMerged && world.published("one") == world.published("many")
      noticed += isSame ? 0 : 1
    }
    #expect(noticed == 8)
  }
}

// MARK: - Splits that the tests make themselves

extension Trial {
  /// The lines without the app that others name.
  fileprivate var ofOneApp: Trial {
    var trial = self
    trial.lines = lines.map { $0.replacing("\"app\":\"food\"", with: "\"app\":\"fit\"") }
    return trial
  }

  /// The lines in so many parts, those of one customer in one. What is nobody's is in the first.
  fileprivate func components(_ count: Int) -> [[String]] {
    var owners: [String: String] = [:]
    func owner(_ id: String) -> String { owners[id].map { $0 == id ? id : owner($0) } ?? id }
    for line in lines {
      let ids = Self.ids(in: line).map(owner)
      for id in ids { owners[id] = ids.min() }
    }
    var parts = [[String]](repeating: [], count: count)
    for line in lines {
      let whose = Self.ids(in: line).first.map(owner) ?? ""
      let number = whose.utf8.reduce(UInt64(seed)) { $0 &* 31 &+ UInt64($1) }
      parts[whose.isEmpty ? 0 : Int(number >> 3) % count].append(line)
    }
    return parts
  }

  private static func ids(in line: String) -> [String] {
    let fields = [
      "user_id", "previous_id", "app_user_id", "original_app_user_id", "original_transaction_id",
      "linked_transaction_id", "transaction_id", "payment_id",
    ]
    return fields.compactMap { field in
      guard let start = line.range(of: "\"\(field)\":\"")?.upperBound else { return nil }
      let id = line[start...].prefix { $0 != "\"" }.lowercased()
      return id == "null" ? nil : id
    }
  }

  /// What is known at the end of two days: all lines of days before, but some that come late.
  fileprivate func nights(_ random: inout SplitMix) -> [(day: Day, lines: [String])] {
    let early = RandomLog.firstDay.advanced(by: Int.random(in: 4...60, using: &random))
    let end = Int64(early.number + 1) * 86_400
    var (first, second): ([String], [String]) = ([], [])
    for line in lines {
      let start = line.range(of: "timestamp\":")?.upperBound ?? line.range(of: "_ms\":")?.upperBound
      let time = start.flatMap { Int64(line[$0...].prefix { $0.isNumber }.prefix(10)) } ?? 0
      if time < end, !random.chance(20) { first.append(line) } else { second.append(line) }
    }
    return [(early, first), (asOf, second)]
  }
}
