import Values

/// `runrate doctor`: what stands between this installation and a right report.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "doctor", abstract: "Check the installation, the configuration and the data for problems",
    examples: [
      Example(line: "runrate doctor", purpose: "one screen; 0 fine, 1 look, 2 broken"),
      Example(line: "runrate doctor --json", purpose: "for another program"),
    ])

  func run(_ options: Options, _ console: Console) throws -> ExitCode {
    let checks = Doctor(options: options, console: console, now: .now).checks()
    try console.write(options.writesJSON ? checks.json.page : checks.text)
    return ExitCode(rawValue: checks.worst.rawValue) ?? .unjudged
  }
}
