/// The completion for bash, from the declarations.
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

  /// What can follow an option.
  private static var values: String {
    CommandList.everyOption.filter { $0.valueName != nil }.map { option in
      let offer =
        option.takesPath ? "files=1" : "words=\"\(option.choices.joined(separator: " "))\""
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
