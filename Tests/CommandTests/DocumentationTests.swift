import Feed
import Foundation
import SQLite
import Support
import Testing

@testable import Command

/// The guides say what the program does.
struct DocumentationTests {
  private func text(_ name: String) throws -> String {
    try Document(name).text()
  }

  private func guide(_ name: String) throws -> String {
    try text("Sources/Command/Runrate.docc/\(name).md")
  }

  /// Compares a file with what it should be; `make guides` writes it instead.
  private func expect(_ name: String, toBe wanted: String) throws {
    let same = try Document(name).says(wanted)
    #expect(same, "\(name) is not what is declared: \"make guides\" makes it anew")
  }

  @Test("The README has the tables of commands and exit codes as they are declared")
  func readme() throws {
    let tables = [MarkdownTables.commands, MarkdownTables.exitCodes]
    let readme = try tables.reduce(try text("README.md"), with)
    try expect("README.md", toBe: readme)
    #expect(
      readme.split(separator: "\n", omittingEmptySubsequences: false).count < 200,
      "the README is longer than 199 lines: shorten it, or move the rest to a guide")
  }

  /// A text with a table in the place of the one that has the same head.
  private func with(_ text: String, _ table: String) throws -> String {
    let head = try #require(table.split(separator: "\n").first)
    let begin = try #require(text.range(of: head + "\n"))
    let end = try #require(text[begin.upperBound...].range(of: "\n\n"))
    return text.replacingCharacters(
      in: begin.lowerBound..<end.lowerBound, with: String(table.dropLast()))
  }

  @Test("What the README shows of the sample's report stands in it")
  func sample() throws {
    let readme = try text("README.md")
    let begin = try #require(readme.range(of: "From [`reports/latest`]"))
    let end = try #require(readme[begin.upperBound...].range(of: "Every figure is proven"))
    let shown = readme[begin.upperBound..<end.lowerBound].split(separator: "\n").dropFirst()
    let report = try ["summary.md", "details.md"].map { try text("reports/latest/\($0)") }
      .joined().split(separator: "\n")
    #expect(shown.count > 10)
    for line in shown { #expect(report.contains(line), "\(line)") }
  }

  @Test("Every file of a command is in the list of commands")
  func commandList() throws {
    let folder = Binary.home + "/Sources/Command/Commands"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let listed = Set(CommandList.all.map { "\($0).swift" })
    #expect(
      Set(files.filter { $0 != "CommandList.swift" }) == listed,
      "a new command is a file in Commands/, named as its type, and a line in CommandList.swift")
  }

  @Test("The README says which Swift and how many events, as the package and the vocabulary do")
  func numbers() throws {
    let readme = try text("README.md")
    let manifest = try text("Package.swift")
    let version = try #require(manifest.firstMatch(of: /swift-tools-version: ([0-9.]+)/)).output.1
    #expect(readme.contains("Swift \(version) or newer"))
    let events = EventKind.allCases.count { $0 != .custom }
    #expect(readme.contains("\n\(events) events are understood"), "\(events)")
  }

  @Test("The changelog and the guide for operators name the program's version")
  func version() throws {
    #expect(try guide("Changelog").contains("\n## \(Program.version)"))
    #expect(try guide("ForOperators").contains("/runrate_\(Program.version)-1_amd64.deb"))
  }

  @Test("Every row of a table in README and guides has as many cells as its head")
  func tables() throws {
    let folder = Binary.home + "/Sources/Command/Runrate.docc"
    let guides = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") }
    for name in ["README.md"] + guides.map({ "Sources/Command/Runrate.docc/" + $0 }) {
      var cells: Int?
      for line in try text(name).split(separator: "\n", omittingEmptySubsequences: false) {
        guard line.hasPrefix("|") else {
          cells = nil
          continue
        }
        let found = line.replacing("\\|", with: "").count { $0 == "|" }
        #expect(found == cells ?? found, "\(name): \(line)")
        cells = cells ?? found
      }
    }
  }

  @Test("The guide to the commands has every option and example")
  func commands() throws {
    try expect("Sources/Command/Runrate.docc/Commands.md", toBe: CommandsGuide.markdown)
  }

  @Test("The guide to the log is the declarations of its events and fields")
  func log() throws {
    try expect("Sources/Command/Runrate.docc/Log.md", toBe: LogGuide.markdown)
  }

  @Test("The guide to the configuration is the declarations of its settings")
  func configuration() throws {
    try expect("Sources/Command/Runrate.docc/Configuration.md", toBe: ConfigurationGuide.markdown)
  }

  @Test("Every test that the guide to privacy names is there")
  func threats() throws {
    let folder = Binary.home + "/Tests"
    let names = try #require(FileManager.default.subpaths(atPath: folder))
    let tests = try names.filter { $0.hasSuffix("Tests.swift") }
      .map { try text("Tests/" + $0) }
    let named = try Regex<(Substring, Substring, Substring?)>("`(\\w+Tests)`(?:: ([a-zA-Z, ]+))?")
    let found = try guide("Privacy").matches(of: named)
    #expect(found.count > 20)
    for match in found {
      let suite = tests.first { $0.contains("struct \(match.output.1) ") }
      #expect(suite != nil, "\(match.output.1)")
      for function in (match.output.2 ?? "").split(separator: ",") {
        let name = function.trimmingCharacters(in: .whitespaces)
        #expect(suite?.contains("func \(name)(") == true, "\(match.output.1): \(name)")
      }
    }
  }

  @Test("Every guide is in the table of contents")
  func contents() throws {
    let folder = Binary.home + "/Sources/Command/Runrate.docc"
    let contents = try guide("Runrate")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".md") }
    for name in names where name != "Runrate.md" {
      #expect(contents.contains("<doc:\(name.dropLast(3))>"))
    }
  }

  @Test("Every view is described, and every query of the guide to the database runs")
  func queries() throws {
    let bench = try CLIFixture()
    let config = try bench.write(onePlan + "}", to: "c.json5")
    let log = try bench.write(purchases(1...3) + "oops\n", to: "a.ndjson")
    bench.runrate("run", log, "--config", config, "--as-of", "2026-05-20")
    let database = try Database(path: bench.database, mode: .readOnly)
    let guide = try guide("Database")
    let queries = guide.components(separatedBy: "```sql\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(queries.count >= 5)
    for query in queries { _ = try database.rows(query) { _ in } }
    for name in try database.rows(
      "SELECT name FROM sqlite_schema WHERE type IN ('view', 'table')", { $0.text(0) })
    where !name.hasPrefix("fact_") {
      #expect(guide.contains("`\(name)`"), "\(name)")
    }
  }
}
