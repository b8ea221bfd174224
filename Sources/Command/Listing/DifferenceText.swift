import Metrics
import Reports
import Values

/// The difference of two reports, for people and for programs.
struct DifferenceText {
  typealias Headline = (name: String, before: String, after: String, change: String)

  let difference: ReportDifference
  /// The figures of the headline in both.
  let headlines: [Headline]
  /// What the two reports were called.
  let names: [String]

  func printed(_ options: Options) throws -> String {
    switch try options.answerForm() {
    case .text: text
    case .json: json.page
    case .csv: csv
    }
  }

  private static let shown = 40

  private var text: String {
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

  private var csv: String {
    "file,row,column,before,after\n"
      + difference.cells.map { cell in
        [cell.file, cell.row.joined(separator: " "), cell.column, cell.before, cell.after]
          .map(CSVWriter.quotedField).joined(separator: ",") + "\n"
      }.joined()
  }

  private var json: JSONValue {
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
