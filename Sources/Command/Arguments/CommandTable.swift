extension CommandDeclaration {
  /// All commands, in the order of the help. A new one needs a name in ``CommandName``, a line
  /// here and a case in `Dispatch.swift`.
  package static let all: [CommandDeclaration] = CommandName.allCases.map(declaration)

  /// The declaration of a command.
  package static func declaration(of name: CommandName) -> CommandDeclaration {
    switch name {
    case .run: run
    case .ingest: ingest
    case .report: report
    case .check: check
    case .ack: ack
    case .backtest: backtest
    case .status: status
    case .rejected: rejected
    case .events: events
    case .purge: purge
    case .simulate: simulate
    case .explain: explain
    case .customer: customer
    case .diff: diff
    case .backup: backup
    case .print: print
    }
  }

  private static let run = CommandDeclaration(
    name: .run, summary: "Read new log lines, write the report and judge the alerts",
    arguments: logs(isRequired: false),
    options: [.dialect, .csvDialect, .charts, .reportMode, .share],
    examples: [
      Example(line: "runrate run /var/log/app", purpose: "the nightly job"),
      Example(
        line: "zcat app.ndjson.gz | runrate run --as-of newest -",
        purpose: "a log from standard input, reported up to its newest day"),
      Example(line: "runrate run --as-of 2026-06-30", purpose: "the report of a past day"),
    ])

  private static let ingest = CommandDeclaration(
    name: .ingest, summary: "Read log lines into the database, and nothing else",
    arguments: logs(isRequired: true), options: [.again, .dialect],
    examples: [
      Example(line: "runrate ingest logs/", purpose: "every log in a folder, in order of name"),
      Example(
        line: "runrate ingest --again logs/", purpose: "once more, after a change of eventNames"),
    ])

  private static let report = CommandDeclaration(
    name: .report, summary: "Write the report from what the database holds",
    arguments: nil, options: [.csvDialect, .charts, .reportMode, .share],
    examples: [
      Example(
        line: "runrate report --format csv --csv-dialect excel",
        purpose: "the tables only, for a spreadsheet"),
      Example(line: "runrate report --as-of 2026-06-30", purpose: "the report of a past day"),
    ])

  private static let check = CommandDeclaration(
    name: .check, summary: "Judge the alerts; answers 0, 1, 2 or 3 as monitoring systems expect",
    arguments: nil, options: [.dryRun],
    examples: [
      Example(line: "runrate check --quiet || echo \"exit $?\"", purpose: "the worst state alone"),
      Example(
        line: "runrate check --dry-run --as-of 2026-06-30",
        purpose: "what every rule would have said of a past day"),
    ])

  private static let status = CommandDeclaration(
    name: .status, summary: "Show what the database holds, how fresh it is and what was rejected",
    arguments: nil, options: [],
    examples: [Example(line: "runrate status --json", purpose: "for another program")])

  private static let rejected = CommandDeclaration(
    name: .rejected, summary: "Print the rejected lines with file, line, reason and text",
    arguments: nil, options: [],
    examples: [
      Example(line: "runrate rejected > rejected.ndjson", purpose: "one JSON object a line"),
      Example(
        line: "runrate rejected --format csv > rejected.csv", purpose: "a table to look through"),
    ])

  private static let events = CommandDeclaration(
    name: .events, summary: "Print the accepted events as NDJSON, under their canonical names",
    arguments: nil, options: [.customer],
    examples: [
      Example(line: "runrate events --customer ann@example.com", purpose: "what one person did"),
      Example(line: "runrate events > all.ndjson", purpose: "a log with everything in it"),
    ])

  private static let purge = CommandDeclaration(
    name: .purge, summary: "Forget who people are; what was paid and when stays under a random id",
    arguments: nil, options: [.purgedCustomer, .purgedBefore],
    examples: [
      Example(
        line: "runrate purge --customer ann@example.com", purpose: "one person asks to be forgotten"
      ),
      Example(
        line: "runrate purge --before 2024-01-01", purpose: "everybody who left before that day"),
    ])

  private static let simulate = CommandDeclaration(
    name: .simulate, summary: "Write a seeded, realistic log of any size",
    arguments: nil, options: OptionDeclaration.simulation,
    examples: [
      Example(
        line: "runrate simulate --events 1000 --output try", purpose: "a log and its configuration"),
      Example(
        line: "runrate simulate --seed 7 --incident paywall", purpose: "to see an alert fire"),
    ])

  private static func logs(isRequired: Bool) -> ArgumentsDeclaration {
    ArgumentsDeclaration(
      name: "LOGS", usage: isRequired ? "LOGS…" : "[LOGS…]", count: (isRequired ? 1 : 0)...Int.max,
      help: "Files or folders (.ndjson .jsonl .json, also .gz or .zst), or - for standard input")
  }
}
