package import Values

/// Values that options of the command line fill in: those of all commands, or a command's own.
package protocol ParsableArguments: Sendable, Equatable {
  /// Calls `change` with the values of this type; false where `line` holds none.
  static func update(_ line: inout CommandLineValues, _ change: (inout Self) -> Bool) -> Bool
}

/// A command: what it is called, what it takes and what it does, in one type and one file, as in
/// swift-argument-parser. Usage, help, manual, completions and the tables of the guides are made
/// of its configuration.
///
/// A new one is a file in `Commands/` and a line in `CommandList.swift`:
///
///     /// `runrate greet`: …
///     struct GreetCommand: ParsableCommand {
///       var name: String?
///
///       static let configuration = CommandConfiguration(
///         name: "greet", abstract: "Say good morning",
///         options: [.path("--name", "NAME", help: "To whom", into: \Self.name)],
///         examples: [Example(line: "runrate greet --name Ann", purpose: "good morning, Ann")])
///
///       func run(_ options: Options, _ console: Console) throws -> ExitCode { … }
///     }
package protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }

  /// As it is when none of its options is given.
  init()

  /// Does it and answers with the exit code. `options` are those of every command, and the
  /// arguments, of which there are as many as the configuration allows. A
  /// ``Failure/usage(_:hint:)`` is told as one of this command.
  func run(_ options: Options, _ console: Console) throws -> ExitCode
}

/// What a command line says of a command, beside what it does.
package struct CommandConfiguration: Sendable {
  /// How it is asked for.
  package let name: String
  /// One sentence without its full stop: what it is for.
  package let abstract: String
  /// Nil: it takes none.
  package var arguments: ArgumentsDeclaration?
  /// Its own options; the common ones come on top.
  package var options: [OptionDeclaration] = []
  /// At least one.
  package let examples: [Example]
  /// Who waits for its end.
  package var watcher = Supervisor.nobody

  /// Who is told of the end of a command, other than who started it.
  package enum Supervisor: Sendable {
    case nobody
    /// It is the nightly job: a watchdog hears its heartbeat.
    case watchdog
    /// A monitoring system runs it, which knows the answers 0 to 3 only and shows standard output.
    case monitoring
  }

  package var allOptions: [OptionDeclaration] { options + OptionDeclaration.common }

  /// `run [LOGS…]`.
  package var usage: String { arguments.map { "\(name) \($0.usage)" } ?? name }
}

/// A command line that works, and what it is good for.
package struct Example: Sendable {
  package let line: String
  package let purpose: String
}

package struct CommandLineValues: Sendable {
  var options = Options()
  /// Nil before its name was read.
  var command: (any ParsableCommand)?
}

extension Options: ParsableArguments {
  package static func update(_ line: inout CommandLineValues, _ change: (inout Options) -> Bool)
    -> Bool
  {
    change(&line.options)
  }
}

extension ParsableCommand {
  package static func update(_ line: inout CommandLineValues, _ change: (inout Self) -> Bool)
    -> Bool
  {
    guard var own = line.command as? Self else { return false }
    defer { line.command = own }
    return change(&own)
  }

  package var configuration: CommandConfiguration { Self.configuration }

  fileprivate func isEqual(_ other: any ParsableCommand) -> Bool { other as? Self == self }
}

/// A command with everything that it was told.
package struct Invocation: Sendable, Equatable {
  package var command: any ParsableCommand
  package var options: Options

  package static func == (one: Invocation, other: Invocation) -> Bool {
    one.command.isEqual(other.command) && one.options == other.options
  }
}

/// What a command line asks for.
package enum Request: Sendable, Equatable {
  case help(String?)
  case version
  case perform(Invocation)
}
