package import Metrics
import Values

/// Two stretches of days, for `report --from --to`.
package struct ComparisonMarkdown {
  private let figures: Figures
  private let spans: ChangeSpans

  /// `figures` as of the newer stretch's last day (``Metrics/Figures/comparing(_:)``).
  package init(_ figures: Figures, _ spans: ChangeSpans) {
    self.figures = figures
    self.spans = spans
  }

  package var text: String {
    let (now, before) = (Self.name(spans.now), Self.name(spans.before))
    var table = FigureTable(header: ["", now, before, "Change"])
    table.rows = Digest.KeyFigure.all(figures, spans.now, spans.before).map {
      [$0.name, $0.now, $0.before, $0.change]
    }
    let parts = [
      MarkdownHead.text(figures, "\(now) against \(before)", isOfDay: false), changes,
      table.markdown,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var changes: String {
    let lines = WhatChanged(figures, WhatChanged.Words(spans)).changes.map {
      "- \(UntrustedText.markdown($0, limit: 600))\n"
    }
    return lines.isEmpty ? "" : "## What changed\n\n" + lines.joined()
  }

  /// `in May 2026`, `from 20 Jun to 26 Jun 2026`, `on 20 Jun 2026`.
  static func when(_ days: ClosedRange<Day>) -> String {
    let name = name(days)
    if days.count == 1 { return "on \(name)" }
    return name.contains(" – ") ? "from " + name.replacing(" – ", with: " to ") : "in \(name)"
  }

  /// `1 – 31 May 2026`; `May 2026` for a whole month.
  static func name(_ days: ClosedRange<Day>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == first.month.firstDay, last == first.month.lastDay {
      return DisplayFormat.monthAndYear(first.month)
    }
    func year(_ day: Day) -> String { padded(day.civil.year, 4) }
    let start =
      DisplayFormat.shortDay(first) + (first.civil.year == last.civil.year ? "" : " \(year(first))")
    return first == last
      ? "\(DisplayFormat.shortDay(last)) \(year(last))"
      : "\(start) – \(DisplayFormat.shortDay(last)) \(year(last))"
  }
}
