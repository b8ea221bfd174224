import Metrics
import Values

/// `summary.md`: what a head of product reads with coffee. One screen of figures, alerts and
/// periods, then the details.
struct SummaryMarkdown: Report {
  let name = "summary.md"

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let text = SummaryMarkdown.text(figures, charts: options.markdownCharts)
    try folder.write(Array(text.utf8), to: name)
  }

  static func text(_ figures: Figures, charts: ReportOptions.MarkdownCharts = .files) -> String {
    let sections = [
      SummarySections.head, .headlines, .alerts, .periods, .movements, .trials, .churn, .funnel,
      .segments, .targets, .quality, .links,
    ]
    return sections.map { $0.text(figures, charts) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// A part of the summary; empty where it has nothing to say.
struct SummarySections {
  let text: @Sendable (Figures, ReportOptions.MarkdownCharts) -> String

  init(_ text: @escaping @Sendable (Figures, ReportOptions.MarkdownCharts) -> String) {
    self.text = text
  }
}

extension SummarySections {
  /// The day, the sources and how fresh they are.
  static let head = SummarySections { figures, _ in
    let newest = figures.newestEvent.map { "newest event \(Human.moment($0))" } ?? "no events yet"
    let failed = figures.checks.filter { !$0.passed }.count
    let checks =
      failed == 0 ? "all \(figures.checks.count) checks passed" : "**\(failed) checks failed**"
    return """
      # Subscriptions on \(Human.dayName(figures.asOf)) \(padded(figures.asOf.civil.year, 4))

      To the end of \(figures.asOf) (\(ForeignText.markdown(figures.zone))), in \
      \(ForeignText.markdown(figures.currency)); \(newest); \(checks).

      """
  }

  /// Five figures with their change.
  static let headlines = SummarySections { figures, _ in
    var table = MarkdownTable(
      header: ["", "Now", "Before", "Change", "Compared with", "Made of"], lastWords: 2)
    table.rows = figures.headlines.map { line in
      let mark = line.isBetter.map { $0 ? "" : " ▼" } ?? ""
      return [
        "**\(line.name)**", figures.shown(line.value), figures.shown(line.before),
        line.change + mark, line.comparison, line.detail,
      ]
    }
    return table.text
  }

  /// What fires, worst first; one line when all is well.
  static let alerts = SummarySections { figures, _ in
    let firing = figures.alerts.filter(\.needsAttention)
      .sorted { ($0.severity.rank, $0.name) < ($1.severity.rank, $1.name) }
    let unknown = figures.alerts.filter { $0.state == .notEnoughData }.count
    let rest = unknown > 0 ? " (\(unknown) without enough data)" : ""
    guard !figures.alerts.isEmpty else { return "" }
    guard !firing.isEmpty else { return "No alert fires\(rest).\n" }
    let lines = firing.map { alert in
      let since = alert.since.map { $0 == figures.asOf ? ", new" : ", since \($0)" } ?? ""
      return "- **\(alert.severity.rawValue)** \(ForeignText.markdown(alert.name))\(since): "
        + ForeignText.markdown(alert.message, limit: 240)
    }
    return lines.joined(separator: "\n") + "\n\n\(figures.alerts.count) rules judged\(rest).\n"
  }

  /// The last day, week, month, and the month so far.
  static let periods = SummarySections { figures, _ in
    let month = Human.monthName(figures.asOf.month)
    var table = MarkdownTable(
      header: [
        "", Human.dayName(figures.asOf), "7 days", "vs before", "30 days", "vs before",
        "\(month) to date",
      ])
    table.rows = figures.periodLines.map { line in
      [
        line.name, figures.shown(line.day), figures.shown(line.week),
        Human.change(line.week, from: line.weekBefore), figures.shown(line.month),
        Human.change(line.month, from: line.monthBefore), figures.shown(line.toDate),
      ]
    }
    return figures.table("daily").rows.isEmpty ? "Nothing to report yet.\n" : table.text
  }
}

extension AlertLine.Severity {
  /// Worst first.
  var rank: Int { self == .critical ? 0 : 1 }
}
