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
      <main id="main">
      \(FirstScreen(figures).html(figures))\
      <nav aria-label="Sections"><ul>\(body.map(\.section.link).joined())\
      <li><a href="#appendix">Appendix</a></li></ul></nav>
      \(body.map(\.html).joined())\
      <section id="appendix" aria-labelledby="appendix-h">
      <h2 id="appendix-h">Appendix</h2>
      \(appendix.map(\.html).joined())\
      \(leftOut.isEmpty ? "" : "<p class=\"faint\">\(leftOut)</p>\n")</section>
      </main>
      <footer><p class="faint">Where a figure comes from: \
      <code>runrate explain daily.mrr --on \(figures.asOf)</code><br>Made by Runrate \(UntrustedText.html(figures.version)), \
      configuration \(UntrustedText.html(figures.configurationHash)).</p></footer>
      </body>
      </html>

      """
  }

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
}
