import Metrics
import Settings

/// `details.md`: sections of the report as tables and pictures, for reading in text: those that
/// tell something today, or all.
struct DetailsMarkdown: Report {
  static let file = "details.md"
  let name = file
  let form: ReportForm? = .markdown
  var charts = ReportOptions.MarkdownCharts.files
  var scope = DetailsScope.moved

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let details = DetailsMarkdown(charts: options.markdownCharts, scope: options.details)
    try folder.write(Array(details.text(figures).utf8), to: name)
  }

  func text(_ figures: Figures) -> String {
    let (shown, others) = sections(figures)
    let empty = ReportSection.leftOut(
      ReportSection.all.filter { section in
        section.hasRows && !(shown + others).contains { $0.section.id == section.id }
      })
    let parts =
      [MarkdownHead.text(figures, "Details of subscriptions"), "[Summary](summary.md)\n"]
      + shown.map(\.text)
      + [empty, Self.leftOut(others.map(\.section))].filter { !$0.isEmpty }.map { "*\($0)*\n" }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The sections with something to show: those that are shown, and those that are left out.
  func sections(_ figures: Figures) -> (
    shown: [(section: ReportSection, text: String)],
    others: [(section: ReportSection, text: String)]
  ) {
    let all = ReportSection.all.map { (section: $0, text: $0.markdown(figures, charts)) }
      .filter { !$0.text.isEmpty }
    guard scope == .moved else { return (all, []) }
    let relevance = SectionRelevance(figures)
    return (
      all.filter { relevance.holds(for: $0.section) },
      all.filter { !relevance.holds(for: $0.section) }
    )
  }

  /// What there is besides, and how to get it.
  private static func leftOut(_ sections: [ReportSection]) -> String {
    sections.isEmpty
      ? ""
      : "Left out, because nothing in them moved, fires or is asked for: "
        + "\(sections.map(\.title).joined(separator: ", ")). index.html has them, and details.md "
        + "after `runrate report --details all`."
  }
}
