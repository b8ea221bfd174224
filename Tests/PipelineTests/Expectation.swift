import Support

/// A table of expected rows: of which file, as of which day.
struct Expectation: Sendable {
  /// The name of the file without its ending.
  let table: String
  let asOf: String
  let wanted: TextTable
  /// Whether the file has no other rows of the segments that are named.
  let isExact: Bool

  /// The tables of a scenario.
  static func all(in text: String) -> [Expectation] {
    text.components(separatedAtLinesWith: "## ").compactMap { heading, lines in
      let words = heading.split(separator: " ").map(String.init)
      let rows = lines.filter { $0.hasPrefix("|") }
      guard [4, 5].contains(words.count), words[1...2] == ["as", "of"],
        words[0].hasSuffix(".csv"), rows.count > 2
      else { return nil }
      return Expectation(
        table: String(words[0].dropLast(4)), asOf: String(words[3].prefix(10)),
        wanted: TextTable(markdown: rows), isExact: words.last == "exactly")
    }
  }

  /// What is wrong with a file, a sentence for each row.
  func problems(in found: TextTable) -> [String] {
    let unknown = wanted.columns.filter { found.index($0) == nil }
    guard unknown.isEmpty else { return ["there is no column \(unknown.joined(separator: ", "))"] }
    let rows = wanted.rows.map { cells($0, found) }
    return rows.compactMap { problem(with: $0, in: found) }
      + (isExact ? surplus(beside: rows, in: found) : [])
  }

  /// Rows of the same segments that nobody expects.
  private func surplus(beside rows: [[String: String]], in found: TextTable) -> [String] {
    func segment(_ cells: [String: String]) -> [String?] { [cells["dimension"], cells["value"]] }
    let segments = Set(rows.map(segment))
    return found.rows.compactMap { row in
      let cells = Dictionary(zip(found.columns, row), uniquingKeysWith: { first, _ in first })
      let isExpected = rows.contains { wanted in wanted.allSatisfy { cells[$0.key] == $0.value } }
      return segments.contains(segment(cells)) && !isExpected
        ? "nobody expects \(row.joined(separator: ", "))" : nil
    }
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
