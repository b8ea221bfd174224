import Metrics

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
