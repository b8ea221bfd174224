import Feed
import Reports
import Store
import Values

/// `runrate rejected`: every rejected line with its place and reason, as NDJSON or CSV.
struct RejectedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "rejected", abstract: "Print the rejected lines with file, line, reason and text",
    examples: [
      Example(line: "runrate rejected > rejected.ndjson", purpose: "one JSON object a line"),
      Example(
        line: "runrate rejected --format csv > rejected.csv", purpose: "a table to look through"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let store = try options.openCopy(console)
    let form = try options.answerForm()
    var lines = OutputLines(console)
    if form == .csv { try lines.add(RejectedLine.csvHeader) }
    var badTimes = 0
    try store.forEachRejectedLine { line in
      try lines.add(form == .csv ? line.csv : line.json.line)
      if line.reason == Reject.Reason.badTime.rawValue { badTimes += 1 }
    }
    try lines.flush()
    TimeForms.warning(of: badTimes).map(console.note)
    return .allWell
  }
}
