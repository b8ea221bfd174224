import Metrics
import Values

/// `summary.md`: what a head of product reads with coffee: the first screen, with links to the
/// details.
struct SummaryMarkdown: Report {
  let name = "summary.md"
  let form: ReportForm? = .markdown

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.write(Array(text(figures).utf8), to: name)
  }

  func text(_ figures: Figures) -> String {
    let parts = [
      MarkdownHead.text(figures, "Subscriptions"), FirstScreen(figures).markdown(figures),
      refusals(figures), sections(figures), links(figures),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static let shownRefusals = 5

  /// Files that are missing from the figures.
  private func refusals(_ figures: Figures) -> String {
    figures.inputRemarks.filter(\.isBad).prefix(Self.shownRefusals)
      .map { "- **\(UntrustedText.markdown($0.text, limit: 300))**\n" }.joined()
  }

  /// What `details.md` has, a link each.
  private func sections(_ figures: Figures) -> String {
    let links = ReportSection.all.filter { !$0.markdown(figures, .none).isEmpty }.map {
      "[\($0.title)](\(DetailsMarkdown.file)#\($0.anchor))"
    }
    return links.isEmpty ? "" : "**Details:** \(links.joined(separator: " · "))\n"
  }

  private func links(_ figures: Figures) -> String {
    """
    ---

    Where a figure comes from: `runrate explain daily.mrr --on \(figures.asOf)`

    [Definitions and columns](csv/README.md) · [Workbook](runrate.xlsx) · [Page](index.html) · \
    made by Runrate \(UntrustedText.markdown(figures.version)), configuration \
    \(UntrustedText.markdown(figures.configurationHash))

    """
  }
}
