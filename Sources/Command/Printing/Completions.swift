enum Printable: String, CaseIterable {
  case service, timer, cron, logrotate, man, completion, config
  case appleRoot = "apple-root"
  case kubernetes, airflow, dagster, github
  case dockerCompose = "docker-compose"
  case mcp, duckdb, dbt

  static let names = allCases.map(\.rawValue)
}

enum Shell: String, CaseIterable {
  case bash, zsh, fish

  static let names = allCases.map(\.rawValue)

  /// The script that teaches the shell all commands and options.
  var completion: String {
    switch self {
    case .bash: BashCompletion.script
    case .zsh: ZshCompletion.script
    case .fish: FishCompletion.script
    }
  }
}

extension CommandList {
  static let names = configurations.map(\.name)

  /// All options of all commands, each name once.
  static let everyOption: [OptionDeclaration] = {
    var known: Set<String> = []
    return (configurations.flatMap(\.options) + OptionDeclaration.common).filter {
      known.insert($0.name).inserted
    }
  }()
}

extension [OptionDeclaration] {
  /// `--quiet`, and `-q` beside it.
  var spellings: [String] { flatMap { [$0.name] + ($0.short.map { [$0] } ?? []) } }
}

enum BashCompletion {
  static let script = """
    # Completion of runrate for bash; made by "runrate print completion bash".
    _runrate() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
      local command= position=0 words= files= i
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          \(valueOptions)) ((i++)) ;;
          -*) ;;
          *) if [[ -z $command ]]; then command=${COMP_WORDS[i]}; else ((position++)); fi ;;
        esac
      done
      case $before in
    \(values)
        *)
          case $word:$command in
            -*:*)
              case $command in
    \(options)
                *) words="\(OptionDeclaration.common.spellings.joined(separator: " "))" ;;
              esac ;;
            *:) words="\(CommandList.names.joined(separator: " "))" ;;
            *)
              case $command:$position in
    \(arguments)
              esac ;;
          esac ;;
      esac
      if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      else
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
      fi
    }
    complete -F _runrate runrate

    """

  private static var valueOptions: String {
    CommandList.everyOption.filter { $0.valueName != nil }.map(\.name)
      .joined(separator: "|")
  }

  private static var values: String {
    CommandList.everyOption.filter { $0.valueName != nil }.map { option in
      let offer =
        option.kind == .path ? "files=1" : "words=\"\(option.choices.joined(separator: " "))\""
      return "    \(option.name)) \(offer) ;;"
    }.joined(separator: "\n")
  }

  private static var options: String {
    CommandList.configurations.map {
      "            \($0.name)) words=\"\($0.allOptions.spellings.joined(separator: " "))\" ;;"
    }.joined(separator: "\n")
  }

  /// What can stand at the positions of a command's arguments.
  private static var arguments: String {
    CommandList.configurations.flatMap { command -> [String] in
      guard let arguments = command.arguments else { return [] }
      let name = command.name
      if arguments.takesPath { return ["            \(name):*) files=1 ;;"] }
      return arguments.choices.enumerated().map { position, words in
        "            \(name):\(position)) words=\"\(words.joined(separator: " "))\" ;;"
      }
    }.joined(separator: "\n")
  }
}

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
      let action = option.kind == .path ? "_files" : "(\(option.choices.joined(separator: " ")))"
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

  /// Between single quotes in a specification, where brackets and colons have a meaning.
  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }
}

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
    if option.kind == .path { return " -r -F" }
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
