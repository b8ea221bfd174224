import Foundation

/// What is measured, and how often.
struct BenchmarkOptions {
  /// Events of each log.
  var events = 8_000_000
  /// Events of a year in the table of growth, 0 for no such table.
  var growth = 1_000_000
  /// The only log that is measured, of which nothing is kept; nil: all.
  var shape: Shape?
  /// Runs of each row, of which the median counts.
  var runs = 3
  var runrate = ".build/release/runrate"
  /// The script that makes six light models in DuckDB.
  var baseline = "../shared/bench/duckdb_baseline.py"
  /// The one that makes all tables by all dimensions and grains in it.
  var sameWork = "../shared/bench/duckdb_same_work.py"
  var results = "Tools/Benchmarks/results"

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Failure("\(name) needs a value") }
      switch name {
      case "--events": events = try Self.number(name, value)
      case "--growth": growth = try Self.number(name, value)
      case "--shape":
        guard let known = Shape(rawValue: value) else { throw Failure("there is no log \(value)") }
        shape = known
      case "--runs": runs = try Self.number(name, value)
      case "--runrate": runrate = value
      case "--baseline": baseline = value
      case "--same-work": sameWork = value
      case "--results": results = value
      default: throw Failure("there is no option \(name)")
      }
    }
  }

  func measures(_ log: Shape) -> Bool { shape == nil || shape == log }

  private static func number(_ name: String, _ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else { throw Failure("\(name) takes a number") }
    return number
  }

  /// Whether Python can run the scripts.
  var hasBaseline: Bool {
    guard [baseline, sameWork].allSatisfy(FileManager.default.fileExists) else { return false }
    return (try? measure(["python3", "-c", "import duckdb"], mayFire: false)) != nil
  }
}

/// Why there is nothing to measure.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
