/// `runrate report`: FOLD → SUM → WRITE → JUDGE, without reading anything new.
///
/// A segment's report is not for sharing: beside the report of everything, or of another segment, its
/// figures would tell those that either hides.
struct ReportCommand: ParsableCommand {
  /// The segment that alone the report is of; nil: everything.
  var part: ReportPart?

  static let configuration = CommandConfiguration(
    name: "report", abstract: "Write the report from what the database holds",
    options: [ReportPart.option(into: \Self.part)] + OptionDeclaration.reporting,
    examples: [
      Example(
        line: "runrate report --format csv --csv-dialect excel",
        purpose: "the tables only, for a spreadsheet"),
      Example(line: "runrate report --as-of 2026-06-30", purpose: "the report of a past day"),
      Example(
        line: "runrate report --where country=DE",
        purpose: "a report of one country by itself, in reports/country=DE"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    if part != nil, options.isShared { throw UsageError.conflict("--where", "--share") }
    try demandDatabase(options)
    let session = try Session(options, console)
    return try part.map(session.report(of:)) ?? session.report()
  }
}
