import Metrics

extension Digest {
  /// `digest.md`: for chats, wikis and pull requests.
  package var markdown: String {
    var parts = ["# \(plain(title))\n"] + notices.map { "> **\(plain($0))**\n" }
    parts.append("## Figures\n\n" + markdownTable)
    parts.append(list("What happened", changes.map(plain)))
    parts.append(list("Decide", decisions.map(plain)))
    parts.append(list("Alerts", [plain(alertSentence)] + alerts.map(item)))
    if let link { parts.append("[The whole report](<\(link)>)\n") }
    parts.append(plain(provenance) + "\n")
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var markdownTable: String {
    let head =
      "| | \(plain(span)) | \(plain(comparison)) | Change |\n| --- | ---: | ---: | ---: |\n"
    return head
      + keyFigures.map {
        "| \(plain($0.name)) | \(plain($0.now)) | \(plain($0.before)) | \(plain($0.change)) |\n"
      }.joined()
  }

  private func item(_ alert: Alert) -> String {
    let todo = alert.runbook.map { " \($0.markdown)" } ?? ""
    return "**\(plain(alert.title))**: \(plain(alert.text))\(todo)"
  }

  private func list(_ heading: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    return "## \(heading)\n\n" + items.map { "- \($0)\n" }.joined()
  }

  private func plain(_ text: String) -> String { UntrustedText.markdown(text, limit: 2_000) }
}
