package import Metrics
package import Settings

extension Digest {
  /// `digest.txt`: for mail without markup and for terminals, 78 columns wide.
  package var text: String {
    var parts = [title.uppercased() + "\n" + String(repeating: "=", count: min(title.count, 78))]
    parts += notices.map { paragraph("! " + $0) }
    parts.append("FIGURES\n" + textTable)
    parts.append(textList("WHAT HAPPENED", changes))
    parts.append(textList("DECIDE", decisions))
    parts.append(textList("ALERTS", [alertSentence] + alerts.map(line)))
    if let link { parts.append("The whole report: \(link)") }
    parts.append(paragraph(provenance))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func line(_ alert: Alert) -> String {
    let todo = alert.runbook.map { " What to do: \($0.text)" } ?? ""
    return "\(alert.title): \(alert.text)\(todo)"
  }

  /// Names, values and changes in columns; numbers end at the same place.
  private var textTable: String {
    let rows =
      [("", "", "before", "change")] + keyFigures.map { ($0.name, $0.now, $0.before, $0.change) }
    let widths = [
      rows.map(\.0.count), rows.map(\.1.count), rows.map(\.2.count), rows.map(\.3.count),
    ].map { $0.max() ?? 0 }
    func right(_ text: String, _ column: Int) -> String {
      String(repeating: " ", count: widths[column] - text.count) + text
    }
    let lines = rows.map { name, now, before, change in
      let gap = String(repeating: " ", count: widths[0] - name.count)
      return "\(name)\(gap)  \(right(now, 1))  \(right(before, 2))  \(right(change, 3))"
    }
    return "Compared with \(comparison):\n" + lines.joined(separator: "\n")
  }

  private func textList(_ heading: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    return ([heading] + items.map { paragraph("- " + $0, indent: "  ") }).joined(separator: "\n")
  }

  private func paragraph(_ text: String, indent: String = "") -> String {
    UntrustedText.cleaned(text, limit: 2_000).wrapped(limit: 76).joined(separator: "\n" + indent)
  }
}

/// `digest.md`, `digest.txt` and `digest.html` of one period.
package struct DigestFiles: Report {
  package let name = "digest.*"
  private let period: DigestPeriod
  private let link: String?

  /// - Parameter link: the address of the whole report, with `{day}` for its as-of day.
  package init(_ period: DigestPeriod, link: String?) {
    self.period = period
    self.link = link
  }

  package func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let digest = Digest(figures, of: period, link: link)
    try folder.write(Array(digest.markdown.utf8), to: "digest.md")
    try folder.write(Array(digest.text.utf8), to: "digest.txt")
    try folder.write(Array(digest.html.utf8), to: "digest.html")
  }
}

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
