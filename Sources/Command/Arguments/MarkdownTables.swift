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

  /// `| name | figure | given in | benchmark |`.
  package static var targets: String {
    let usual = Targets().goals
    return table(
      ["Target", "Figure", "Given in", "Benchmark"],
      Targets.Figure.allCases.map { figure in
        ["`\(figure.rawValue)`", figure.title, figure.unit, usual[figure]?.text ?? ""]
      })
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map(line).joined(separator: "\n") + "\n"
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}

extension Targets.Goal {
  /// As the configuration has it: `atLeast: 0.15, atMost: 0.25, stretch: 0.3`.
  fileprivate var text: String {
    [("atLeast", atLeast), ("atMost", atMost), ("stretch", stretch)].compactMap { key, bound in
      bound.map { "`\(key): \($0.decimalText)`" }
    }.joined(separator: ", ")
  }
}
