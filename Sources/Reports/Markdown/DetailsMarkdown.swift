import Metrics

/// `details.md`: every section of the report as tables and pictures, for reading in text.
struct DetailsMarkdown: Report {
  static let file = "details.md"
  let name = file
  let form: ReportForm? = .markdown
  var charts = ReportOptions.MarkdownCharts.files

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let text = DetailsMarkdown(charts: options.markdownCharts).text(figures)
    try folder.write(Array(text.utf8), to: name)
  }

  func text(_ figures: Figures) -> String {
    let sections = ReportSection.all.map { (section: $0, text: $0.markdown(figures, charts)) }
    let leftOut = ReportSection.leftOut(
      sections.filter { $0.text.isEmpty && $0.section.hasRows }.map(\.section))
    let parts =
      [MarkdownHead.text(figures, "Details of subscriptions"), "[Summary](summary.md)\n"]
      + sections.map(\.text) + [leftOut.isEmpty ? "" : "*\(leftOut)*\n"]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
