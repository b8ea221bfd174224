/// A Markdown table that also reads well as plain text: columns are padded, numbers stand right.
struct MarkdownTable {
  var header: [String]
  var rows: [[String]] = []
  /// How many columns at the left hold words; those at the right of them hold numbers.
  var words = 1
  /// How many columns at the end hold words again.
  var lastWords = 0

  /// Nothing at all where there are no rows.
  var text: String {
    guard !rows.isEmpty else { return "" }
    let widths = header.indices.map { column in
      max(3, ([header] + rows).map { $0[column].count }.max() ?? 0)
    }
    return ([line(header, widths), rule(widths)] + rows.map { line($0, widths) })
      .joined(separator: "\n") + "\n"
  }

  private func isWord(_ column: Int) -> Bool {
    column < words || column >= header.count - lastWords
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
}
