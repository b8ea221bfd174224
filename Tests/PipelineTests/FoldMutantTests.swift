import Foundation
import Testing
import Values

/// The file through which the fold is told its mutant, where it can be one.
private let switchFile = ProcessInfo.processInfo.environment["RUNRATE_MUTANT"] ?? ""

/// How good the tests of the fold are: the fold, with one operator changed at a time, has to fail
/// one of them. `Tests/Mutants/fold.py` runs this in a copy of the package whose fold can be each
/// of its mutants.
@Suite(.enabled(if: !switchFile.isEmpty, "it takes a copy of the package: see make mutants"))
struct FoldMutantTests {
  private let mutant = MutantSwitch(path: switchFile)

  /// A world, and the operators whose mutants it can notice.
  private typealias Watch = (world: FoldWorld, operators: Set<Int>)

  /// Says of each mutant which test noticed it, a line each.
  @Test("The fold with one operator changed fails a test")
  func fold() throws {
    try mutant.turn(to: -1)
    var scenarios = try Scenario.all().flatMap(watches)
    let sample = try sample()
    let numbers = ProcessInfo.processInfo.environment["RUNRATE_MUTANTS"] ?? ""
    for number in numbers.split(separator: ",").compactMap({ Int($0) }) {
      // What is quick and kills most comes first.
      let watching = (scenarios + [sample]).filter { $0.operators.contains(number) }.map(\.world)
      try mutant.turn(to: number)
      let killer = watching.first { $0.notices() }
      try mutant.turn(to: -1)
      killer?.kills += 1
      scenarios.sort { $0.world.kills > $1.world.kills }
      say("mutant \(number) \(killer?.name ?? (watching.isEmpty ? "unmet" : "lives"))")
    }
  }

  private func sample() throws -> Watch {
    let home = URL(filePath: Scenario.root).deletingLastPathComponent().deletingLastPathComponent()
    let sample = home.path + "/sample-data"
    return try mutant.met {
      let ledger = try Ledger(configuration: sample + "/runrate.json5")
      try ledger.ingest(path: sample + "/events")
      return try FoldWorld("sample", ledger, asOf: try #require(Day("2026-06-30")))
    }
  }

  private func watches(of scenario: Scenario) throws -> [Watch] {
    try Dictionary(grouping: scenario.expectations, by: \.asOf).sorted { $0.key < $1.key }.map {
      day, expectations in
      try mutant.met {
        try FoldWorld(
          scenario.testDescription, try Ledger(scenario), asOf: try #require(Day(day)),
          expectations: expectations)
      }
    }
  }

  private func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
