/// A table in columns, for a terminal.
package enum TextColumns {
  /// `rows` with a header; the columns of `left` begin at the left, numbers end at the right.
  package static func text(_ rows: [[String]], left: Set<Int>) -> String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return left.contains(column) ? cell + space : space + cell
      }
      return cells.joined(separator: "  ").trimmedRight + "\n"
    }.joined()
  }
}

extension String {
  fileprivate var trimmedRight: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
