/// `runrate report`: FOLD → SUM → WRITE → JUDGE, without reading anything new.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "report", abstract: "Write the report from what the database holds",
    options: OptionDeclaration.reporting,
    examples: [
      Example(
        line: "runrate report --format csv --csv-dialect excel",
        purpose: "the tables only, for a spreadsheet"),
      Example(line: "runrate report --as-of 2026-06-30", purpose: "the report of a past day"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    try demandDatabase(options)
    return try Session(options, console).report()
  }
}
