import Metrics
import Settings
import Values

/// `summary.md`: the first screen, with links to the details.
struct SummaryMarkdown: Report {
  let name = "summary.md"
  let form: ReportForm? = .markdown

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.write(Array(text(figures, options.details).utf8), to: name)
  }

  func text(_ figures: Figures, _ details: DetailsScope = .moved) -> String {
    let parts = [
      MarkdownHead.text(figures, "Subscriptions"), FirstScreen(figures).markdown(figures),
      refusals(figures), sections(figures, details), files(figures), links(figures),
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
  private func sections(_ figures: Figures, _ details: DetailsScope) -> String {
    let shown = DetailsMarkdown(charts: .none, scope: details).sections(figures).shown
    let links = shown.map { section, _ in
      "[\(section.title)](\(DetailsMarkdown.file)#\(section.anchor))"
    }
    return links.isEmpty ? "" : "**Details:** \(links.joined(separator: " · "))\n"
  }

  /// The files that people open first, where there is something in them.
  private func files(_ figures: Figures) -> String {
    let links = ReportSchema.first.filter { !figures.table($0.name).rows.isEmpty }.map {
      "[\($0.question)](csv/\($0.file))"
    }
    return links.isEmpty
      ? "" : "**Files:** \(links.joined(separator: " · ")) · [all others](csv/README.md)\n"
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

/// What `summary.md` and `details.md` begin with.
enum MarkdownHead {
  /// Title and notices. `isOfDay`: the title ends with the as-of day.
  static func text(_ figures: Figures, _ title: String, isOfDay: Bool = true) -> String {
    let year = padded(figures.asOf.civil.year, 4)
    let day = isOfDay ? " on \(DisplayFormat.dayName(figures.asOf)) \(year)" : ""
    return """
      # \(figures.mark)\(title)\(day)\
      \(UntrustedText.markdown(figures.segmentMark, limit: 120))

      \(figures.staleSentence.map { "> **\(UntrustedText.markdown($0, limit: 240))**\n\n" } ?? "")\
      \(UntrustedText.markdown(figures.provenance, limit: 240))
      \(banner(figures))
      """
  }

  private static func banner(_ figures: Figures) -> String {
    figures.notices.map { sentences in
      let texts = sentences.map { UntrustedText.markdown($0, limit: 400) }
      return "\n> " + (["**\(texts[0])**"] + texts.dropFirst()).joined(separator: " ") + "\n"
    }.joined()
  }
}

/// The first screen as `summary.md` shows it.
extension FirstScreen {
  private static let shownAlerts = 5

  func markdown(_ figures: Figures) -> String {
    let cards = figures.rows(of: Daily.self).isEmpty ? "Nothing to report yet.\n" : ""
    let parts = [
      finding.map { "**\(UntrustedText.markdown($0, limit: 300))**\n" } ?? "",
      figures.headlineTable.markdown, cards, why(figures), decide, alertList(figures),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func why(_ figures: Figures) -> String {
    guard let reasons else { return "" }
    return "**\(reasons.title)**: \(UntrustedText.markdown(reasons.text(figures), limit: 400)).\n"
  }

  private var decide: String {
    guard !decisions.isEmpty else { return "" }
    return "**Decide**\n\n"
      + decisions.enumerated().map {
        "\($0 + 1). \(UntrustedText.markdown($1.text, limit: 300))\n"
      }.joined()
  }

  private func alertList(_ figures: Figures) -> String {
    guard !figures.alerts.isEmpty else { return "" }
    let lines = alerts.prefix(Self.shownAlerts).map { item($0.names, $0.line, figures) }
    let rest = alerts.count - lines.count
    let more = rest > 0 ? ["- \(rest) more in [alerts.md](alerts.md)\n"] : []
    return "**Alerts**: \(figures.alertSentence)\n"
      + (lines.isEmpty ? "" : "\n" + (lines + more).joined())
  }

  private func item(_ names: [String], _ alert: AlertLine, _ figures: Figures) -> String {
    let title = Self.title(alert, names.joined(separator: ", "), figures)
    let brief = UntrustedText.markdown(alert.short, limit: 400)
    let todo = alert.runbook.map { " \(Runbook(text: $0).markdown)" } ?? ""
    return "- **\(UntrustedText.markdown(title, limit: 300))**: \(brief)"
      + "\(alert.state == .recovering ? "" : todo)\n"
  }
}
