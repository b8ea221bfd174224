import Metrics
import Settings
import Values

/// The tables of commands, options, exit codes and targets that the README and the guides hold; a
/// test compares them.
package enum MarkdownTables {
  /// `| command | what it does |`.
  package static var commands: String {
    table(
      ["Command", "What it does"],
      CommandList.configurations.map { ["`runrate \($0.usage)`", $0.abstract] })
  }

  /// The options of a command without the common ones; the common ones where it is nil.
  package static func options(of command: CommandConfiguration?) -> String {
    table(
      ["Option", "Meaning", "Default"],
      (command?.options ?? OptionDeclaration.common).map {
        ["`\($0.usage)`", $0.help, $0.defaultText ?? ""]
      })
  }

  /// `| code | meaning |`.
  package static var exitCodes: String {
    table(["Code", "Meaning"], ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] })
  }

  /// `| name | figure | given in |`.
  package static var targets: String {
    table(
      ["Target", "Figure", "Given in"],
      Targets.Figure.allCases.map { ["`\($0.rawValue)`", $0.title, $0.unit] })
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map(line).joined(separator: "\n") + "\n"
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
