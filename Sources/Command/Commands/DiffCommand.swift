import Foundation
import Metrics
import Reports
import Values

/// `runrate diff`: what two published reports say otherwise.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "diff", abstract: "Compare two published reports, cell by cell",
    arguments: ArgumentsDeclaration(
      name: "RUN", usage: "RUN RUN", count: 2...2,
      help: "The day of a report, latest, or a report's folder", takesPath: true),
    examples: [
      Example(
        line: "runrate diff 2026-06-29 latest", purpose: "which past figures have changed"),
      Example(line: "runrate diff old/2026-06-30 2026-06-30 --format csv", purpose: "every cell"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let folders = try options.arguments.map { try csvFolder(of: $0, options) }
    let difference = try during("comparing the reports") {
      try ReportDifference(
        before: { try csv($0, in: folders[0]) }, after: { try csv($0, in: folders[1]) })
    }
    let headlines = try during("comparing the headlines") { try headlineChanges(of: folders) }
    let answer = DifferenceText(
      difference: difference, headlines: headlines, names: options.arguments)
    try console.write(try answer.printed(options))
    return .allWell
  }
}

/// The folder of CSV files of a report, which is named by its day, as `latest`, or as a folder.
private func csvFolder(of report: String, _ options: Options) throws -> String {
  let candidates = ["\(options.reports)/\(report)/csv", "\(report)/csv"]
  let found = candidates.first { FileManager.default.fileExists(atPath: $0) }
  guard let found else {
    throw Failure(
      "there is no report \"\(report)\" in \(options.reports)",
      hint: "name a day that has a folder there, latest, or a folder", exit: .noInput)
  }
  return found
}

/// Empty where a report has no days.
private func headlineChanges(of folders: [String]) throws -> [DifferenceText.Headline] {
  let reports = try folders.map { folder in
    let report = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    let run = try PublishedRun.read(in: report)
    return try PublishedFigures(
      currency: run?.currency ?? "", trialGraceDays: run?.trialGraceDays
    ) { try csv($0, in: folder) }
  }
  guard let before = reports[0], let after = reports[1] else { return [] }
  return PublishedFigures.headlines(before, after)
}

private func csv(_ name: String, in folder: String) throws -> [UInt8]? {
  let path = "\(folder)/\(name).csv"
  guard FileManager.default.fileExists(atPath: path) else { return nil }
  return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}
