import Feed
import Foundation
import Reports
import Store
import Values

/// `runrate status`: what the database holds, how fresh it is and what was rejected.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "status", abstract: "Show what the database holds, how fresh it is and what was rejected",
    examples: [Example(line: "runrate status --json", purpose: "for another program")])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let store = try options.openForReading(console)
    console.warnOfWidth(of: options.database, wanted: .owner)
    let report = StatusReport(
      path: options.database, status: try store.status(runs: 5),
      bytes: try FileManager.default.attributesOfItem(atPath: options.database)[.size] as? Int64,
      now: .now)
    try console.write(options.writesJSON ? report.json.page : report.text)
    return .allWell
  }
}

/// The answer of `status`, for people and for programs.
struct StatusReport {
  let path: String
  let status: StoreStatus
  /// The size of the database; nil where the system does not say.
  let bytes: Int64?
  let now: Instant

  /// Whole hours since the newest event; nil without any.
  var hoursSinceNewest: Int64? {
    status.extent.map { floorDivide((now - $0.last).milliseconds, by: 3_600_000) }
  }
}

// MARK: - For people

extension StatusReport {
  /// One fact a line, in two columns.
  var text: String {
    let lines =
      facts + counts + status.runs.map { ("run \($0.id)", $0.sentence) }
      + status.reports.map { ("report \($0.asOf)", "\($0.made.iso8601)  \($0.result)") }
    return lines.map { name, fact in
      name + String(repeating: " ", count: max(1, 20 - name.count))
        + UntrustedText.terminalLine(fact)
        + "\n"
    }.joined()
  }

  private var facts: [(String, String)] {
    let size = bytes.map { ", \(grouped(($0 + 500_000) / 1_000_000)) MB" } ?? ""
    let customers = status.customers.map { ", \(grouped($0)) customers" } ?? ""
    return [
      ("database", path + size),
      ("events", "\(grouped(status.events)), \(grouped(status.users)) user ids\(customers)"),
      ("first event", status.extent?.first.iso8601 ?? "none"),
      ("newest event", newest),
      ("reported up to", status.reportedDay?.description ?? "no report yet"),
      ("days without events", silence),
    ]
  }

  private var newest: String {
    guard let extent = status.extent, let hours = hoursSinceNewest else { return "none" }
    let age = StatusReport.duration(hours: abs(hours))
    return "\(extent.last.iso8601) (\(age) \(hours >= 0 ? "ago" : "ahead of the clock"))"
  }

  /// Hours up to two days, whole days from there on.
  static func duration(hours: Int64) -> String {
    hours < 48 ? "\(hours) h" : "\(grouped(hours / 24)) days"
  }

  private var silence: String {
    let (count, newest) = status.silentDays
    return newest.map { "\(grouped(count)), the newest is \($0)" } ?? "none"
  }

  private var counts: [(String, String)] {
    [
      ("rejected lines", StatusReport.sentence(status.rejected)),
      ("ignored lines", StatusReport.sentence(status.ignored)),
    ] + dialects + status.refusedFiles.map { ("refused file", $0) }
  }

  /// Told where not every line is a native one.
  private var dialects: [(String, String)] {
    let isMixed = status.dialects.contains { $0.name != Dialect.native.rawValue }
    return isMixed ? [("lines by dialect", StatusReport.sentence(status.dialects))] : []
  }

  /// `31: bad-time 20, not-json 11`.
  private static func sentence(_ counts: [StoreStatus.Count]) -> String {
    guard !counts.isEmpty else { return "none" }
    let total = counts.reduce(0) { $0 + $1.lines }
    let shown = counts.prefix(8).map { "\($0.name.prefix(60)) \(grouped($0.lines))" }
    let rest = counts.count > 8 ? ", \(counts.count - 8) more names" : ""
    return "\(grouped(total)): " + shown.joined(separator: ", ") + rest
  }
}

extension RunRecord {
  fileprivate var sentence: String {
    let counts = [
      (accepted, "accepted"), (duplicate, "duplicate"), (ignored, "ignored"),
      (rejected, "rejected"),
    ].map { "\(grouped(Int64($0))) \($1)" }
    let result = hasFailed ? "FAILED, nothing kept; " : ""
    return "\(started.iso8601)  \(result)\(grouped(Int64(linesRead))) lines: "
      + counts.joined(separator: ", ")
  }
}

// MARK: - For programs

extension StatusReport {
  var json: JSONValue {
    .members([
      "database": .string(path), "bytes": bytes.map { .integer($0) } ?? .null,
      "schema": .integer(Store.schemaVersion), "events": .integer(status.events),
      "users": .integer(status.users), "customers": status.customers.map { .integer($0) } ?? .null,
      "first_event": .text(status.extent?.first.iso8601),
      "newest_event": .text(status.extent?.last.iso8601),
      "hours_since_newest": hoursSinceNewest.map { .integer($0) } ?? .null,
      "reported_day": .text(status.reportedDay?.description),
      "days_without_events": .integer(status.silentDays.count),
      "newest_day_without_events": .text(status.silentDays.newest?.description),
      "rejected": StatusReport.object(status.rejected),
      "ignored": StatusReport.object(status.ignored),
      "dialects": StatusReport.object(status.dialects),
      "refused_files": .array(status.refusedFiles.map { .string($0) }),
      "runs": .array(status.runs.map(\.json)),
      "reports": .array(
        status.reports.map { report in
          .members([
            "as_of": .string(report.asOf.description), "made": .string(report.made.iso8601),
            "result": .string(report.result),
          ])
        }),
    ])
  }

  private static func object(_ counts: [StoreStatus.Count]) -> JSONValue {
    .object(counts.map { JSONValue.Member($0.name, .integer($0.lines)) })
  }
}

extension RunRecord {
  var json: JSONValue {
    .members([
      "run": .integer(id), "started": .string(started.iso8601), "version": .string(version),
      "failed": .bool(hasFailed), "lines": .number(linesRead), "accepted": .number(accepted),
      "duplicate": .number(duplicate), "ignored": .number(ignored),
      "rejected": .number(rejected), "conflicts": .number(conflicts), "late": .number(late),
    ])
  }
}
