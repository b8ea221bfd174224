/// `runrate report`: FOLD → SUM → WRITE → JUDGE, without reading anything new.
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
    try demandDatabase(options)
    let session = try Session(options, console)
    return try part.map(session.report(of:)) ?? session.report()
  }
}
