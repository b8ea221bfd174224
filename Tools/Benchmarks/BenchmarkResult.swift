import Foundation

/// The tables of a benchmark as Markdown.
struct BenchmarkResult {
  private var rows: [[String]] = []
  private var growth: [[String]] = []
  /// What a line of the history says, by name.
  private var notes: [(name: String, value: String)] = []
  private let options: BenchmarkOptions
  private let hasBaseline: Bool

  init(_ options: BenchmarkOptions, hasBaseline: Bool) {
    self.options = options
    self.hasBaseline = hasBaseline
  }

  /// A row of times. `target`: the largest ratio that is wished for.
  mutating func add(_ work: String, _ ours: ProcessUsage, _ theirs: ProcessUsage?, target: Double?)
  {
    add(
      work, "\(seconds(ours.wall)) (CPU \(seconds(ours.cpu)))", theirs.map { seconds($0.wall) },
      theirs.map { ours.wall / $0.wall }, target)
  }

  /// A row of times that people wait for. `limit` in seconds.
  mutating func add(_ work: String, _ ours: ProcessUsage, limit: Double) {
    rows.append([
      work, "\(seconds(ours.wall)) (CPU \(seconds(ours.cpu)))", "–", "–", seconds(limit),
      ours.wall <= limit ? "yes" : "no",
    ])
    print(rows[rows.count - 1].joined(separator: " | "))
  }

  /// A row of times that nothing is compared with.
  mutating func add(_ work: String, _ ours: ProcessUsage) {
    rows.append([work, "\(seconds(ours.wall)) (CPU \(seconds(ours.cpu)))", "–", "–", "–", "–"])
    print(rows[rows.count - 1].joined(separator: " | "))
  }

  /// What the fold of a customer costs; the target is that of customers of nine events. `name`:
  /// what the columns of the history begin with.
  mutating func addFold(
    _ name: String, customers: Int, events: Int, microseconds: Double, allocations: Double
  ) {
    let each = String(format: "%.0f", Double(events) / Double(max(1, customers)))
    rows.append([
      "fold of one customer of \(each) events", String(format: "%.1f µs CPU", microseconds), "–",
      "–",
      "8 µs (9 events)", "–",
    ])
    rows.append([
      "its allocations", String(format: "%.0f", allocations), "–", "–", "2",
      allocations <= 2 ? "yes" : "no",
    ])
    notes += [
      ("\(name)_us", String(format: "%.1f", microseconds)),
      ("\(name)_allocations", String(format: "%.0f", allocations)),
    ]
    for row in rows.suffix(2) { print(row.joined(separator: " | ")) }
  }

  mutating func note(_ name: String, _ taken: ProcessUsage) {
    notes += [
      ("\(name)_wall_s", String(format: "%.2f", taken.wall)),
      ("\(name)_cpu_s", String(format: "%.2f", taken.cpu)),
      ("\(name)_mb", "\(taken.memory / 1_000_000)"),
    ]
  }

  mutating func note(_ name: String, bytes: Int) {
    notes.append(("\(name)_mb", "\(bytes / 1_000_000)"))
  }

  mutating func addCPU(
    _ work: String, _ ours: ProcessUsage, _ theirs: ProcessUsage?, target: Double
  ) {
    add(
      work, seconds(ours.cpu), theirs.map { seconds($0.cpu) }, theirs.map { ours.cpu / $0.cpu },
      target)
  }

  mutating func addMemory(
    _ work: String, _ ours: ProcessUsage, _ theirs: ProcessUsage?, target: Double
  ) {
    add(
      work, megabytes(ours.memory), theirs.map { megabytes($0.memory) },
      theirs.map { Double(ours.memory) / Double($0.memory) }, target)
  }

  mutating func addSize(_ work: String, _ ours: Int, _ theirs: Int, target: Double) {
    add(work, megabytes(ours), megabytes(theirs), Double(ours) / Double(theirs), target)
  }

  private mutating func add(
    _ work: String, _ ours: String, _ theirs: String?, _ ratio: Double?, _ target: Double?
  ) {
    let isMet = ratio.flatMap { ratio in target.map { ratio <= $0 ? "yes" : "no" } }
    rows.append([
      work, ours, theirs ?? "not run", ratio.map { String(format: "%.2f", $0) } ?? "–",
      target.map { String(format: "%.2f", $0) } ?? "–", isMet ?? "–",
    ])
    print(rows[rows.count - 1].joined(separator: " | "))
  }

  mutating func addGrowth(
    _ factor: Int, full: ProcessUsage, next: ProcessUsage, database: Int, log: Int
  ) {
    growth.append([
      "\(factor) ×", megabytes(log), seconds(full.wall), megabytes(full.memory),
      seconds(next.wall), megabytes(next.memory), megabytes(database),
    ])
    print(growth[growth.count - 1].joined(separator: " | "))
  }

  /// Prints the tables, and keeps those of all logs in a file.
  func write(to folder: String) throws {
    let day = Date().formatted(.iso8601.year().month().day())
    let text = markdown(day)
    print(text)
    guard options.shape == nil else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/\(day).md", atomically: true, encoding: .utf8)
    try keepHistory(day, in: folder)
  }

  /// Adds a line to the history: one for each commit that was measured.
  private func keepHistory(_ day: String, in folder: String) throws {
    let path = "\(folder)/history.csv"
    let known = [("date", day), ("commit", commit), ("events", "\(options.events)")] + notes
    let header = known.map(\.0).joined(separator: ",") + "\n"
    let kept = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    // Older lines lack the columns that came since.
    let old = header + kept.split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
    let text = old + known.map(\.1).joined(separator: ",") + "\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// The short name of the commit; empty outside a repository.
  private var commit: String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "rev-parse", "--short", "HEAD"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "" }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func markdown(_ day: String) -> String {
    let against = hasBaseline ? "DuckDB (Python) in alternation" : "DuckDB was not there"
    var lines = [
      "# \(day)", "",
      "\(options.events) events of each log, simulated ones of 365 days; medians of \(options.runs); \(machine); "
        + "\(against).", "",
    ]
    lines += table(["work", "Runrate", "compared with", "ratio", "target", "met"], rows)
    if !growth.isEmpty {
      lines += ["", "One, two and four years of \(options.growth) events each:", ""]
      lines += table(
        ["history", "log", "full run", "memory", "next day", "memory", "database"], growth)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ header: [String], _ rows: [[String]]) -> [String] {
    let rule = header.indices.map { $0 == 0 ? "---" : "---:" }
    return ([header, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  }

  private var machine: String {
    let info = ProcessInfo.processInfo
    let model = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
      .split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    return "\(info.activeProcessorCount) cores, \(model ?? "unknown processor"), "
      + info.operatingSystemVersionString
  }

  private func seconds(_ value: Double) -> String { String(format: "%.2f s", value) }
  private func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
}
