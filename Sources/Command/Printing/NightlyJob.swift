import Values

/// The nightly job as an orchestrator runs it: what all of their files say.
struct NightlyJob {
  let zone: Zone
  /// What `/etc/runrate/runrate.json5` says.
  let configuration: String
  /// The program and its places where there is no container.
  let installed: SystemFiles

  /// The image of `make container`, in a registry that everybody has under another name.
  static let image = "registry.example.com/runrate:\(Program.version)"
  static let logs = "/var/log/app"
  static let data = "/var/lib/runrate"
  /// The user of the image, by number: Kubernetes takes no name for proof that it is not root.
  static let user = 10_001
  /// 04:15, as ``SystemFiles/time``.
  static let schedule = "15 4 * * *"

  /// Tries after the first one, and the minutes between them where the orchestrator lets us say so.
  static let retries = 3
  static let minutesBetween = 10
  /// No night takes as long, unless something hangs.
  static let hours = 2

  /// The arguments in a container, those that belong together by line.
  private static let inContainer = arguments(
    config: SystemFiles.usualConfig, database: data + "/runrate.db", reports: data + "/reports")

  /// As JSON, which YAML reads, too.
  static func containerArguments(indented: Int) -> String {
    list(inContainer, indented: indented)
  }

  /// As words of a shell, some lines long.
  static func containerWords(indented: Int) -> String {
    let indent = " \\\n" + String(repeating: " ", count: indented)
    return inContainer.map { $0.joined(separator: " ") }.joined(separator: indent)
  }

  /// The whole command where there is no container, as JSON, which Python reads, too.
  var command: String {
    let arguments = Self.arguments(
      config: installed.config, database: installed.database, reports: installed.reports)
    return Self.list([[installed.program]] + arguments, indented: 4)
  }

  /// Those that belong together, by line.
  private static func arguments(config: String, database: String, reports: String) -> [[String]] {
    [
      ["run", logs], ["--exit", "errors", "--quiet"], ["--config", config],
      ["--database", database], ["--reports", reports],
    ]
  }

  private static func list(_ lines: [[String]], indented: Int) -> String {
    let indent = "\n" + String(repeating: " ", count: indented)
    let texts = lines.map { words in
      indent + words.map { JSONValue.string($0).line }.joined(separator: ", ")
    }
    return "[" + texts.joined(separator: ",") + "]"
  }
}

// MARK: - Exit codes

extension ExitCode {
  /// Whether another try in some minutes can go well although nobody mended anything.
  var isWorthAnotherTry: Bool { self == .inputOutput || self == .locked }
}

extension NightlyJob {
  /// The exit codes as a comment; `retryable` stands beside those worth another try.
  static func exitCodes(retryable: String) -> String {
    let lines = errors.map { code in
      "#   \(code.rawValue)  \(code.meaning)" + (code.isWorthAnotherTry ? ": \(retryable)" : "")
    }
    return """
      # With --exit errors 0 says that the report is there, whether alerts fire or not. Errors:
      \(lines.joined(separator: "\n"))
      """
  }

  /// `64, 65, 66, 70, 73`: what somebody has to mend first.
  static let lastingErrors = errors.filter { !$0.isWorthAnotherTry }.map { "\($0.rawValue)" }
    .joined(separator: ", ")

  private static let errors = ExitCode.allCases.filter(\.isError)
}
