import Metrics
import Values

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
