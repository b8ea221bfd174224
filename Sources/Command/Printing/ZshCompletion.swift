/// The completion for zsh, from the declarations.
enum ZshCompletion {
  static let script = """
    #compdef runrate
    # Completion of runrate for zsh; made by "runrate print completion zsh".
    _runrate() {
      local -a commands
      commands=(
    \(commands)
      )
      if (( CURRENT == 2 )); then
        _describe -t commands command commands
        return
      fi
      local command=$words[2]
      shift words
      (( CURRENT-- ))
      case $command in
    \(CommandList.configurations.map(section).joined(separator: "\n"))
      esac
    }
    if [[ $funcstack[1] == _runrate ]]; then
      _runrate "$@"
    else
      compdef _runrate runrate
    fi

    """

  private static var commands: String {
    CommandList.configurations.map { "    '\($0.name):\(quoted($0.abstract))'" }
      .joined(separator: "\n")
  }

  private static func section(_ command: CommandConfiguration) -> String {
    let specifications = command.allOptions.flatMap(specifications) + arguments(of: command)
    return "    \(command.name))\n      _arguments -s \\\n"
      + specifications.map { "        \($0)" }.joined(separator: " \\\n") + " ;;"
  }

  private static func specifications(of option: OptionDeclaration) -> [String] {
    [option.name, option.short].compactMap(\.self).map { name in
      let help = "[\(quoted(option.help))]"
      guard let value = option.valueName else { return "'\(name)\(help)'" }
      let action = option.takesPath ? "_files" : "(\(option.choices.joined(separator: " ")))"
      return "'\(name)=\(help):\(value):\(action)'"
    }
  }

  private static func arguments(of command: CommandConfiguration) -> [String] {
    guard let arguments = command.arguments else { return [] }
    if arguments.takesPath { return ["'*:\(arguments.name):_files'"] }
    return arguments.choices.enumerated().map { position, words in
      "'\(position + 1):\(arguments.name):(\(words.joined(separator: " ")))'"
    }
  }

  /// As it stands between single quotes in a specification, where brackets and colons mean
  /// something.
  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }
}
