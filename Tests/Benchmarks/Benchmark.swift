import Foundation

/// All rows of the table of targets, and the table of growth.
final class Benchmark {
  private let options: BenchmarkOptions
  private let place: Workplace
  private let hasBaseline: Bool
  private var result: BenchmarkResult

  init(_ options: BenchmarkOptions) throws {
    self.options = options
    place = try Workplace()
    hasBaseline = options.hasBaseline
    result = BenchmarkResult(options, hasBaseline: hasBaseline)
  }

  func run() throws {
    say("simulating \(options.events) events")
    let log = try simulate("log", options.events, days: 365)
    let memory = try fullHistory(log)
    try pastDay(log, memory)
    try nextDay(log)
    try reading(log)
    try compressed(log)
    try databaseSize(log)
    if options.growth > 0 { try growth() }
    try result.write(to: options.results)
  }

  private func say(_ text: String) { print(text) }

  private func simulate(_ name: String, _ events: Int, days: Int) throws -> SimulatedLog {
    try SimulatedLog(name, events: events, days: days, runrate: options.runrate, in: place)
  }

  private func runrate(_ command: String, _ log: String?, _ database: String, _ rest: String...)
    throws -> Measurement
  {
    let logs = log.map { [$0] } ?? []
    return try measure(
      [options.runrate, command] + logs + [
        "--database", place.file(database), "--reports", place.file("reports"), "--quiet",
      ] + (rest.isEmpty ? ["--as-of", "newest"] : rest))
  }

  private func baseline(_ arguments: String...) throws -> Measurement {
    try measure(["python3", options.baseline] + arguments, mayFire: false)
  }
}

// MARK: - The rows

extension Benchmark {
  private func fullHistory(_ log: SimulatedLog) throws -> Measurement {
    say("full history")
    var commands = [
      {
        try self.place.remove("full.db")
        return try self.runrate("run", log.history, "full.db")
      }
    ]
    if hasBaseline {
      commands.append { try self.baseline("full", log.history) }
      commands.append {
        try self.place.remove("duck.db")
        return try self.baseline("full", log.history, self.place.file("duck.db"))
      }
    }
    let taken = try alternate(options.runs, commands)
    result.add("full history, all reports", taken[0], taken.dropFirst().first, target: 0.5)
    if taken.count > 2 {
      result.add("the same, baseline into a file", taken[0], taken[2], target: 0.333)
    }
    result.addMemory("peak memory of that", taken[0], taken.dropFirst().first, target: 0.125)
    return taken[0]
  }

  private func pastDay(_ log: SimulatedLog, _ full: Measurement) throws {
    say("a past day")
    let newest = try newestDay()
    let past = newest.map { Calendar.utc.date(byAdding: .day, value: -60, to: $0) ?? $0 }
    guard let past else { return }
    let taken = try alternate(options.runs) {
      try self.runrate(
        "report", nil, "full.db", "--as-of", past.formatted(.iso8601.year().month().day()))
    }
    result.add("report of a past day, against full history", taken, full, target: 1)
  }

  /// The day of the newest report.
  private func newestDay() throws -> Date? {
    let names = try FileManager.default.contentsOfDirectory(atPath: place.file("reports")).sorted()
    return names.filter { $0.count == 10 }.last.flatMap {
      try? Date($0, strategy: .iso8601.year().month().day())
    }
  }

  private func nextDay(_ log: SimulatedLog) throws {
    say("next day")
    var commands = [
      {
        try self.place.copy("full.db", to: "next.db")
        return try self.runrate("run", log.nextDay, "next.db")
      }
    ]
    if hasBaseline {
      commands.append {
        try self.place.copy("duck.db", to: "duck-next.db")
        return try self.baseline("nightly", self.place.file("duck-next.db"), log.nextDay)
      }
    }
    let taken = try alternate(options.runs, commands)
    result.add("next day, all reports", taken[0], taken.dropFirst().first, target: 0.333)
  }

  private func reading(_ log: SimulatedLog) throws {
    say("reading alone")
    let program = CommandLine.arguments[0]
    let taken = try alternate(
      options.runs,
      [
        { try measure([program, "read", log.history]) },
        { try measure([program, "floor", log.history]) },
      ])
    result.add("reading alone, against simdjson alone", taken[0], taken[1], target: 2)
  }

  private func compressed(_ log: SimulatedLog) throws {
    say("gzip")
    let pack = "cp -r \(log.history) \(place.file("packed")) && gzip -1 \(place.file("packed"))/*"
    _ = try measure(["sh", "-c", pack])
    let unpack = "ls \(place.file("packed"))/*.gz | xargs -P 2 -n 8 gzip -dc"
    let program = CommandLine.arguments[0]
    let taken = try alternate(
      options.runs,
      [
        { try measure([program, "read", self.place.file("packed")]) },
        { try measure(["sh", "-c", unpack]) },
      ])
    result.add("reading gzip, against gzip -dc on two cores", taken[0], taken[1], target: nil)
    try place.remove("packed")
  }

  private func databaseSize(_ log: SimulatedLog) throws {
    result.addSize(
      "database, against its logs", try place.size("full.db"), try place.size("log"), target: 0.5)
  }
}

// MARK: - Growth

extension Benchmark {
  private func growth() throws {
    for factor in [1, 2, 4] {
      say("growth: \(factor) times")
      let log = try simulate("growth", options.growth * factor, days: 365 * factor)
      let full = try alternate(options.runs) {
        try self.place.remove("grown.db")
        return try self.runrate("run", log.history, "grown.db")
      }
      let size = try place.size("grown.db")
      let next = try alternate(options.runs) {
        try self.place.copy("grown.db", to: "grown-next.db")
        return try self.runrate("run", log.nextDay, "grown-next.db")
      }
      result.addGrowth(
        factor, full: full, next: next, database: size, log: try place.size("growth"))
      try log.remove()
    }
  }
}

extension Calendar {
  fileprivate static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
