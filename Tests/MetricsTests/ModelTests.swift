import Foundation
import SQLite
import Support
import Testing

@testable import Metrics

/// The SQL models on given rows. A case is a text file in `Models`:
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
struct ModelTests {
  @Test("A model makes the expected rows of the given ones", arguments: try ModelCase.all())
  func rows(of model: ModelCase) throws {
    let database = try Database(path: ":memory:")
    for (name, table) in model.given { try database.fill(name, table) }
    let sql = try #require(Model.all.first { $0.name == model.model }?.sql)
    let statement = try database.prepare(String(decoding: sql, as: UTF8.self))
    let indices = try model.expected.columns.map { column in
      try #require(statement.columnNames.firstIndex(of: column), "no column \(column)")
    }
    var found: [[String]] = []
    while try statement.step() {
      found.append(
        indices.map { statement.isNull(Int32($0)) ? "-" : statement.text(Int32($0)) })
    }
    #expect(found == model.expected.rows)
  }
}

/// One file of `Models`.
struct ModelCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private(set) var model = ""
  private(set) var given: [(name: String, table: TextTable)] = []
  private(set) var expected = TextTable(columns: [], rows: [])

  static func all() throws -> [ModelCase] {
    let folder = (#filePath as NSString).deletingLastPathComponent + "/Models"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      ModelCase(name, try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
    }
  }

  private init(_ name: String, _ text: String) {
    testDescription = name
    var sections: [(words: [String], rows: [[String]])] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
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
    case "given": given.append((words[1], table))
    default: expected = table
    }
  }
}

extension Database {
  /// Makes a table of these rows: integers where they are, text elsewhere.
  fileprivate func fill(_ name: String, _ table: TextTable) throws {
    try execute("CREATE TABLE \(name) (\(table.columns.joined(separator: ", ")))")
    for row in table.rows {
      let cells = row.map { $0 == "-" ? "NULL" : Int64($0) == nil ? "'\($0)'" : $0 }
      try execute("INSERT INTO \(name) VALUES (\(cells.joined(separator: ", ")))")
    }
  }
}
