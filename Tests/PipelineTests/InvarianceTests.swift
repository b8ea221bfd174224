import Foundation
import Support
import Testing
import Values

/// How many logs each property is tried on; `RUNRATE_CASES` tries more.
let cases = ProcessInfo.processInfo.environment["RUNRATE_CASES"].flatMap(UInt64.init) ?? 40
/// The seed of the first log; `RUNRATE_SEED` looks elsewhere.
let firstSeed = ProcessInfo.processInfo.environment["RUNRATE_SEED"].flatMap(UInt64.init) ?? 1

/// SPEC 1, "Invariance", and SPEC 3, "Causality", on logs that nobody thought of.
@Suite(.serialized)
struct InvarianceTests {
  private let asOf = Day(Day.number(year: 2024, month: 7, day: 20))

  @Test("Order, files and repeated delivery change no figure")
  func order() throws {
    try forRandomLogs { log, seed in
      var random = SplitMix(seed: seed)
      let world = World.random(seed: seed)
      let once = try figures(of: [log], world, asOf)
      let delivered = (log + log.filter { _ in random.chance(30) }).shuffled(using: &random)
      var files: [[String]] = Array(repeating: [], count: 3)
      for line in delivered { files[Int.random(in: 0..<3, using: &random)].append(line) }
      return difference(once, try figures(of: files, world, asOf))
    }
  }

  @Test("Runs with and without reports in between end where one run does")
  func runs() throws {
    try forRandomLogs { log, seed in
      var random = SplitMix(seed: seed)
      let world = World.random(seed: seed)
      let ledger = try Ledger(world)
      for part in parts(of: log, seed) {
        try ledger.ingest([part])
        guard random.chance(70) else { continue }
        let day = RandomLog.firstDay.advanced(by: Int.random(in: 0...200, using: &random))
        _ = try? ledger.report(min(day, asOf))
      }
      return difference(try figures(of: [log], world, asOf), try ledger.report(asOf))
    }
  }

  @Test("Every report on the way is that of a fresh database")
  func reportsOnTheWay() throws {
    try forRandomLogs { log, seed in
      var random = SplitMix(seed: seed)
      let world = World.random(seed: seed)
      let ledger = try Ledger(world)
      var known: [String] = []
      for part in parts(of: log, seed) {
        try ledger.ingest([part])
        known += part
        let day = RandomLog.firstDay.advanced(by: Int.random(in: 90...200, using: &random))
        guard let found = try reportIfAny(ledger, day) else { continue }
        if let difference = difference(try figures(of: [known], world, day), found) {
          return "as of \(day): \(difference)"
        }
      }
      return nil
    }
  }

  @Test("A past day as of which nothing is to be restated is the beginning of a later one")
  func causality() throws {
    try forRandomLogs(.causal) { log, seed in
      var random = SplitMix(seed: seed)
      let ledger = try Ledger(World.random(seed: seed))
      try ledger.ingest([log])
      let whole = try ledger.report(asOf)["daily"] ?? ""
      for _ in 0..<3 {
        let day = RandomLog.firstDay.advanced(by: Int.random(in: 30...190, using: &random))
        guard let early = try reportIfAny(ledger, day)?["daily"] else { continue }
        if !whole.hasPrefix(early) {
          return "as of \(day): \(firstDifference(early, String(whole.prefix(early.count))))"
        }
      }
      return nil
    }
  }

  /// Deals the lines of a log out to up to five runs; a line's run does not depend on the others.
  private func parts(of log: [String], _ seed: UInt64) -> [[String]] {
    var parts: [[String]] = Array(repeating: [], count: 5)
    for line in log {
      var random = SplitMix(seed: line.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
      parts[Int.random(in: 0..<(2 + Int(seed % 4)), using: &random)].append(line)
    }
    return parts.filter { !$0.isEmpty }
  }
}

/// The figures of a fresh database.
func figures(of files: [[String]], _ world: World, _ asOf: Day) throws -> [String: String] {
  let ledger = try Ledger(world)
  try ledger.ingest(files)
  return try ledger.report(asOf)
}
