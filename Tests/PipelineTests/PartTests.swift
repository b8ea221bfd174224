import Feed
import Foundation
import Support
import Testing
import Values

@testable import Command

/// Customers that are folded apart come to what all of them do at once, down to the bytes of every file
/// that is published, the lines of data quality too.
struct PartTests {
  /// Whole reports take their time; `RUNRATE_CASES` asks for more.
  private let few = isThorough ? cases : 12

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
}
