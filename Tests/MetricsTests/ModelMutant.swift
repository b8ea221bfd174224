import Foundation
import Support

@testable import Metrics

/// A SQL model with one operator changed: `ModelMutantTests`.
struct ModelMutant {
  let model: Model
  /// Which operator became which.
  let change: String
  let line: Int
  /// The line that it stands in; the next one, too, where it stands alone.
  let text: String
  let sql: String

  /// Where it stands, and what it is.
  var description: String { "\(model.name).sql:\(line): \(change): \(text)" }

  private static let changes = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "=", "+": "-", "-": "+",
    "*": "/", "/": "*", "AND": "OR", "OR": "AND", "LEFT JOIN": "INNER JOIN",
    "IS NULL": "IS NOT NULL", "IS NOT NULL": "IS NULL", "EXISTS": "NOT EXISTS",
    "NOT EXISTS": "EXISTS", "sum(": "max(", "max(": "min(", "min(": "max(",
    "UNION ALL": "UNION", "DISTINCT": "ALL",
  ]
  private static let words =
    "(?<= )(?:<=|>=|<>|[<>=+*/-]|AND|OR|LEFT JOIN|IS NULL|IS NOT NULL|NOT EXISTS|EXISTS)(?=[ \\n(])"
  private static let operators = words + "|\\b(?:sum|max|min)\\(|UNION ALL|DISTINCT"

  /// Every mutant of a model, in the order of its text.
  static func all(of model: Model) throws -> [ModelMutant] {
    let sql = String(decoding: model.sql, as: UTF8.self)
    let expression = try NSRegularExpression(pattern: operators)
    let whole = NSRange(sql.startIndex..., in: sql)
    return expression.matches(in: sql, range: whole).compactMap { match in
      Range(match.range, in: sql).flatMap { ModelMutant(model, sql, $0) }
    }
  }

  /// Nil in a comment.
  private init?(_ model: Model, _ sql: String, _ place: Range<String.Index>) {
    let before = sql[..<place.lowerBound]
    let head = before.split(separator: "\n", omittingEmptySubsequences: false)
    let tail = sql[place.lowerBound...].split(separator: "\n", maxSplits: 2)
    guard let other = Self.changes[String(sql[place])], let start = head.last,
      !start.contains("--")
    else { return nil }
    self.model = model
    self.sql = before + other + sql[place.upperBound...]
    change = "\(sql[place]) → \(other) at \(start.count)"
    line = head.count
    let isAlone = tail[0] == sql[place]
    text = (isAlone ? tail[0] + " " + tail[1].drop { $0 == " " } : start + tail[0])
      .trimmingCharacters(in: .whitespaces)
  }
}

/// The mutants that change no figure that there can be, and why: `Mutants.md`.
struct EquivalentMutants {
  let rows: [[String]]

  init() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().path + "/Mutants.md"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    rows = TextTable(markdown: lines.filter { $0.hasPrefix("|") }.map(String.init)).rows
  }

  func contains(_ mutant: ModelMutant) -> Bool { rows.contains { mutant.isThat(of: $0) } }
}

extension ModelMutant {
  /// Whether a row of `Mutants.md` means this one.
  func isThat(of row: [String]) -> Bool {
    row[0] == model.name && row[1] == change && row[2] == "`\(text)`"
  }
}
