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
