package import Metrics
package import Settings

/// One output of a run, or a family of them: a pure function of figures. It never opens a
/// database.
package protocol Report: Sendable {
  /// The file, or the pattern of the files, within the report's folder.
  var name: String { get }
  /// The form that a caller asks for it by; nil = it is written whatever is asked for.
  var form: ReportForm? { get }
  /// Whether it takes about as long as all others together, and so is written beside them.
  var isLong: Bool { get }
  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws
}

extension Report {
  package var form: ReportForm? { nil }
  package var isLong: Bool { false }
}

package enum ReportForm: String, CaseIterable, Sendable {
  case markdown, csv, xlsx, html
}

/// What a caller may choose.
package struct ReportOptions: Sendable, Equatable {
  package enum MarkdownCharts: String, Sendable, CaseIterable { case files, mermaid, none }

  package var csvDialect = CSVWriter.Dialect.plain
  package var markdownCharts = MarkdownCharts.files
  /// Which sections `details.md` has.
  package var details = DetailsScope.moved
  package var mode = ReportMode.masked

  package init() {}
}

extension [any Report] {
  /// Those of the forms that are asked for, and those that have none. No form = all of them.
  package func only(_ forms: Set<ReportForm>) -> [any Report] {
    filter { report in forms.isEmpty || report.form.map(forms.contains) ?? true }
  }
}

/// Everything that a run writes from figures, in the order in which it is written.
package let allReports: [any Report] = [
  SummaryMarkdown(),  // summary.md
  DetailsMarkdown(),  // details.md
  ChartFiles(),  // charts/mrr.svg, movements, conversion, funnel, retention, survival, revenue
  CSVFiles(),  // csv/<table>.csv
  DataDictionary(),  // csv/README.md, csv/schema.json
  WorkbookFile(),  // runrate.xlsx
  Page(),  // index.html
  RunFile(),  // run.json
]
