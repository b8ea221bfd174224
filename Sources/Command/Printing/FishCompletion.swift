/// The completion for fish, from the declarations.
enum FishCompletion {
  static let script =
    """
    # Completion of runrate for fish; made by "runrate print completion fish".
    complete -c runrate -f

    """
    + (commands + OptionDeclaration.common.map { line(for: $0, of: nil) }
    + CommandList.configurations.flatMap(lines))
    .map { $0 + "\n" }.joined()

  private static var commands: [String] {
    CommandList.configurations.map {
      "complete -c runrate -n __fish_use_subcommand -a \($0.name) -d \(quoted($0.abstract))"
    }
  }

  private static func lines(of command: CommandConfiguration) -> [String] {
    command.options.map { line(for: $0, of: command) } + arguments(of: command)
  }

  private static func line(for option: OptionDeclaration, of command: CommandConfiguration?)
    -> String
  {
    let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
    return "complete -c runrate\(condition(command)) -l \(option.name.dropFirst(2))\(short)"
      + value(of: option) + " -d \(quoted(option.help))"
  }

  private static func value(of option: OptionDeclaration) -> String {
    guard option.valueName != nil else { return "" }
    if option.takesPath { return " -r -F" }
    return " -x"
      + (option.choices.isEmpty ? "" : " -a \(quoted(option.choices.joined(separator: " ")))")
  }

  private static func arguments(of command: CommandConfiguration) -> [String] {
    guard let arguments = command.arguments else { return [] }
    if arguments.takesPath { return ["complete -c runrate\(condition(command)) -F"] }
    return arguments.choices.map {
      "complete -c runrate\(condition(command)) -a \(quoted($0.joined(separator: " ")))"
    }
  }

  private static func condition(_ command: CommandConfiguration?) -> String {
    command.map { " -n '__fish_seen_subcommand_from \($0.name)'" } ?? ""
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
