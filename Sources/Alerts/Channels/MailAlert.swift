import Metrics
import Reports
import Values

/// Alerts as a mail: text, and the same as HTML with inline styles alone.
package struct MailAlert: Sendable {
  package let subject: String
  package let text: String
  package let html: String

  package init(_ news: AlertNews) {
    let first = news.troubles.first.map(\.title) ?? ""
    let rest = news.troubles.count - 1
    subject = "Runrate \(news.status): \(first)\(rest > 0 ? ", and \(rest) more" : "")"
    let link = news.link.map { "\nThe report: \($0)\n" } ?? ""
    text =
      "\(news.title)\n\n" + news.troubles.map(Self.text).joined(separator: "\n") + link
    html = Self.page(news)
  }

  private static func text(_ trouble: AlertNews.Trouble) -> String {
    let lines =
      ["\(trouble.heading): \(trouble.title)"] + trouble.facts.map { "\($0.name): \($0.text)" }
    return lines.flatMap { UntrustedText.cleaned($0, limit: 1_500).wrapped(limit: 76) }
      .joined(separator: "\n") + "\n"
  }

  private static let font = "font-family:Helvetica,Arial,sans-serif;color:#24292f;"

  private static func page(_ news: AlertNews) -> String {
    let link = news.link.map {
      "<p style=\"\(font)font-size:14px\"><a href=\"\(UntrustedText.html($0, limit: 1_000))\" "
        + "style=\"color:#0b57c2\">The report</a></p>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" \
      content="width=device-width"><title>\(plain(news.title))</title></head>
      <body style="margin:0;padding:16px;background:#ffffff">
      <div style="max-width:600px;margin:0 auto">
      <h1 style="\(font)font-size:18px;line-height:1.3">\(plain(news.title))</h1>
      \(news.troubles.map(block).joined(separator: "\n"))
      \(link ?? "")
      </div></body></html>

      """
  }

  private static func block(_ trouble: AlertNews.Trouble) -> String {
    let color = trouble.item.isOver ? "#1a6b35" : trouble.item.isCritical ? "#b3201f" : "#9a6700"
    let facts = trouble.drawnFacts.map { "<b>\($0.name)</b>: \(plain($0.text))" }
    return "<div style=\"border-left:4px solid \(color);padding:4px 12px;margin:0 0 16px\">"
      + "<p style=\"\(font)font-size:15px;margin:0 0 4px\"><b>\(plain(trouble.title))</b> "
      + "<span style=\"color:\(color)\">\(trouble.heading)</span></p>"
      + "<p style=\"\(font)font-size:14px;line-height:1.45;margin:0\">"
      + "\(facts.joined(separator: "<br>"))</p>"
      + (trouble.chart.map { bars($0, color) } ?? "") + "</div>"
  }

  /// Bars as cells of a table, which all mail programs show, and without asking: pixels of height.
  private static func bars(_ chart: AlertChart, _ color: String) -> String {
    let cells = chart.bars.map { bar in
      let height = bar.share.map { max(1, Int($0 * 48)) } ?? 0
      return "<td style=\"vertical-align:bottom;padding:0 2px 0 0\"><div style=\"width:9px;"
        + "font-size:0;height:\(height)px;background:\(bar.isJudged ? color : "#b4bac2")\">"
        + "</div></td>"
    }
    return "<table role=\"presentation\" cellspacing=\"0\" cellpadding=\"0\" "
      + "style=\"height:48px;margin:10px 0 2px\"><tr>\(cells.joined())</tr></table>"
      + "<p style=\"\(font)font-size:12px;color:#59636e;margin:0\">"
      + "\(plain("\(chart.title) \(chart.caption)"))</p>"
  }

  private static func plain(_ text: String) -> String {
    UntrustedText.htmlSentence(text, limit: 1_500)
  }
}
