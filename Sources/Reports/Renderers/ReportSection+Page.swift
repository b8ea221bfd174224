import Metrics

extension ReportSection {
  var link: String { "<li><a href=\"#s-\(id)\">\(short)</a></li>" }

  /// Empty where the section has nothing to show.
  func html(_ figures: Figures) -> String {
    content(figures).map {
      "<section id=\"s-\(id)\" aria-labelledby=\"s-\(id)-h\">\n"
        + "<h2 id=\"s-\(id)-h\">\(title)\(found(figures))</h2>\n\($0)</section>\n"
    } ?? ""
  }

  private func found(_ figures: Figures) -> String {
    finding(figures).map { ": \(UntrustedText.html($0, limit: 200))" } ?? ""
  }

  /// Below its title, which shows and hides it.
  func folded(_ figures: Figures) -> String {
    content(figures).map {
      "<details id=\"s-\(id)\"><summary>\(title)</summary>\n\($0)</details>\n"
    } ?? ""
  }

  private func content(_ figures: Figures) -> String? {
    let bodies = parts.map { (part: $0, html: $0.html(figures)) }
    guard bodies.contains(where: { $0.part.makesSection && !$0.html.isEmpty }) else { return nil }
    return "<div class=\"parts\">\n\(bodies.map(\.html).joined())</div>\n"
  }
}

extension ReportSection.Part {
  fileprivate func html(_ figures: Figures) -> String {
    switch self {
    case .exhibit(let exhibit): exhibit.html(figures)
    case .tables(let tables): tables.html(figures)
    case .remarks(_, let make): make(figures).map(\.html).joined()
    case .terms(let make):
      "<dl>\n"
        + make().map { "<dt>\($0.term)</dt><dd>\($0.meaning)</dd>\n" }.joined() + "</dl>\n"
    }
  }
}

extension ReportSection.Remark {
  fileprivate var html: String {
    let bold = lead.isEmpty ? "" : "<strong>\(UntrustedText.html(lead, limit: 160))</strong> "
    let style = isBad ? " class=\"bad\"" : ""
    return "<p\(style)>\(bold)\(UntrustedText.htmlSentence(text, limit: 500))</p>\n"
  }
}

extension Exhibit {
  /// Of the table beside the chart: as many rows as the chart is high. The workbook has all.
  private static let months = 13

  /// Empty where there is nothing to draw.
  fileprivate func html(_ figures: Figures) -> String {
    let picture = chart(figures)
    guard !picture.isEmpty else { return "" }
    let figure = "<figure>\(picture.inline(id: "c-\(name)"))</figure>\n"
    let title = caption.isEmpty ? picture.title : caption
    let numbers = table?(figures, Self.months) ?? picture.numbers
    let below = figure + unfolding("The same numbers as a table", [numbers], title)
    switch layout {
    case .folded: return "<details><summary>\(picture.title)</summary>\n\(below)</details>\n"
    case .beside where table != nil && !numbers.isEmpty:
      return "<div class=\"exhibit\">\(figure)\(numbers.html(title))</div>\n"
    case .beside, .wide: return below
    }
  }
}

extension Tables {
  fileprivate func html(_ figures: Figures) -> String {
    let tables = make(figures, lengths.page).filter { !$0.isEmpty }
    return isFolded
      ? unfolding(caption, tables, caption) : tables.map { $0.html(caption) }.joined()
  }
}

/// Tables below a line that shows and hides them; nothing without rows.
private func unfolding(_ summary: String, _ tables: [FigureTable], _ caption: String) -> String {
  let body = tables.filter { !$0.isEmpty }.map { $0.html(caption) }.joined()
  return body.isEmpty ? "" : "<details><summary>\(summary)</summary>\n\(body)</details>\n"
}
