import Metrics

extension Digest {
  /// `digest.html`: tables and inline style only, for mail; nothing is loaded.
  package var html: String {
    let body =
      [heading] + notices.map(notice) + [
        section("Figures", htmlTable), list("What happened", changes.map(plain)),
        list("Decide", decisions.map(plain)),
        list("Alerts", [plain(alertSentence)] + alerts.map(item)),
        button, "<p style=\"\(Style.small)\">\(plain(provenance))</p>",
      ]
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" \
      content="width=device-width"><title>\(plain(title))</title></head>
      <body style="margin:0;padding:0;background:#f3f5f7">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" \
      style="background:#f3f5f7"><tr><td align="center" style="padding:16px 8px">
      <table role="presentation" width="600" cellpadding="0" cellspacing="0" \
      style="width:100%;max-width:600px;background:#ffffff;border:1px solid #d9dee4">\
      <tr><td style="padding:20px 24px">
      \(body.filter { !$0.isEmpty }.joined(separator: "\n"))
      </td></tr></table></td></tr></table></body></html>

      """
  }

  private enum Style {
    private static let font = "font-family:Helvetica,Arial,sans-serif;"
    static let text = font + "font-size:14px;line-height:1.45;color:#24292f;margin:0 0 8px"
    static let small = font + "font-size:12px;line-height:1.4;color:#57606a;margin:20px 0 0"
    static let title = font + "font-size:20px;line-height:1.25;color:#24292f;margin:0 0 12px"
    static let heading = font + "font-size:15px;color:#24292f;margin:20px 0 6px"
    static let notice =
      font + "font-size:14px;line-height:1.45;color:#b3201f;margin:0 0 12px;padding:8px 10px;"
      + "border:2px solid #b3201f"
    static let list = "margin:0;padding:0 0 0 20px"
    static let name = font + "font-size:14px;color:#24292f;padding:5px 8px 5px 0;text-align:left"
    static let number =
      font
      + "font-size:14px;color:#24292f;padding:5px 0 5px 8px;text-align:right;white-space:nowrap"
    static let head =
      font + "font-size:12px;font-weight:normal;color:#57606a;padding:5px 0 5px 8px;"
    static let line = "border-top:1px solid #d9dee4;"

    static func color(_ isBetter: Bool?) -> String {
      switch isBetter {
      case true?: "color:#1a6b35;"
      case false?: "color:#b3201f;"
      case nil: "color:#57606a;"
      }
    }
  }

  private var heading: String { "<h1 style=\"\(Style.title)\">\(plain(title))</h1>" }

  private func notice(_ text: String) -> String {
    "<p style=\"\(Style.notice)\"><b>\(plain(text))</b></p>"
  }

  private var htmlTable: String {
    func head(_ text: String) -> String {
      "<th align=\"right\" style=\"\(Style.head)\">\(plain(text))</th>"
    }
    let rows = keyFigures.map { figure in
      "<tr><td style=\"\(Style.name);\(Style.line)\">\(plain(figure.name))</td>"
        + "<td align=\"right\" style=\"\(Style.number);\(Style.line)\"><b>\(plain(figure.now))</b></td>"
        + "<td align=\"right\" style=\"\(Style.number);\(Style.line)\">\(plain(figure.before))</td>"
        + "<td align=\"right\" style=\"\(Style.number);\(Style.line)\(Style.color(figure.isBetter))\">"
        + "\(plain(figure.change))</td></tr>"
    }
    return
      "<table width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"border-collapse:collapse\">"
      + "<tr><th></th>\(head(span))\(head(comparison))\(head("Change"))</tr>\n"
      + rows.joined(separator: "\n") + "</table>"
  }

  private func item(_ alert: Alert) -> String {
    let todo = alert.runbook.map { " \($0.html)" } ?? ""
    return "<b>\(plain(alert.title))</b>: \(plain(alert.text))\(todo)"
  }

  private func list(_ heading: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    let lines = items.map { "<li style=\"\(Style.text)\">\($0)</li>" }.joined(separator: "\n")
    return section(heading, "<ul style=\"\(Style.list)\">\(lines)</ul>")
  }

  private func section(_ heading: String, _ content: String) -> String {
    "<h2 style=\"\(Style.heading)\">\(plain(heading))</h2>\n\(content)"
  }

  private var button: String {
    guard let link else { return "" }
    return "<p style=\"\(Style.text);margin-top:16px\">"
      + "<a href=\"\(UntrustedText.html(link, limit: 1_000))\" style=\"color:#0b57c2\">The whole report</a></p>"
  }

  private func plain(_ text: String) -> String { UntrustedText.htmlSentence(text, limit: 2_000) }
}
