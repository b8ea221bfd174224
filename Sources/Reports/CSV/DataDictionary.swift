import Metrics

/// What every file and column means, made from the declarations that the files are made from:
/// for people (`csv/README.md`) and for programs (`csv/schema.json`).
struct DataDictionary: Report {
  let name = "csv/README.md, csv/schema.json"
  let form: ReportForm? = .csv

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.write(
      Array(markdown(figures.currency, figures.unprovenSentences).utf8), to: "csv/README.md")
    try folder.write(Array(json(figures.currency).utf8), to: "csv/schema.json")
  }

  /// Which file answers what, then definitions, then every file with its columns.
  /// `unproven`: what is not shown because a check failed.
  func markdown(_ currency: String, _ unproven: [String]? = nil) -> String {
    let warning = unproven.map {
      "> **\(UntrustedText.markdown($0.joined(separator: " "), limit: 2000))**\n\n"
    }
    var text = """
      # Definitions, and the columns of the files

      \(warning ?? "")\
      Rows and columns are in a fixed order. Dates are ISO 8601 in the reporting time zone; \
      amounts are in \(UntrustedText.markdown(currency)); an empty cell is unknown, never 0. The row \
      of the total has `all,all` as its segment.

      ## Files by question

      What people open first:

      \(Self.list(TableQuestion.first))
      All others:

      \(Self.list(TableQuestion.others))
      ## Definitions


      """
    for entry in Glossary.terms { text += "- **\(entry.term)**: \(entry.meaning)\n" }
    for file in ReportSchema.all { text += section(file) }
    return text
  }

  private static func list(_ questions: [TableQuestion]) -> String {
    "| Question | File |\n|---|---|\n"
      + questions.map { "| \($0.text) | [\($0.file)](\($0.file)) |\n" }.joined()
  }

  private func section(_ file: TableSchema) -> String {
    var text =
      "\n## \(file.name).csv\n\n\(file.meaning)\n\n| column | type | meaning |\n|---|---|---|\n"
    for column in file.columns {
      text += "| `\(column.name)` | \(column.kind.spelling) | \(column.meaning) |\n"
    }
    return text
  }

  /// Declarations are plain sentences without quotes or backslashes; a test says so.
  func json(_ currency: String) -> String {
    let files = ReportSchema.all.map { file in
      let columns = file.columns.map { column in
        "        {\"name\": \"\(column.name)\", \"type\": \"\(column.kind.rawValue)\", "
          + "\"unit\": \"\(column.unit(currency))\", \"meaning\": \"\(column.meaning)\"}"
      }
      return """
            {
              "file": "\(file.name).csv",
              "meaning": "\(file.meaning)",
              "columns": [
        \(columns.joined(separator: ",\n"))
              ]
            }
        """
    }
    return "{\n  \"tables\": [\n\(files.joined(separator: ",\n"))\n  ]\n}\n"
  }
}

extension Table.Kind {
  /// How a cell is written, in words.
  fileprivate var spelling: String {
    switch self {
    case .text: "text"
    case .count: "whole number"
    case .money: "amount, 2 decimals"
    case .rate: "fraction, 6 decimals"
    case .number: "number, 6 decimals"
    case .day: "YYYY-MM-DD"
    case .month: "YYYY-MM"
    case .period: "YYYY-MM-DD or YYYY-MM"
    case .flag: "1 or 0"
    }
  }

}

extension Table.Column {
  /// Of what a number is so many; empty for what is none, or says it in its meaning.
  fileprivate func unit(_ currency: String) -> String {
    switch kind {
    case .money: UntrustedText.cleaned(currency, limit: 3).filter { $0.isLetter }
    case .rate: "fraction"
    case .count, .number: unit?.rawValue ?? (kind == .count ? "count" : "")
    case .text, .day, .month, .period, .flag: ""
    }
  }
}
