import Values

@testable import Command

/// The guide to the commands: their examples and options, as they are declared.
enum CommandsGuide {
  static var markdown: String {
    """
    # Commands

    Made from the declarations that the program reads its command line with. Options that several commands have are
    explained at the end.

    \(CommandList.configurations.map(section).joined(separator: "\n"))
    ## Options of several commands

    \(shared.map(item).joined())
    ## Options of every command

    \(OptionDeclaration.common.map(item).joined())
    ## Exit codes

    Errors come before alerts. `check` answers 0 to 3 only, as monitoring systems expect; there an error is 3.

    \(ExitCode.allCases.map { "- \($0.rawValue): \($0.meaning)\n" }.joined())
    """
  }

  private static func section(_ command: CommandConfiguration) -> String {
    let examples = command.examples.map { "# \($0.purpose)\n\($0.line)\n" }
    let heading = "## runrate \(command.usage)\n\n\(command.abstract).\n\n"
    return heading + "```sh\n" + examples.joined(separator: "\n") + "```\n" + options(command)
  }

  /// Its own options with what they mean, then the names of those that others have, too.
  private static func options(_ command: CommandConfiguration) -> String {
    let own = command.options.filter { !isShared($0) }.map(item).joined()
    let others = command.options.filter(isShared).map { "`\($0.name)`" }.joined(separator: ", ")
    let paragraphs = [own, others.isEmpty ? "" : "Also \(others).\n"].filter { !$0.isEmpty }
    return paragraphs.map { "\n" + $0 }.joined()
  }

  /// `- --seed N: The same seed gives the same log. Default: 1.`
  private static func item(_ option: OptionDeclaration) -> String {
    let ending = option.defaultText.map { " Default: \($0)." } ?? ""
    return "- `\(option.usage)`: \(option.help).\(ending)\n"
  }

  // MARK: - Shared options

  private static let all = CommandList.configurations.flatMap(\.options)

  /// Whether several commands have it, and it means the same to all of them.
  private static func isShared(_ option: OptionDeclaration) -> Bool {
    let namesakes = all.filter { $0.name == option.name }
    return namesakes.count > 1 && namesakes.allSatisfy { item($0) == item(option) }
  }

  /// Each once, in the order of the first command that has it.
  private static var shared: [OptionDeclaration] {
    var seen: Set<String> = []
    return all.filter { isShared($0) && seen.insert(item($0)).inserted }
  }
}
