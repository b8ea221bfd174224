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
    try console.write(options.printed(text: answer.text, json: answer.json, csv: answer.csv))
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

/// The difference of two reports, for people and for programs.
struct DifferenceText {
  typealias Headline = (name: String, before: String, after: String, change: String)

  let difference: ReportDifference
  /// The figures of the headline in both.
  let headlines: [Headline]
  /// What the two reports were called.
  let names: [String]

  private static let shown = 40

  fileprivate var text: String {
    let differing = difference.files.filter { $0.changedRows + $0.onlyBefore + $0.onlyAfter > 0 }
    guard !differing.isEmpty else { return "\(names[0]) and \(names[1]) say the same\n" }
    let files = TextColumns.text(
      [["file", "equal", "changed", "only \(names[0])", "only \(names[1])"]]
        + differing.map {
          [
            $0.name, "\($0.equalRows)", "\($0.changedRows)", "\($0.onlyBefore)", "\($0.onlyAfter)",
          ]
        }, left: [0])
    return lead + files + changes
  }

  private var lead: String {
    guard !headlines.isEmpty else { return "" }
    return TextColumns.text(
      [["headline", names[0], names[1], "change"]]
        + headlines.map { [$0.name, $0.before, $0.after, $0.change] }, left: [0]) + "\n"
  }

  private var changes: String {
    guard !difference.cells.isEmpty else { return "\nNo row that both have has changed.\n" }
    let cells = difference.cells.prefix(Self.shown)
    let more = difference.cells.count - cells.count
    let rest = more > 0 ? "… and \(grouped(Int64(more))) more: --format csv shows them all\n" : ""
    let table = TextColumns.text(
      [["changed", names[0], names[1]]]
        + cells.map { cell in
          let row = cell.row.map { UntrustedText.cleaned($0, limit: 30) }.joined(separator: " ")
          return ["\(cell.file).\(cell.column) \(row)", shown(cell.before), shown(cell.after)]
        }, left: [0])
    return "\n" + table + rest
  }

  private func shown(_ text: String) -> String {
    text.isEmpty ? "(empty)" : UntrustedText.cleaned(text, limit: 40)
  }

  fileprivate var csv: String {
    "file,row,column,before,after\n"
      + difference.cells.map { cell in
        [cell.file, cell.row.joined(separator: " "), cell.column, cell.before, cell.after]
          .map(CSVWriter.quotedField).joined(separator: ",") + "\n"
      }.joined()
  }

  fileprivate var json: JSONValue {
    .members([
      "before": .string(names[0]), "after": .string(names[1]),
      "headline": .array(
        headlines.map {
          .members([
            "figure": .string($0.name), "before": .string($0.before), "after": .string($0.after),
            "change": .string($0.change),
          ])
        }),
      "files": .array(
        difference.files.map {
          .members([
            "file": .string($0.name), "equal": .number($0.equalRows),
            "changed": .number($0.changedRows), "only_before": .number($0.onlyBefore),
            "only_after": .number($0.onlyAfter),
          ])
        }),
      "changes": .array(
        difference.cells.map {
          .members([
            "file": .string($0.file), "row": .array($0.row.map { .string($0) }),
            "column": .string($0.column), "before": .string($0.before),
            "after": .string($0.after),
          ])
        }),
    ])
  }
}
