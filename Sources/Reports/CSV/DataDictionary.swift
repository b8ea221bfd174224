package import Metrics
import Values

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

  /// Questions, definitions, columns. `unproven`: hidden because a check failed.
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

      \(Self.list(ReportSchema.first))
      All others:

      \(Self.list(ReportSchema.others))
      ## Definitions


      """
    for entry in Glossary.terms { text += "- **\(entry.term)**: \(entry.meaning)\n" }
    for file in ReportSchema.all { text += section(file) }
    return text
  }

  private static func list(_ tables: [TableSchema]) -> String {
    "| Question | File |\n|---|---|\n"
      + tables.map { "| \($0.question) | [\($0.file)](\($0.file)) |\n" }.joined()
  }

  private func section(_ file: TableSchema) -> String {
    var text =
      "\n## \(file.name).csv\n\n\(file.meaning)\n\n| column | type | meaning |\n|---|---|---|\n"
    for column in file.columns {
      text += "| `\(column.name)` | \(column.kind.spelling) | \(column.meaning) |\n"
    }
    return text
  }

  /// A Data Package with Table Schemas (https://specs.frictionlessdata.io), and units.
  func json(_ currency: String) -> String {
    JSONValue.members([
      "profile": .string("tabular-data-package"), "name": .string("runrate"),
      "resources": .array(ReportSchema.all.map { resource($0, currency) }),
    ]).page
  }

  private func resource(_ file: TableSchema, _ currency: String) -> JSONValue {
    let keys = file.keys.filter { $0.role != .label }
    return .members([
      "name": .string(file.name), "path": .string("\(file.name).csv"),
      "profile": .string("tabular-data-resource"), "encoding": .string("utf-8"),
      "description": .string(file.meaning),
      "schema": .members([
        "fields": .array(file.columns.map { .onOneLine(field($0, file, currency)) }),
        "primaryKey": keys.isEmpty
          ? nil : .onOneLine(.array(keys.map { .string($0.name) })),
        "missingValues": .onOneLine(.array([.string("")])),
      ]),
    ])
  }

  private func field(_ column: Table.Column, _ file: TableSchema, _ currency: String) -> JSONValue {
    let isFlag = column.kind == .flag
    return .members([
      "name": .string(column.name), "type": .string(column.kind.fieldType),
      "description": .string(column.meaning), "kind": .string(column.kind.rawValue),
      "unit": .string(column.unit(currency)),
      "role": .string(file.isKey(column) ? "key" : "figure"),
      "additivity": .string(file.additivity(of: column)),
      "trueValues": isFlag ? .array([.string("1")]) : nil,
      "falseValues": isFlag ? .array([.string("0")]) : nil,
    ])
  }
}

extension Table.Kind {
  /// As Table Schema calls it.
  fileprivate var fieldType: String {
    switch self {
    case .text, .period: "string"
    case .count: "integer"
    case .money, .rate, .number: "number"
    case .day: "date"
    case .month: "yearmonth"
    case .flag: "boolean"
    }
  }

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
  package func unit(_ currency: String) -> String {
    switch kind {
    case .money: UntrustedText.cleaned(currency, limit: 3).filter { $0.isLetter }
    case .rate: "fraction"
    case .count, .number: unit?.rawValue ?? (kind == .count ? "count" : "")
    case .text, .day, .month, .period, .flag: ""
    }
  }
}
