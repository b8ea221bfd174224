import Metrics
import Settings

/// `details.md`: sections that tell something today, or all.
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

/// A section as `details.md` shows it: remarks and tables in short, then the pictures.
extension ReportSection {
  /// Empty where there are no rows: a picture of nothing says nothing.
  func markdown(_ figures: Figures, _ charts: ReportOptions.MarkdownCharts) -> String {
    let texts = parts.map { (part: $0, text: $0.markdown(figures)) }.filter { !$0.text.isEmpty }
    guard texts.contains(where: \.part.makesSection) else { return "" }
    let pictures = parts.map { $0.picture(figures, charts) }.filter { !$0.isEmpty }
    let found = finding(figures).map { "**\(UntrustedText.markdown($0, limit: 200))**\n" }
    return (["## \(title)\n"] + [found].compactMap(\.self) + texts.map(\.text) + pictures)
      .joined(separator: "\n")
  }
}

extension ReportSection.Part {
  fileprivate func markdown(_ figures: Figures) -> String {
    switch self {
    case .exhibit(let exhibit): exhibit.table?(figures, 6).markdown ?? ""
    case .tables(let tables): tables.markdown(figures)
    case .remarks(_, let make): make(figures).map(\.markdown).joined(separator: "\n")
    case .terms: ""
    }
  }

  fileprivate func picture(
    _ figures: Figures, _ charts: ReportOptions.MarkdownCharts
  ) -> String {
    guard case .exhibit(let exhibit) = self, exhibit.isFile, !exhibit.chart(figures).isEmpty else {
      return ""
    }
    switch charts {
    case .none: return ""
    case .files:
      let title = UntrustedText.markdown(exhibit.chart(figures).title, limit: 120)
      return "![\(title)](charts/\(exhibit.name).svg)\n"
    case .mermaid: return Mermaid.chart(exhibit.name, figures)
    }
  }
}

extension ReportSection.Remark {
  fileprivate var markdown: String {
    let bold = lead.isEmpty ? "" : "**\(UntrustedText.markdown(lead, limit: 160))** "
    let mark = isBad || !lead.isEmpty ? "- " : ""
    return "\(mark)\(bold)\(UntrustedText.markdown(text, limit: 500))\n"
  }
}

extension Tables {
  /// Under their caption; those that the page folds away have their name in their header.
  fileprivate func markdown(_ figures: Figures) -> String {
    let tables = make(figures, lengths.summary).map(\.markdown).filter { !$0.isEmpty }
    let title = isFolded || tables.isEmpty ? [] : ["*\(caption)*\n"]
    return (title + tables).joined(separator: "\n")
  }
}
