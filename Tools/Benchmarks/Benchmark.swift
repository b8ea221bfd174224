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
    if options.measures(.year) { try year() }
    if options.measures(.years) { try years() }
    if options.measures(.segments) { try segments() }
    try result.write(to: options.results)
  }

  private func say(_ text: String) { print(text) }

  private func simulate(_ name: String, _ events: Int, days: Int) throws -> BenchmarkLog {
    try BenchmarkLog(name, events: events, days: days, runrate: options.runrate, in: place)
  }

  private func runrate(_ command: String, _ log: String?, _ database: String, _ rest: String...)
    throws -> ProcessUsage
  {
    let logs = log.map { [$0] } ?? []
    return try measure(
      [options.runrate, command] + logs + [
        "--database", place.file(database), "--reports", place.file("reports"), "--quiet",
      ] + (rest.isEmpty ? ["--as-of", "newest"] : rest))
  }

  private func baseline(_ arguments: String...) throws -> ProcessUsage {
    try measure(["python3", options.baseline] + arguments, mayFire: false)
  }

  /// The log, then where the tables go, then the database, where there is one.
  private func sameWork(_ mode: String, _ log: String, _ database: String...) throws -> ProcessUsage
  {
    try measure(
      ["python3", options.sameWork, mode, log, place.file("same")] + database, mayFire: false)
  }
}

// MARK: - The logs

extension Benchmark {
  /// A simulated year, of which most customers do not pay.
  private func year() throws {
    say("simulating \(options.events) events")
    let log = try simulate("log", options.events, days: 365)
    let full = try fullHistory(log, .year)
    try onThreads(log)
    try pastDay(log, full)
    try answers()
    _ = try nextDay(log, .year)
    try reading(log)
    try compressed(log)
    try databaseSize(log)
    try foldAlone("fold", "full.db", events: options.events)
    try shortLives()
    if options.growth > 0 { try growth() }
    try log.remove()
  }

  /// Three years of customers who try and pay, and one at the same volume a day.
  private func years() throws {
    let customers = options.events / EvenLives.eventsOfOne
    let taken = try lives(.years, EvenLives(days: 1096, customers: customers))
    say("one of three years")
    let one = try BenchmarkLog(
      "one", EvenLives(days: 365, customers: customers / 3), in: place)
    let full = try ours(one, "full.db")
    let next = try alternate(options.runs) { try oursOfNextDay(one) }
    result.addCPU("full history of three years against one", taken.full, full, target: 3.3)
    result.addCPU("next day of three years against one", taken.next, next, target: 1.5)
    try one.remove()
  }

  /// Two months of many short segments.
  private func segments() throws {
    let customers = options.events / EvenLives.eventsOfOne
    _ = try lives(
      .segments, EvenLives(days: 60, customers: customers, countries: 200, campaigns: 40))
  }

  private func lives(_ shape: Shape, _ lives: EvenLives) throws
    -> (full: ProcessUsage, next: ProcessUsage)
  {
    say("\(lives.customers) lives in \(lives.days) days")
    let log = try BenchmarkLog(shape.rawValue, lives, in: place)
    let full = try fullHistory(log, shape)
    let next = try nextDay(log, shape)
    try foldAlone("\(shape.prefix)fold", "full.db", events: options.events)
    try log.remove()
    return (full, next)
  }
}

/// The logs that differ in what they ask of the program.
enum Shape: String, CaseIterable {
  case year, years, segments

  /// What the columns of the history begin with.
  var prefix: String { self == .year ? "" : "\(rawValue)_" }

  /// What the rows begin with.
  var title: String {
    switch self {
    case .year: ""
    case .years: "three years: "
    case .segments: "many segments: "
    }
  }
}

// MARK: - The rows

extension Benchmark {
  private func ours(_ log: BenchmarkLog, _ database: String) throws -> ProcessUsage {
    try alternate(options.runs) {
      try place.removeDatabase(database)
      return try runrate("run", log.history, database)
    }
  }

  private func oursOfNextDay(_ log: BenchmarkLog) throws -> ProcessUsage {
    try place.copy("full.db", to: "next.db")
    return try runrate("run", log.nextDay, "next.db")
  }

  private func fullHistory(_ log: BenchmarkLog, _ shape: Shape) throws -> ProcessUsage {
    say("full history")
    var commands = [
      {
        try self.place.removeDatabase("full.db")
        return try self.runrate("run", log.history, "full.db")
      }
    ]
    if hasBaseline {
      commands.append { try self.baseline("full", log.history) }
      commands.append { try self.sameWork("full", log.history) }
    }
    let taken = try alternate(options.runs, commands)
    let (light, same) = (taken.dropFirst().first, taken.dropFirst(2).first)
    let work = shape.title + "full history, all reports, against the same work"
    result.add(work, taken[0], same, target: 1 / 1.5)
    result.addCPU("its CPU", taken[0], same, target: 1 / 1.5)
    result.add("the same, against the light script", taken[0], light, target: 1 / 0.7)
    result.addMemory("peak memory of that, against the same work", taken[0], same, target: 0.2)
    result.note("\(shape.prefix)full", taken[0])
    return taken[0]
  }

  /// What a second core is worth.
  private func onThreads(_ log: BenchmarkLog) throws {
    for threads in 1...2 {
      say("--threads \(threads)")
      let taken = try alternate(options.runs) {
        try self.place.removeDatabase("threads.db")
        return try self.runrate(
          "run", log.history, "threads.db", "--as-of", "newest", "--threads", "\(threads)")
      }
      result.add("full history with --threads \(threads)", taken)
    }
    try place.removeDatabase("threads.db")
  }

  private func pastDay(_ log: BenchmarkLog, _ full: ProcessUsage) throws {
    say("a past day")
    guard let newest = try newestDay() else { return }
    func report(_ days: Int) throws -> ProcessUsage {
      let past = Calendar.utc.date(byAdding: .day, value: -days, to: newest) ?? newest
      return try alternate(options.runs) {
        try self.runrate(
          "report", nil, "full.db", "--as-of", past.formatted(.iso8601.year().month().day()))
      }
    }
    let taken = try report(60)
    result.add("report of a past day, against full history", taken, full, target: 1)
    result.add("report of a past day", taken, limit: 5)
    result.add("report of the day before the newest", try report(1), limit: 5)
  }

  /// The day of the newest report.
  private func newestDay() throws -> Date? {
    let names = try FileManager.default.contentsOfDirectory(atPath: place.file("reports")).sorted()
    return names.filter { $0.count == 10 }.last.flatMap {
      try? Date($0, strategy: .iso8601.year().month().day())
    }
  }

  private func nextDay(_ log: BenchmarkLog, _ shape: Shape) throws -> ProcessUsage {
    say("next day")
    var commands = [{ try self.oursOfNextDay(log) }]
    if hasBaseline {
      for name in ["light.db", "same.db"] { try place.remove(name) }
      _ = try baseline("full", log.history, place.file("light.db"))
      _ = try sameWork("full", log.history, place.file("same.db"))
      commands.append {
        try self.place.copy("light.db", to: "light-next.db")
        return try self.baseline("nightly", self.place.file("light-next.db"), log.nextDay)
      }
      commands.append {
        try self.place.copy("same.db", to: "same-next.db")
        return try self.sameWork("nightly", log.nextDay, self.place.file("same-next.db"))
      }
    }
    let taken = try alternate(options.runs, commands)
    let (light, same) = (taken.dropFirst().first, taken.dropFirst(2).first)
    let work = shape.title + "next day, all reports, against the same work"
    result.add(work, taken[0], same, target: 1.0 / 8)
    result.add("the same, against the light script", taken[0], light, target: 1 / 1.5)
    result.note("\(shape.prefix)next", taken[0])
    return taken[0]
  }

  /// What a person waits for.
  private func answers() throws {
    say("answers")
    let customer = try aCustomer()
    for (name, limit, words) in [
      ("customer ID", 0.2, ["customer", customer]),
      ("explain", 3, ["explain", "daily.net_revenue"]),
    ] {
      let taken = try alternate(options.runs) {
        try measure([options.runrate] + words + ["--database", place.file("full.db"), "--quiet"])
      }
      result.add(name, taken, limit: limit)
    }
  }

  /// One who is in the roster of the newest report.
  private func aCustomer() throws -> String {
    let file = place.file("reports/latest/csv/todo.csv")
    let rows = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    guard let id = rows.dropFirst().first?.split(separator: ",").first(where: { $0.count >= 12 })
    else { throw Failure("nobody is in \(file)") }
    return String(id)
  }

  private func reading(_ log: BenchmarkLog) throws {
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

  private func compressed(_ log: BenchmarkLog) throws {
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

  /// What a customer costs on one thread, without reading and writing.
  private func foldAlone(_ name: String, _ database: String, events: Int) throws {
    say("the fold alone")
    let words =
      try output([CommandLine.arguments[0], "fold", place.file(database)])
      .split(separator: "\n").last?.split(separator: ",").map { Double($0) ?? 0 } ?? []
    guard words.count == 4 else { throw Failure("the fold tells nothing") }
    result.addFold(
      name, customers: Int(words[0]), events: events, microseconds: words[2],
      allocations: words[3])
  }

  /// The fold of customers who have been there for some weeks: nine events each, which the target
  /// is for.
  private func shortLives() throws {
    let events = options.events / 16
    let log = try simulate("short", events, days: 16)
    _ = try runrate("run", log.history, "short.db")
    try foldAlone("short_fold", "short.db", events: events)
    try log.remove()
  }

  private func databaseSize(_ log: BenchmarkLog) throws {
    result.addSize(
      "database, against its logs", try place.size("full.db"), try place.size("log"), target: 0.25)
    result.note("database", bytes: try place.size("full.db"))
  }
}

// MARK: - Growth

extension Benchmark {
  private func growth() throws {
    for factor in [1, 2, 4] {
      say("growth: \(factor) times")
      let log = try simulate("growth", options.growth * factor, days: 365 * factor)
      let full = try alternate(options.runs) {
        try self.place.removeDatabase("grown.db")
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
