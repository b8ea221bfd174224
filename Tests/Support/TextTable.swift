/// Rows of text under named columns: a CSV file, or a Markdown table.
package struct TextTable: Sendable, Equatable {
  package var columns: [String]
  package var rows: [[String]]

  package init(columns: [String], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Reads CSV without line breaks in its cells.
  package init(csv: String) {
    let lines = csv.split(separator: "\n").map(Self.csvCells)
    self.init(columns: lines.first ?? [], rows: Array(lines.dropFirst()))
  }

  /// Reads the lines of a Markdown table: header, rule, rows.
  package init(markdown lines: [String]) {
    let rows = lines.map(Self.markdownCells)
    self.init(columns: rows.first ?? [], rows: Array(rows.dropFirst(2)))
  }

  /// Commas between quotes belong to the cell.
  private static func csvCells(of line: Substring) -> [String] {
    var cells = [""]
    for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      let isQuoted = index % 2 == 1
      let pieces = isQuoted ? [part] : part.split(separator: ",", omittingEmptySubsequences: false)
      cells[cells.count - 1] += pieces[0]
      cells += pieces.dropFirst().map(String.init)
    }
    return cells
  }

  private static func markdownCells(of line: String) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }
      .map { String($0) }
  }

  package func index(_ column: String) -> Int? { columns.firstIndex(of: column) }

  /// The rows that have these values in these columns; a column that is not there fits nothing.
  package func rows(where wanted: [String: String]) -> [[String]] {
    rows.filter { row in
      wanted.allSatisfy { name, value in index(name).map { row[$0] == value } ?? false }
    }
  }
}
