import Foundation
import Metrics
import Reports
import SQLite
import Store
import Support
import Testing
import Values

@testable import Command

/// Definitions, "The log", down to the bytes of every file that is published: charts, page,
/// workbook and summary too, without the lines of data quality, which tell of the runs themselves.
struct PublishedTests {
  /// Whole reports take their time; `RUNRATE_CASES` asks for as many as of the other properties.
  private let few = isThorough ? cases : 5

  @Test("Order, files, repetition and partition into runs change no byte of any report")
  func everyReport() throws {
    try forRandomLogs(few) { trial in
      var random = SplitMix(seed: trial.seed)
      let one = try Ledger(trial.world)
      try one.ingest([trial.lines])
      let many = try Ledger(trial.world)
      for part in trial.parts {
        let again = part.filter { _ in random.chance(30) }
        try many.ingest([(part + again).shuffled(using: &random), again])
        if random.chance(50) { _ = try reportIfAny(many, trial.day(&random)) }
      }
      return difference(try one.published(trial.asOf), try many.published(trial.asOf))
    }
  }

  @Test("One thread and several publish the same bytes")
  func threads() throws {
    try forRandomLogs(few) { trial in
      var one = try Ledger(trial.world)
      var many = try Ledger(trial.world)
      (one.options.threads, many.options.threads) = (1, 4)
      for ledger in [one, many] { try ledger.ingest([trial.lines]) }
      return difference(try one.published(trial.asOf), try many.published(trial.asOf))
    }
  }

  @Test("A past day is published again as it was, however many days have come since")
  func pastDays() throws {
    try forRandomLogs(few, .causal) { trial in
      let ledger = try Ledger(trial.world)
      let days = (1...3).map { RandomLog.firstDay.advanced(by: $0 * (trial.span / 4)) }
      var then: [(Day, [String: String])] = []
      for (number, lines) in trial.nights(days).enumerated() {
        if !lines.isEmpty { try ledger.ingest([lines]) }
        guard number < days.count, let files = try publishedIfAny(ledger, days[number]) else {
          continue
        }
        then.append((days[number], files))
      }
      for (day, files) in then {
        if let difference = difference(files, try ledger.published(day)) {
          return "as of \(day): \(difference)"
        }
      }
      return nil
    }
  }

  private func publishedIfAny(_ ledger: Ledger, _ day: Day) throws -> [String: String]? {
    try reportIfAny(ledger, day) == nil ? nil : try ledger.published(day)
  }
}

extension Trial {
  /// The days that the log covers.
  fileprivate var span: Int { RandomLog.firstDay.distance(to: asOf) }

  /// The lines by the first of `days` at whose end they were known, then those after all of them.
  fileprivate func nights(_ days: [Day]) -> [[String]] {
    let ends = days.map { world.zone.end(of: $0) }
    return (0...days.count).map { night in
      lines.filter { line in
        (ends.firstIndex { time(of: line) < $0 } ?? days.count) == night
      }
    }
  }

  private func time(of line: String) -> Instant {
    let digits = line.split(separator: "\"timestamp\":").last?.prefix { $0.isNumber } ?? ""
    return Instant(milliseconds: (Int64(digits) ?? 0) * 1000)
  }
}

extension Ledger {
  /// Every file of the report of a day, as text or as base64, by name.
  fileprivate func published(_ asOf: Day) throws -> [String: String] {
    var options = options
    options.asOf = .day(asOf)
    let session = try Session(options, .silent)
    let (asOf, extent) = try session.reportDay()
    try session.foldAlone(to: asOf)
    var figures = try session.figures(asOf: asOf, extent: extent).proven()
    figures.forgetRuns()
    let reports = folder("reports-\(UUID().uuidString)")
    let path = try ReportFolder(reports: reports).publish(figures, allReports).folder
    defer { try? FileManager.default.removeItem(atPath: reports) }
    try ExcelRules.check(file: path + "/runrate.xlsx")
    return try Self.files(in: path)
  }

  private static func files(in folder: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let path = "\(folder)/\(name)"
      guard let bytes = FileManager.default.contents(atPath: path) else { continue }
      files[name] = String(data: bytes, encoding: .utf8) ?? bytes.base64EncodedString()
    }
    return files
  }
}

extension Figures {
  /// Leaves out what tells of the runs themselves: files, counts of lines, lateness.
  fileprivate mutating func forgetRuns() {
    inputs = []
    checks.removeAll { $0.scope == "all runs" }
    tables.removeAll { $0.name == "data_quality" }
  }
}
