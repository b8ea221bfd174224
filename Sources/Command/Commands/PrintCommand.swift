import Foundation
import Settings
import Values

/// `runrate print`: what a system needs to run the program, from the declarations of the program.
func print(_ options: Options, _ console: Console) throws -> ExitCode {
  try console.write(printed(options))
  return .allWell
}

private func printed(_ options: Options) throws -> String {
  let what = try word(0, of: options, among: Printable.names, Printable.init)
  guard what == .completion else {
    guard options.arguments.count == 1 else {
      throw usage(.unexpectedArgument(options.arguments[1]))
    }
    return try text(of: what, options)
  }
  guard options.arguments.count == 2 else { throw usage(.missingArguments("SHELL")) }
  return try word(1, of: options, among: Shell.names, Shell.init).completion
}

private func text(of what: Printable, _ options: Options) throws -> String {
  let files = SystemFiles(program: programPath, options)
  return switch what {
  case .service: files.service
  case .timer: SystemFiles.timer(in: try timezone(options))
  case .cron: files.cron
  case .logrotate: SystemFiles.logrotate
  case .man: ManPage.text
  case .appleRoot: AppleRoot.text
  case .completion: ""
  }
}

/// That of the configuration which the printed service reads, where it stands already; else that
/// of the folder's. UTC without one.
private func timezone(_ options: Options) throws -> Zone {
  var options = options
  let usual = SystemFiles.usualConfig
  if options.config == nil, FileManager.default.fileExists(atPath: usual) { options.config = usual }
  return try during("reading the configuration") { try Settings.load(options) }.timezone
}

/// Where this program stands; its usual place where the system does not say.
private var programPath: String {
  let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return link ?? "/usr/local/bin/runrate"
}

/// The argument at `position`, which has to be one of `names`.
private func word<Value>(
  _ position: Int, of options: Options, among names: [String], _ make: (String) -> Value?
) throws -> Value {
  let word = options.arguments[position]
  guard let value = make(word) else { throw usage(.unfitArgument(word, expected: names)) }
  return value
}

private func usage(_ error: UsageError) -> UsageFailure {
  UsageFailure(error: error, command: .print)
}
