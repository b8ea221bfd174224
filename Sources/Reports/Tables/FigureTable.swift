import Metrics

/// A table in words, for summary and page alike. Each format escapes its plain text.
struct FigureTable {
  var header: [String]
  var rows: [[String]] = []
  /// How many columns at the left hold words; those at the right of them hold numbers.
  var words = 1
  /// How many columns at the end hold words again.
  var lastWords = 0

  /// Where each row's figures are published; of rows at the end, nothing is said.
  private var places: [String] = []

  init(header: [String], rows: [[String]] = [], words: Int = 1, lastWords: Int = 0) {
    (self.header, self.rows) = (header, rows)
    (self.words, self.lastWords) = (words, lastWords)
  }

  /// A line of each source.
  init<Source>(
    _ sources: some Sequence<Source>, _ figures: Figures, words: Int = 1, lastWords: Int = 0,
    _ columns: [FigureColumn<Source>]
  ) {
    self.init(
      header: columns.map(\.heading),
      rows: sources.map { source in columns.map { $0.text(source, figures) } }, words: words,
      lastWords: lastWords)
  }

  /// A line of each of the rows of a published table, which says where it is published.
  init<Owner: ReportTable>(
    citing rows: some Sequence<Row<Owner>>, _ figures: Figures, words: Int = 1,
    lastWords: Int = 0, _ columns: [FigureColumn<Row<Owner>>]
  ) {
    self.init(rows, figures, words: words, lastWords: lastWords, columns)
    places = rows.map { CellAddress(of: $0.cells, Owner.schema).place(in: Owner.schema) }
  }

  var isEmpty: Bool { rows.isEmpty }

  func isWord(_ column: Int) -> Bool { column < words || column >= header.count - lastWords }
}

/// A column of a figure table: its heading, and what it says of a source.
struct FigureColumn<Source> {
  let heading: String
  let text: (Source, Figures) -> String

  static func text(_ heading: String, _ text: @escaping (Source) -> String) -> Self {
    FigureColumn(heading: heading) { source, _ in text(source) }
  }

  /// A column of the published table.
  static func of<Owner>(_ heading: String, _ column: any ReportColumn<Owner>) -> Self
  where Source == Row<Owner> {
    FigureColumn(heading: heading) { $1.shown($0.cell(column)) }
  }

  /// `12.0%–15.0%`; ``DisplayFormat/unknown`` without a low end.
  static func interval<Owner, Value>(
    _ low: Column<Owner, Value>, _ high: Column<Owner, Value>
  ) -> Self where Source == Row<Owner> {
    FigureColumn(heading: "95% interval") { row, figures in
      row[low] == nil || row[high] == nil
        ? DisplayFormat.unknown
        : "\(figures.shown(row.cell(low)))–\(figures.shown(row.cell(high)))"
    }
  }

  /// A text as it is; nothing where it is missing.
  static func words<Owner>(_ heading: String, _ column: Column<Owner, String>) -> Self
  where Source == Row<Owner> {
    .text(heading) { $0.text(column) }
  }
}

extension FigureTable {
  /// Padded, so that it also reads well as plain text; nothing at all where there are no rows.
  var markdown: String {
    guard !isEmpty else { return "" }
    let lines = ([header] + rows).map { $0.map { UntrustedText.markdown($0, limit: 240) } }
    let widths = header.indices.map { column in max(3, lines.map { $0[column].count }.max() ?? 0) }
    let text = [line(lines[0], widths), rule(widths)] + lines.dropFirst().map { line($0, widths) }
    return text.joined(separator: "\n") + "\n"
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.enumerated().map { column, cell in
      let space = String(repeating: " ", count: widths[column] - cell.count)
      return isWord(column) ? cell + space : space + cell
    }
    return "| " + padded.joined(separator: " | ") + " |"
  }

  private func rule(_ widths: [Int]) -> String {
    let dashes = widths.enumerated().map { column, width in
      isWord(column)
        ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return "| " + dashes.joined(separator: " | ") + " |"
  }

  /// With a caption for screen readers, in a box that scrolls by itself on a narrow screen.
  func html(_ caption: String) -> String {
    guard !isEmpty else { return "<p>No figures yet.</p>\n" }
    let title = UntrustedText.html(caption, limit: 120)
    let head = header.enumerated().map { "<th scope=\"col\"\(style($0))>\(twoLines($1))</th>" }
      .joined()
    let body = rows.enumerated().map { "<tr\(hover($0))>\(htmlRow($1))</tr>\n" }.joined()
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(title)">
      <table><caption>\(title)</caption>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(body)</tbody></table></div>

      """
  }

  /// What somebody who quotes the row can name.
  private func hover(_ row: Int) -> String {
    places.indices.contains(row) ? " title=\"\(UntrustedText.html(places[row], limit: 160))\"" : ""
  }

  private func htmlRow(_ cells: [String]) -> String {
    cells.enumerated().map { column, text in
      column == 0
        ? "<th scope=\"row\"\(style(column, text))>\(cell(text))</th>"
        : "<td\(style(column, text))>\(cell(text))</td>"
    }.joined()
  }

  /// `n` for numbers; `w` for words so long that they may be broken.
  private func style(_ column: Int, _ text: String = "") -> String {
    isWord(column) ? text.count > 24 ? " class=\"w\"" : "" : " class=\"n\""
  }

  /// Broken where both lines are shortest, so that a table that has to scroll is not squeezed.
  private func twoLines(_ heading: String) -> String {
    let words = heading.split(separator: " ").map(String.init)
    guard heading.count > 11, words.count > 1 else { return cell(heading) }
    let breaks = (1..<words.count).map { first in
      [words.prefix(first), words.dropFirst(first)].map { $0.joined(separator: " ") }
    }
    let best = breaks.min { longest($0) < longest($1) } ?? [heading]
    return best.map(cell).joined(separator: "<br>")
  }

  private func longest(_ lines: [String]) -> Int { lines.map(\.count).max() ?? 0 }

  private func cell(_ text: String) -> String { UntrustedText.html(text, limit: 240) }
}
