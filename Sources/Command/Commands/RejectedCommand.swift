import Reports
import Store
import Values

/// `runrate rejected`: every rejected line with its place and reason, as NDJSON or CSV.
func rejected(_ options: Options, _ console: Console) throws -> ExitCode {
  let store = try during("opening the database") { try Store(reading: options.database) }
  let form = try RejectedForm(options)
  var lines = OutputLines(console)
  if form == .csv { try lines.add(RejectedLine.csvHeader) }
  try store.forEachRejectedLine { line in
    try lines.add(form == .csv ? line.csv : line.json.line)
  }
  try lines.flush()
  return .allWell
}

/// How rejected lines are printed.
private enum RejectedForm {
  case ndjson, csv

  init(_ options: Options) throws {
    switch options.formats {
    case []: self = .ndjson
    case [.csv] where !options.writesJSON: self = .csv
    default:
      throw UsageFailure(
        error: .unfitValue(option: "--format", expected: "csv, without --json"),
        command: .rejected)
    }
  }
}
