import Metrics
import Values

/// `index.html`: one file without scripts and without network, for a mail attachment.
struct Page: Report {
  let name = "index.html"
  let form: ReportForm? = .html

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.write(Array(Page.text(figures).utf8), to: name)
  }

  static func text(_ figures: Figures) -> String {
    let body = shown(ReportSection.body, figures) { $0.html($1) }
    let appendix = shown(ReportSection.appendix, figures) { $0.folded($1) }
    let isThere = Set((body + appendix).map(\.section.id))
    let leftOut = ReportSection.leftOut(
      ReportSection.all.filter { $0.hasRows && !isThere.contains($0.id) })
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src \(PageStyle.hash); base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(figures.mark)Subscriptions on \(figures.asOf)\(UntrustedText.html(figures.segmentMark, limit: 120))</title>
      <style>\(PageStyle.text)</style>
      </head>
      <body>
      <a class="skip" href="#main">To the figures</a>
      <header>\(head(figures))\(banner(figures))</header>
      <nav aria-label="Sections"><ul>\(body.map(\.section.link).joined())\
      <li><a href="#appendix">Appendix</a></li></ul></nav>
      <main id="main">
      \(whatChanged(figures))\(alerts(figures))\(cards(figures))\(periods(figures))\(body.map(\.html).joined())\
      <section id="appendix" aria-labelledby="appendix-h">
      <h2 id="appendix-h">Appendix</h2>
      \(appendix.map(\.html).joined())\
      \(leftOut.isEmpty ? "" : "<p class=\"faint\">\(leftOut)</p>\n")</section>
      </main>
      <footer><p class="faint">Made by Runrate \(UntrustedText.html(figures.version)), \
      configuration \(UntrustedText.html(figures.configurationHash)).</p></footer>
      </body>
      </html>

      """
  }

  /// Those that have something to show.
  private static func shown(
    _ sections: [ReportSection], _ figures: Figures,
    _ html: (ReportSection, Figures) -> String
  ) -> [(section: ReportSection, html: String)] {
    sections.map { ($0, html($0, figures)) }.filter { !$0.html.isEmpty }
  }

  private static func head(_ figures: Figures) -> String {
    let year = padded(figures.asOf.civil.year, 4)
    let stale = figures.staleSentence.map { "<p class=\"bad\"><strong>\($0)</strong></p>\n" }
    let day = DisplayFormat.dayName(figures.asOf)
    return "<h1>\(figures.mark)Subscriptions on \(day) \(year)"
      + "\(UntrustedText.html(figures.segmentMark, limit: 120))</h1>\n"
      + (stale ?? "")
      + "<p class=\"faint\">\(UntrustedText.html(figures.provenance, limit: 240))</p>"
  }

  /// What makes figures too small, before any of them.
  private static func banner(_ figures: Figures) -> String {
    figures.notices.map { sentences in
      let texts = sentences.map { UntrustedText.html($0, limit: 400) }
      return "\n<p class=\"banner\" role=\"alert\">"
        + (["<strong>\(texts[0])</strong>"] + texts.dropFirst()).joined(separator: " ") + "</p>"
    }.joined()
  }

  private static func whatChanged(_ figures: Figures) -> String {
    let items = WhatChanged(figures).statements.map { statement in
      "<li>\(UntrustedText.htmlSentence(statement.text, limit: 600))"
        + (figures.segment == nil
          ? " <code>\(UntrustedText.html(statement.command, limit: 200))</code></li>\n" : "</li>\n")
    }
    guard !items.isEmpty else { return "" }
    return "<section aria-labelledby=\"changed\"><h2 id=\"changed\">What changed</h2>\n"
      + "<ul class=\"changed\">\n\(items.joined())</ul></section>\n"
  }

  private static func periods(_ figures: Figures) -> String {
    let table = figures.periodTable
    guard !table.isEmpty else { return "<p>Nothing to report yet.</p>\n" }
    return "<section aria-label=\"Last days\">\n"
      + table.html("The last day, week and month, and the month so far") + "</section>\n"
  }

  /// The five figures with their change and recent shape.
  private static func cards(_ figures: Figures) -> String {
    let cards = figures.headlines.map { card($0, figures) }
    let style = figures.isStale ? "cards stale" : "cards"
    return "<ul class=\"\(style)\">\n\(cards.joined())</ul>\n"
  }

  private static func card(_ line: Headline, _ figures: Figures) -> String {
    let style = line.isBetter.map { $0 ? "good" : "bad" } ?? "faint"
    return """
      <li>\(UntrustedText.html(line.name))<b>\(UntrustedText.html(figures.shown(line.value)))</b>\
      <small class="\(style)">\(UntrustedText.html(change(line), limit: 90))</small>\
      <small>\(UntrustedText.html(line.detail))</small>\(Sparkline(values: line.history).inline)</li>

      """
  }

  /// `+7.9% vs 30 days ago`; what is worse says so, for those who do not see the colour.
  private static func change(_ line: Headline) -> String {
    guard line.before != .missing, line.value != .missing else { return "no earlier figure" }
    if line.isFirst {
      return "none \(line.comparison.hasPrefix("the ") ? "in " : "")\(line.comparison)"
    }
    if line.isSmall { return "\(line.change) vs \(line.comparison), of few cases" }
    return "\(line.change) vs \(line.comparison)\(line.isBetter == false ? ", worse" : "")"
  }

  private static func alerts(_ figures: Figures) -> String {
    guard !figures.alerts.isEmpty else { return "" }
    let items = figures.firing.joined.map { item($0, $1, figures) }
    return "<section aria-label=\"Alerts\"><p>\(figures.alertSentence)</p>\n"
      + "<ul class=\"alerts\">\(items.joined())</ul></section>\n"
  }

  /// How to see what was judged.
  private static func command(_ alert: AlertLine) -> String {
    alert.command.map { "<br><code>\(UntrustedText.html($0, limit: 300))</code>" } ?? ""
  }

  private static func item(_ names: [String], _ alert: AlertLine, _ figures: Figures) -> String {
    let severity = alert.severity.rawValue
    let name = names.map { UntrustedText.html($0) }.joined(separator: ", ")
    let todo = alert.runbook.map { " \(Runbook(text: $0).html)" } ?? ""
    return "<li class=\"\(severity)\"><strong>\(severity): \(name)</strong>"
      + "\(figures.age(of: alert)): \(UntrustedText.html(alert.message, limit: 600))\(todo)"
      + "\(command(alert))</li>\n"
  }
}
