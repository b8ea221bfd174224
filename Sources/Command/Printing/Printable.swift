/// What `print` can print.
enum Printable: String, CaseIterable {
  case service, timer, cron, logrotate, man, completion, config
  case appleRoot = "apple-root"
  case kubernetes, airflow, dagster, github
  case dockerCompose = "docker-compose"
  case mcp, duckdb, dbt

  static let names = allCases.map(\.rawValue)
}

/// The shells that there are completions for.
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

extension OptionDeclaration {
  /// Whether a shell should offer the names of files.
  var takesPath: Bool { kind == .path }
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
