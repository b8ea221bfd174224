import Metrics
import Values

/// `runrate report`: FOLD → SUM → WRITE → JUDGE, without reading anything new.
///
/// A segment's report is not for sharing: beside the report of everything, or of another segment,
/// its figures would tell those that either hides.
struct ReportCommand: ParsableCommand {
  /// The segment that alone the report is of; nil: everything.
  var part: ReportPart?
  /// Two stretches of days to set beside one another, instead of a report.
  var from: Day?
  var to: Day?
  var compare: ClosedRange<Day>?

  static let configuration = CommandConfiguration(
    name: "report", abstract: "Write the report from what the database holds",
    options: [
      ReportPart.option(into: \Self.part),
      .day(
        "--from", default: "a report", help: "Print these days beside others, from this one on",
        into: \Self.from),
      .day("--to", default: "the as-of day", help: "The last of these days", into: \Self.to),
      OptionDeclaration(
        "--compare", "FIRST..LAST", default: "as long before", help: "The days they are set beside",
        expected: "two dates, such as 2026-05-01..2026-05-31", into: \Self.compare),
    ] + OptionDeclaration.reporting,
    examples: [
      Example(
        line: "runrate report --format csv --csv-dialect excel",
        purpose: "the tables only, for a spreadsheet"),
      Example(line: "runrate report --as-of 2026-06-30", purpose: "the report of a past day"),
      Example(
        line: "runrate report --where country=DE",
        purpose: "a report of one country by itself, in reports/country=DE"),
      Example(
        line: "runrate report --from 2026-06-01 --to 2026-06-30 > june.md",
        purpose: "June against May: figures, what changed and why"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    if part != nil, options.isShared { throw Failure.conflict("--where", "--share") }
    try requireWholeReport(options)
    try requireDatabase(options)
    if from != nil || to != nil || compare != nil { return try comparison(options, console) }
    let session = try Session(options, console)
    return try part.map(session.report(of:)) ?? session.report()
  }

  /// `--metrics` tells of a report of everything.
  private func requireWholeReport(_ options: Options) throws {
    guard options.metrics != nil else { return }
    if part != nil { throw Failure.conflict("--where", "--metrics") }
    if from != nil { throw Failure.conflict("--from", "--metrics") }
  }

  private func comparison(_ options: Options, _ console: Console) throws -> ExitCode {
    guard let from else {
      throw Failure.missing(
        oneOf: ["--from DAY"], why: "the first of the days to be compared")
    }
    if part != nil { throw Failure.conflict("--where", "--from") }
    if options.writesJSON { throw Failure.conflict("--from", "--json") }
    var options = options
    if let to { options.asOf = .day(to) }
    let session = try Session(options, console)
    let last = try to ?? session.reportDay().asOf
    guard from <= last else { throw Failure.daysReversed(from: from, to: last) }
    try console.write(session.comparison(ChangeSpans(now: from...last, before: compare)))
    return .allWell
  }
}
