import Foundation
import Support
import Testing

@testable import Reports

/// Pushes attacks through the whole program and reads back everything that it wrote. What the
/// reports of a tame log are made of (tags, links, formulas, metrics) is all that may be there.
@Suite struct HostileTextTests {
  private static let pair = Result {
    (
      hostile: try Published(HostileLog.lines(isTame: false), named: "=evil|<b>\u{202E}.ndjson"),
      tame: try Published(HostileLog.lines(isTame: true), named: "plain.ndjson")
    )
  }

  private let hostile: Published
  private let tame: Published

  init() throws { (hostile, tame) = try Self.pair.get() }

  @Test("The attacks reach every kind of file, so that these tests see what they look for")
  func attacksArrive() {
    for name in ["csv/daily_segments.csv", "csv/revenue.csv", "csv/cancellations.csv"] {
      let text = String(decoding: hostile.files[name] ?? [], as: UTF8.self)
      #expect(text.contains(HostileLog.marker), "\(name)")
    }
    for ending in [".md", ".html", ".json"] {
      #expect(hostile.texts(ending).contains { $0.text.contains(HostileLog.marker) }, "\(ending)")
    }
  }

  @Test("The names of files never come from events")
  func names() {
    #expect(hostile.files.keys.sorted() == tame.files.keys.sorted())
  }

  @Test("No text file holds a character that steers a terminal or turns text around")
  func noSteering() {
    for (name, bytes) in hostile.files where !name.hasSuffix(".xlsx") {
      let found = String(decoding: bytes, as: UTF8.self).unicodeScalars.first(
        where: HostileLog.isBidiControl)
      #expect(found == nil, "\(name) holds \(found.map { String($0.value, radix: 16) } ?? "")")
    }
  }

  @Test("No cell of a CSV file is a formula, and no value is longer than it may be")
  func csv() throws {
    let files = hostile.texts(".csv")
    #expect(files.count > 20)
    let number = try Regex("-[0-9]+(\\.[0-9]+)?")
    for (name, text) in files {
      for row in rows(text) {
        for cell in row where UntrustedText.looksLikeFormula(cell) {
          #expect(cell.wholeMatch(of: number) != nil, "\(name): \(cell)")
        }
        for cell in row where cell.contains("evilxxx") {
          #expect(cell.count <= 65, "\(name): \(cell)")
        }
      }
    }
  }

  @Test("Every row of a CSV file has the columns of its header")
  func csvShape() {
    for (name, text) in hostile.texts(".csv") {
      #expect(Set(rows(text).map(\.count)).count == 1, "\(name)")
    }
  }

  @Test("HTML and SVG have the tags and attributes of the tame report, and none besides")
  func markup() throws {
    for ending in [".html", ".svg"] {
      for (name, text) in hostile.texts(ending) {
        let known = try tags(String(decoding: tame.files[name] ?? [], as: UTF8.self))
        #expect(try tags(text).subtracting(known) == [], "\(name)")
      }
    }
  }

  @Test("Markdown has no HTML and no links but its own")
  func markdown() throws {
    let patterns = [
      "[^\\\\]\\]\\([^)]*\\)", "(^|[^\\\\])<[a-zA-Z!/@#][^>]*>", "https?://[^ )]*", "www\\.",
    ]
    for (name, text) in hostile.texts(".md") {
      let own = String(decoding: tame.files[name] ?? [], as: UTF8.self)
      for pattern in patterns {
        let found = try matches(pattern, text).subtracting(try matches(pattern, own))
        #expect(found == [], "\(name)")
      }
      let columns = { (text: String) in Set(tables(of: text)) }
      #expect(columns(text).subtracting(columns(own)) == [], "\(name)")
    }
  }

  @Test("Every JSON file can be read, and every line of the metrics is a line of metrics")
  func machines() throws {
    for (_, text) in hostile.texts(".json") {
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }
    let line = try Regex(
      #"(# (HELP|TYPE) [a-z_]+ .*|[a-z_]+(\{([a-z]+="([^"\\]|\\[\\"n])*",?)+\})? -?[0-9.]+)"#)
    for (name, text) in hostile.texts(".prom") {
      #expect(text.hasSuffix("\n"))
      for row in text.split(separator: "\n") {
        #expect(row.wholeMatch(of: line) != nil, "\(name): \(row)")
      }
    }
  }

  @Test("No part of the workbook computes or links to what an event says")
  func workbook() throws {
    let parts = try ZipReader(hostile.files["runrate.xlsx"] ?? []).parts()
    #expect(parts.count > 10)
    try ExcelRules.check(parts)
    for (name, content) in parts {
      let text = String(decoding: content, as: UTF8.self)
      for formula in try matches(
        "<f[ >].*?</f>|<hyperlink[^>]*>|<definedName.*?</definedName>", text)
      {
        #expect(!formula.contains(HostileLog.marker), "\(name): \(formula)")
      }
      if name.hasSuffix(".rels") { #expect(!text.contains(HostileLog.marker)) }
    }
  }
}

extension HostileTextTests {
  /// The cells of a CSV text (RFC 4180).
  private func rows(_ text: String) -> [[String]] {
    var rows: [[String]] = [[]]
    var cell = ""
    var isQuoted = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        rows[rows.count - 1].append(cell)
        cell = ""
      case "\n" where !isQuoted:
        rows[rows.count - 1].append(cell)
        cell = ""
        rows.append([])
      default: cell.unicodeScalars.append(scalar)
      }
    }
    return rows.dropLast()
  }

  /// Each tag with the names of its attributes.
  private func tags(_ text: String) throws -> Set<String> {
    let value = try Regex("=\"[^\"]*\"")
    return Set(
      try matches("<[^<>]*>", text).map { tag in
        tag.replacing(value, with: "").replacing("/", with: "").split(separator: " ")
          .joined(separator: " ")
      })
  }

  private func matches(_ pattern: String, _ text: String) throws -> Set<String> {
    Set(text.matches(of: try Regex(pattern)).map { String(text[$0.range]) })
  }
}

/// How many columns the rows of each Markdown table have.
private func tables(of text: String) -> [Int] {
  text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
    line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
  }
}
