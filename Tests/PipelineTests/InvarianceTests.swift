import Command
import Foundation
import Support
import Testing
import Values

/// How many logs each property is tried on; `RUNRATE_CASES` tries more.
let cases = ProcessInfo.processInfo.environment["RUNRATE_CASES"].flatMap(UInt64.init) ?? 40
/// Whether more are asked for than a usual test run has time for.
let isThorough = ProcessInfo.processInfo.environment["RUNRATE_CASES"] != nil
/// The seed of the first log; `RUNRATE_SEED` looks elsewhere.
let firstSeed = ProcessInfo.processInfo.environment["RUNRATE_SEED"].flatMap(UInt64.init) ?? 1

/// Definitions, "The log", and Definitions, "The log", on logs that nobody thought of.
struct InvarianceTests {
  @Test("Order, files and repeated delivery change no figure")
  func order() throws {
    try forRandomLogs { trial in
      var random = SplitMix(seed: trial.seed)
      let again = trial.lines.filter { _ in random.chance(30) }
      var files: [[String]] = Array(repeating: [], count: 3)
      for line in (trial.lines + again).shuffled(using: &random) {
        files[Int.random(in: 0..<3, using: &random)].append(line)
      }
      return difference(
        try figures(of: [trial.lines], trial.world, trial.asOf),
        try figures(of: files, trial.world, trial.asOf))
    }
  }

  /// Without any, sums are put aside in parts.
  private func memory(_ random: inout SplitMix) -> Int { random.chance(50) ? 0 : 512 }

  @Test("Runs with and without reports in between end where one run does")
  func runs() throws {
    try forRandomLogs { trial in
      var random = SplitMix(seed: trial.seed)
      var ledger = try Ledger(trial.world)
      for part in trial.parts {
        ledger.options.memory = memory(&random)
        try ledger.ingest([part])
        let day = trial.day(&random)
        if random.chance(60) { _ = try reportIfAny(ledger, min(day, trial.asOf)) }
      }
      return difference(
        try figures(of: [trial.lines], trial.world, trial.asOf), try ledger.report(trial.asOf))
    }
  }

  @Test("Every report on the way, of a past day too, is that of a fresh database")
  func reportsOnTheWay() throws {
    try forRandomLogs { trial in
      var random = SplitMix(seed: trial.seed)
      var ledger = try Ledger(trial.world)
      var known: [String] = []
      for part in trial.parts {
        ledger.options.memory = memory(&random)
        try ledger.ingest([part])
        known += part
        let day = trial.day(&random)
        guard let found = try reportIfAny(ledger, day) else { continue }
        if let difference = difference(try figures(of: [known], trial.world, day), found) {
          return "as of \(day): \(difference)"
        }
      }
      return nil
    }
  }

  @Test("A copy that is brought back to a day has what a fresh database has of it")
  func rewinding() throws {
    try forRandomLogs { trial in
      var random = SplitMix(seed: trial.seed)
      var ledger = try Ledger(trial.world)
      for part in trial.parts { try ledger.ingest([part]) }
      // Events behind the day of the tables wait for a later fold.
      let newest = random.chance(50) ? trial.asOf : min(trial.day(&random), trial.asOf)
      _ = try reportIfAny(ledger, newest)
      ledger.mostLater = 100
      for _ in 0..<3 {
        let day = min(trial.day(&random), newest)
        guard let found = try reportIfAny(ledger, day) else { continue }
        if let difference = difference(try figures(of: [trial.lines], trial.world, day), found) {
          return "as of \(day): \(difference)"
        }
      }
      return nil
    }
  }

  @Test("Where nothing is restated, the days of an earlier report stay as they were")
  func causality() throws {
    try forRandomLogs(cases, .causal) { trial in
      var random = SplitMix(seed: trial.seed)
      let ledger = try Ledger(trial.world)
      try ledger.ingest([trial.lines])
      let whole = try ledger.report(trial.asOf)["daily"] ?? ""
      for _ in 0..<3 {
        let day = min(trial.day(&random), trial.asOf)
        guard let early = try reportIfAny(ledger, day)?["daily"] else { continue }
        if !whole.hasPrefix(early) {
          return "as of \(day): \(firstDifference(early, String(whole.prefix(early.count))))"
        }
      }
      return nil
    }
  }
}

/// The figures of a fresh database.
func figures(of files: [[String]], _ world: World, _ asOf: Day) throws -> [String: String] {
  let ledger = try Ledger(world)
  try ledger.ingest(files)
  return try ledger.report(asOf)
}
