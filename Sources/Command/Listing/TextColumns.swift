/// A table as text: the first column to the left, the others to the right.
struct TextColumns {
  let head: [String]
  let rows: [[String]]

  var text: String {
    let widths = head.indices.map { index in
      ([head] + rows).map { $0[index].count }.max() ?? 0
    }
    return ([head] + rows).map { line($0, widths) }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).enumerated().map { index, cell in
      let space = String(repeating: " ", count: cell.1 - cell.0.count)
      return index == 0 ? cell.0 + space : space + cell.0
    }
    return padded.joined(separator: "  ") + "\n"
  }
}
