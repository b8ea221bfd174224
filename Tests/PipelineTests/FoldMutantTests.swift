import Foundation
import Testing
import Values

/// Holds the number of the mutant that the fold is: `Tests/Mutants/fold.py` makes it, and a fold
/// that looks into it.
private let switchFile = ProcessInfo.processInfo.environment["RUNRATE_MUTANT"] ?? ""

/// How good the tests of the fold are: the fold, with one operator changed at a time, has to fail
/// one of them. `Tests/Mutants/fold.py` runs this in a copy of the package whose fold can be each
/// of its mutants.
@Suite(.enabled(if: !switchFile.isEmpty, "it takes a copy of the package: see make mutants"))
struct FoldMutantTests {
  /// Says of each mutant which test noticed it, a line each.
  @Test("The fold with one operator changed fails a test")
  func fold() throws {
    var worlds = try self.worlds()
    let numbers = ProcessInfo.processInfo.environment["RUNRATE_MUTANTS"] ?? ""
    for number in numbers.split(separator: ",").compactMap({ Int64($0) }) {
      try turn(to: number)
      let killer = worlds.first { $0.notices() }
      try turn(to: -1)
      killer?.kills += 1
      worlds.sort { $0.kills > $1.kills }
      say("mutant \(number) \(killer?.name ?? "lives")")
    }
  }

  /// Every scenario, then the sample, which takes longest.
  private func worlds() throws -> [FoldWorld] {
    let home = URL(filePath: Scenario.root).deletingLastPathComponent().deletingLastPathComponent()
    let sample = home.path + "/sample-data"
    return try Scenario.all().flatMap(worlds) + [
      FoldWorld(
        "sample", log: sample + "/events", configuration: sample + "/runrate.json5",
        asOf: try #require(Day("2026-06-30")))
    ]
  }

  private func worlds(of scenario: Scenario) throws -> [FoldWorld] {
    try Dictionary(grouping: scenario.expectations, by: \.asOf).sorted { $0.key < $1.key }.map {
      try FoldWorld(
        scenario.testDescription, log: scenario.file("events.ndjson"),
        configuration: scenario.configuration, asOf: try #require(Day($0)), expectations: $1)
    }
  }

  private func turn(to mutant: Int64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: switchFile))
    try file.write(contentsOf: withUnsafeBytes(of: mutant) { Data($0) })
    try file.close()
  }

  private func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
