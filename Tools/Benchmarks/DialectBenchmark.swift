import Foundation
import Support
import Values

/// How many lines of each dialect a core reads in a second: the reading alone, then the whole
/// ingest.
struct DialectBenchmark {
  private let options: BenchmarkOptions
  private let place: Workplace
  private var rows: [[String]] = []

  /// `--events` counts the events of each simulated log; of it only the dialect's own lines count.
  init(_ options: BenchmarkOptions) throws {
    self.options = options
    place = try Workplace()
  }

  mutating func run() throws {
    for dialect in [.native] + VendorExporter.vendors {
      rows.append(try row(dialect))
      print(rows[rows.count - 1].joined(separator: " | "))
    }
    try write()
  }

  private func row(_ dialect: Dialect) throws -> [String] {
    let log = try simulate(dialect)
    let lines = try count(log)
    let reading = try alternate(options.runs) {
      try measure([CommandLine.arguments[0], "read", log, "1"])
    }
    let ingest = try alternate(options.runs) {
      try place.remove("dialect.db")
      return try measure([
        options.runrate, "ingest", log, "--database", place.file("dialect.db"), "--quiet",
      ])
    }
    return [
      dialect.rawValue, "\(lines)", "\(try place.size("\(dialect.rawValue).ndjson") / lines)",
      perSecond(lines, reading), perSecond(lines, ingest),
    ]
  }

  /// A log of the dialect's own lines: what the app says itself beside them is left out.
  private func simulate(_ dialect: Dialect) throws -> String {
    let name = dialect.rawValue
    let (folder, log) = (place.file(name), place.file("\(name).ndjson"))
    _ = try measure([
      options.runrate, "simulate", "--events", "\(options.events)", "--days", "365", "--first-day",
      "2025-01-01", "--output", folder, "--quiet",
    ])
    try VendorExporter(dialect).rewrite(folder)
    let own = dialect == .native ? "" : "-v"
    _ = try measure(["sh", "-c", "cat \(folder)/*.ndjson | grep \(own) '^{\"event_id\"' > \(log)"])
    try place.remove(name)
    return log
  }

  private func count(_ log: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: log), options: .mappedIfSafe)
      .reduce(into: 0) { $0 += $1 == 10 ? 1 : 0 }
  }

  private func perSecond(_ lines: Int, _ taken: ProcessUsage) -> String {
    let thousands = Int(Double(lines) / taken.cpu / 1000)
    let millions = thousands < 1000 ? "" : "\(thousands / 1000),"
    return millions + String(format: thousands < 1000 ? "%d,000" : "%03d,000", thousands % 1000)
  }

  private func write() throws {
    let header = [
      "| dialect | lines | bytes a line | read, lines a second and core | ingested |",
      "|---|---:|---:|---:|---:|",
    ]
    let day = Date().formatted(.iso8601.year().month().day())
    let text = (header + rows.map { "| " + $0.joined(separator: " | ") + " |" })
      .joined(separator: "\n")
    try """
    # Lines of stores and vendors, \(day)

    The dialect's own lines of \(options.events) simulated events; by CPU seconds, medians of \
    \(options.runs). *Read*: from lines to events. *Ingested*: into the database, all threads \
    together.

    \(text)

    """.write(toFile: "\(options.results)/dialects.md", atomically: true, encoding: .utf8)
  }
}
