import Metrics
import Settings
import Values

extension FirstScreen {
  func html(_ figures: Figures) -> String {
    let told = finding.map {
      "<p class=\"finding\" title=\"runrate explain daily.mrr --on \(figures.asOf)\">"
        + "\(UntrustedText.html($0, limit: 300))</p>\n"
    }
    return "<section id=\"first\" aria-label=\"At a glance\">\n\(told ?? "")\(cards(figures))"
      + "<div class=\"first\">\n<div>\(chart(figures))\(noted(figures))\(alertList(figures))</div>\n"
      + "<div>\n\(why(figures))\(decide)</div>\n</div>\n</section>\n"
  }

  private func chart(_ figures: Figures) -> String {
    let picture = ReportCharts.recentMRR(figures)
    return picture.isEmpty ? "" : "<figure>\(picture.inline(id: "c-first"))</figure>\n"
  }

  /// What the numbers over the chart are.
  private func noted(_ figures: Figures) -> String {
    let first = figures.asOf.advanced(by: 1 - Self.days)
    let notes = figures.annotationRemarks(since: first).map {
      UntrustedText.html("\($0.lead) \($0.text)", limit: 200)
    }
    return notes.isEmpty ? "" : "<p class=\"faint notes\">\(notes.joined(separator: "<br>"))</p>\n"
  }

  private func why(_ figures: Figures) -> String {
    guard let reasons, !reasons.chart(figures).isEmpty else { return "" }
    let products =
      reasons.products.isEmpty
      ? ""
      : "<p class=\"faint\">By product: \(UntrustedText.html(reasons.products, limit: 300))</p>\n"
    return
      "<figure class=\"why\">\(reasons.chart(figures).inline(id: "c-why"))</figure>\n\(products)"
  }

  private var decide: String {
    guard !decisions.isEmpty else { return "" }
    let items = decisions.map { "<li>\(UntrustedText.html($0.text, limit: 300))</li>\n" }
    return "<h2>Decide</h2>\n<ol class=\"decide\">\n\(items.joined())</ol>\n"
  }

  // MARK: - Alerts

  private func alertList(_ figures: Figures) -> String {
    guard !figures.alerts.isEmpty else { return "" }
    let items = alerts.map { item($0.names, $0.line, figures) }
    return "<h2>Alerts</h2>\n<p class=\"faint\">\(figures.alertSentence)</p>\n"
      + (items.isEmpty ? "" : "<ul class=\"alerts\">\(items.joined())</ul>\n")
  }

  /// One line, behind which the statistics are folded.
  private func item(_ names: [String], _ alert: AlertLine, _ figures: Figures) -> String {
    let style = alert.state == .recovering ? "over" : alert.severity.rawValue
    let title = Self.title(alert, names.joined(separator: ", "), figures)
    let todo = alert.runbook.map { "<br>\(Runbook(text: $0).html)" } ?? ""
    let command = alert.command.map {
      "<br><code>\(UntrustedText.html($0, limit: 300))</code>"
    }
    return "<li class=\"\(style)\"><details><summary><strong>"
      + "\(UntrustedText.html(title, limit: 300))</strong>: \(UntrustedText.html(alert.short, limit: 300))"
      + "</summary>\(UntrustedText.html(alert.message, limit: 600))\(todo)\(command ?? "")"
      + "</details></li>\n"
  }

  // MARK: - Cards

  private func cards(_ figures: Figures) -> String {
    let cards = figures.headlines.map { card($0, figures) }
    let style = figures.isStale ? "cards stale" : "cards"
    return "<ul class=\"\(style)\">\n\(cards.joined())</ul>\n"
  }

  private func card(_ line: Headline, _ figures: Figures) -> String {
    let style = line.isBetter.map { $0 ? "good" : "bad" } ?? "faint"
    let spark = Sparkline(values: line.history).inline
    let span = spark.isEmpty ? "" : "<small>\(UntrustedText.html(line.historySpan))</small>"
    return """
      <li>\(UntrustedText.html(line.name))<b>\(UntrustedText.html(figures.shown(line.value)))</b>\
      <small class="\(style)">\(UntrustedText.html(change(line, figures), limit: 90))</small>\
      \(spark)\(span)<small class="detail">\(UntrustedText.html(line.detail))</small></li>

      """
  }

  /// `+7.9% vs $14,727 30 days ago`; what is worse says so, for those who do not see the colour.
  private func change(_ line: Headline, _ figures: Figures) -> String {
    guard line.before != .missing, line.value != .missing else {
      return line.isComparable ? "no earlier figure" : line.comparison
    }
    if line.isFirst {
      return "none \(line.comparison.hasPrefix("the ") ? "in " : "")\(line.comparison)"
    }
    let before =
      line.isOfFewPeople
      ? "\(line.change) \(line.comparison)"
      : "\(line.change) vs \(figures.shown(line.before)), \(line.comparison)"
    if line.isSmall { return "\(before), of few cases" }
    return "\(before)\(line.isBetter == false ? ", worse" : "")"
  }
}
