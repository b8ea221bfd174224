import Command
import Values

/// The tables of commands and exit codes that the README and the guides hold; a test compares them.
enum MarkdownTables {
  /// `| command | what it does |`.
  static var commands: String {
    table(
      ["Command", "What it does"],
      CommandList.configurations.map { ["`runrate \($0.usage)`", $0.abstract] })
  }

  /// `| code | meaning |`.
  static var exitCodes: String {
    table(["Code", "Meaning"], ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] })
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map(line).joined(separator: "\n") + "\n"
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
