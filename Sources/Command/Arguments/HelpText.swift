import Reports
import Values

package enum HelpText {
  /// Of one command, or of the whole program.
  package static func text(for command: String?) -> String {
    command.flatMap(CommandList.named).map { text(for: $0.configuration) } ?? general
  }

  private static var general: String {
    let commands = CommandList.configurations.map { (left: $0.usage, right: $0.abstract + ".") }
    let codes = ExitCode.allCases.map { (left: "\($0.rawValue)", right: $0.meaning) }
    return sections([
      "Subscription metrics from event logs: funnels, trials, MRR, churn, LTV.",
      "Usage: runrate COMMAND [OPTIONS]",
      section("Commands", commands),
      section("Options of every command", OptionDeclaration.common.map(\.helpLine)),
      section("Exit codes", codes),
      "runrate COMMAND --help shows a command's own options, with examples.",
    ])
  }

  private static func text(for command: CommandConfiguration) -> String {
    let arguments = command.arguments.map { [(left: $0.name, right: $0.help + ".")] } ?? []
    return sections([
      command.abstract + ".",
      "Usage: runrate \(command.usage) [OPTIONS]",
      section("Arguments", arguments),
      section("Options", command.options.map(\.helpLine)),
      section("Examples", examples(of: command)), commonOptions,
    ])
  }

  /// Where the options of every command are told: they would hide a command's own.
  static let commonOptions =
    "Options of every command (--config, --database, --as-of …): runrate --help"

  private static func examples(of command: CommandConfiguration) -> [(left: String, right: String)]
  {
    command.examples.map { (left: $0.line, right: $0.purpose) }
  }

  private static func sections(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// A title with two columns under it; nothing without lines.
  private static func section(_ title: String, _ lines: [(left: String, right: String)]) -> String {
    guard !lines.isEmpty else { return "" }
    let width = min(lines.map(\.left.count).max() ?? 0, 26)
    return "\(title):\n" + lines.map { row($0.left, $0.right, width) }.joined(separator: "\n")
  }

  /// The right text is broken at 80 columns; a long left one stands on a line of its own.
  private static func row(_ left: String, _ right: String, _ width: Int) -> String {
    let indent = String(repeating: " ", count: width + 4)
    let text = right.wrapped(limit: 80 - indent.count).joined(separator: "\n" + indent)
    guard left.count <= width else { return "  \(left)\n\(indent)\(text)" }
    return "  " + left + String(repeating: " ", count: width - left.count + 2) + text
  }
}

extension OptionDeclaration {
  /// `--database PATH`, `--quiet, -q`.
  package var usage: String {
    name + (short.map { ", \($0)" } ?? "") + (valueName.map { " \($0)" } ?? "")
  }

  fileprivate var helpLine: (left: String, right: String) {
    (left: usage, right: help + (defaultText.map { " (default: \($0))." } ?? "."))
  }
}
