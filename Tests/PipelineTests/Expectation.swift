import Support

/// A table of expected rows: of which file, as of which day.
struct Expectation: Sendable {
  /// The name of the file without its ending.
  let table: String
  let asOf: String
  let wanted: TextTable

  /// The tables of an `expected.md`.
  static func all(in text: String) -> [Expectation] {
    text.components(separatedAtLinesWith: "## ").compactMap { heading, lines in
      let words = heading.split(separator: " ").map(String.init)
      let rows = lines.filter { $0.hasPrefix("|") }
      guard words.count == 4, words[1...2] == ["as", "of"], words[0].hasSuffix(".csv"),
        rows.count > 2
      else { return nil }
      return Expectation(
        table: String(words[0].dropLast(4)), asOf: words[3], wanted: TextTable(markdown: rows))
    }
  }

  /// What is wrong with a file, a sentence for each row.
  func problems(in found: TextTable) -> [String] {
    let unknown = wanted.columns.filter { found.index($0) == nil }
    guard unknown.isEmpty else { return ["there is no column \(unknown.joined(separator: ", "))"] }
    return wanted.rows.compactMap { row in problem(with: cells(row, found), in: found) }
  }

  /// The cells that a row must have, by column.
  private func cells(_ row: [String], _ found: TextTable) -> [String: String] {
    var cells = Dictionary(zip(wanted.columns, row), uniquingKeysWith: { first, _ in first })
    if found.index("dimension") != nil, cells["dimension"] == nil {
      cells["dimension"] = "all"
      cells["value"] = "all"
    }
    return cells
  }

  private func problem(with cells: [String: String], in found: TextTable) -> String? {
    let rows = found.rows(where: cells)
    guard rows.count != 1 else { return nil }
    let row = wanted.columns.map { "\($0) \(cells[$0] ?? "")" }.joined(separator: ", ")
    guard rows.isEmpty else { return "\(rows.count) rows have \(row)" }
    return "no row has \(row); the nearest differs in \(nearest(to: cells, in: found))"
  }

  /// The fewest differences that a row of the file has.
  private func nearest(to cells: [String: String], in found: TextTable) -> String {
    let differences = found.rows.map { row in
      found.columns.enumerated().filter { index, column in
        cells[column].map { $0 != row[index] } ?? false
      }.map { "\($1) \(row[$0])" }
    }
    let fewest = differences.min { ($0.count, $0.joined()) < ($1.count, $1.joined()) }
    return fewest?.joined(separator: ", ") ?? "everything: the file has no rows"
  }
}

extension String {
  /// The stretches that begin with a line with this mark: its rest, and the lines below it.
  fileprivate func components(separatedAtLinesWith mark: String) -> [(String, [String])] {
    var parts: [(String, [String])] = []
    for line in split(separator: "\n").map(String.init) {
      if line.hasPrefix(mark) {
        parts.append((String(line.dropFirst(mark.count)), []))
      } else if !parts.isEmpty {
        parts[parts.count - 1].1.append(line)
      }
    }
    return parts
  }
}
