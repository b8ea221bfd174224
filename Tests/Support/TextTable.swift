/// Rows of text under named columns: a CSV file without quotes, or a Markdown table.
package struct TextTable: Sendable, Equatable {
  package var columns: [String]
  package var rows: [[String]]

  package init(columns: [String], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Reads plain CSV: no cell has a comma, a quote or a line break.
  package init(csv: String) {
    let lines = csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    self.init(columns: lines.first ?? [], rows: Array(lines.dropFirst()))
  }

  /// Reads the lines of a Markdown table: header, rule, rows.
  package init(markdown lines: [String]) {
    let rows = lines.map(Self.cells)
    self.init(columns: rows.first ?? [], rows: Array(rows.dropFirst(2)))
  }

  private static func cells(of line: String) -> [String] {
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
