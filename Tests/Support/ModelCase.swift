import Foundation

/// A SQL model on given rows: a part of the file `<model>.cases.txt` beside the model, which may
/// have several:
///
///     # what it is about
///     model retention
///     given calendar_month
///     month  first_day  last_day  complete
///     648    19723      19753     1
///     expect
///     cohort  age  retained
///     648     0    2
///
/// Cells are separated by blanks, `-` is NULL; `expect` may name some of the columns, and all rows
/// in their order.
package struct ModelCase: Sendable, CustomStringConvertible {
  package let description: String
  package private(set) var model = ""
  /// The statements that make the given tables: integers where they are, text elsewhere.
  package private(set) var given: [String] = []
  package private(set) var expected = TextTable(columns: [], rows: [])

  package static func all() throws -> [ModelCase] {
    try files().flatMap { path in
      cases(of: path, try String(contentsOfFile: path, encoding: .utf8))
    }
  }

  private static func files() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Metrics").standardized.path
    return try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".cases.txt") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Each case begins with the line that names its model.
  private static func cases(of path: String, _ text: String) -> [ModelCase] {
    let name = (path as NSString).lastPathComponent
    var parts: [[Substring]] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("model ") { parts.append([]) }
      parts[parts.count - 1].append(line)
    }
    return parts.enumerated().map { ModelCase("\(name), case \($0 + 1)", $1) }
  }

  private init(_ name: String, _ lines: [Substring]) {
    description = name
    var sections: [(words: [String], rows: [[String]])] = []
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      if ["model", "given", "expect"].contains(words.first) {
        sections.append((words, []))
      } else if !words.isEmpty {
        sections[sections.count - 1].rows.append(words)
      }
    }
    for section in sections { take(section.words, section.rows) }
  }

  private mutating func take(_ words: [String], _ rows: [[String]]) {
    let table = TextTable(columns: rows.first ?? [], rows: Array(rows.dropFirst()))
    switch words[0] {
    case "model": model = words[1]
    case "given": given += Self.statements(words[1], table)
    default: expected = table
    }
  }

  private static func statements(_ name: String, _ table: TextTable) -> [String] {
    ["CREATE TABLE \(name) (\(table.columns.joined(separator: ", ")))"]
      + table.rows.map { row in
        let cells = row.map { $0 == "-" ? "NULL" : Int64($0) == nil ? "'\($0)'" : $0 }
        return "INSERT INTO \(name) VALUES (\(cells.joined(separator: ", ")))"
      }
  }
}
