import Alerts
import CLinux
import Glibc
package import Values

/// The program, as a function of its command line.
package enum Program {
  /// The only place of the number: reports, the manual and the Debian package take it from here.
  package static let version = "0.1.0"

  /// Keeps what the process will know of people and keys out of core dumps, of the account that
  /// the runtime gives of a crash (unless `SWIFT_BACKTRACE` asks for it), and out of reach of
  /// other processes. Call before anything is read.
  package static func forbidDumps(_ console: Console) {
    if getenv("SWIFT_BACKTRACE") == nil { linux_forbid_accounts_of_crashes() }
    guard linux_forbid_dumps() != 0 else { return }
    console.warn("a crash could write what is in memory to a core dump: \(systemMessage(errno))")
  }

  /// Keeps files from taking the numbers of standard streams that are closed. Call first of all.
  package static func fillStandardStreams() { linux_fill_standard_streams() }

  /// Does what `arguments` (without the program's name) ask for. `--version` names `commit`.
  package static func run(
    _ arguments: [String], on console: Console, builtFrom commit: Commit? = nil
  ) -> ExitCode {
    do {
      return try answer(ArgumentParser.parse(arguments), console, commit)
    } catch {
      let isJSON = arguments.contains("--json")
      let failure = Failure(of: error)
      let command = failure.command.flatMap(CommandList.named)
      return told(failure, to: command?.configuration.watcher, console, asJSON: isJSON)
    }
  }

  private static func answer(
    _ request: Request, _ console: Console, _ commit: Commit?
  ) throws -> ExitCode {
    switch request {
    case .help(let command): try console.write(HelpText.text(for: command))
    case .version: try console.write(versionText(builtFrom: commit) + "\n")
    case .perform(let invocation): return done(invocation, console.following(invocation.options))
    }
    return .allWell
  }

  private static func done(_ invocation: Invocation, _ console: Console) -> ExitCode {
    let heartbeat = Heartbeat(invocation.command.configuration.watcher, console)
    heartbeat.begin()
    let code = measured(invocation, console)
    heartbeat.end(code)
    return code
  }

  /// The outcome, with how long its stages took where that was asked for.
  private static func measured(_ invocation: Invocation, _ console: Console) -> ExitCode {
    let options = invocation.options
    guard options.printsTimings || options.metrics != nil else {
      return outcome(of: invocation, console)
    }
    let timings = Timings()
    let code = Timings.$current.withValue(timings) { monitored(invocation, console) }
    if options.printsTimings { console.say(TimingsTable(stages: timings.stages).text) }
    return code
  }

  /// The outcome, which the file of `--metrics` tells of where one is asked for. Without its folder
  /// nothing is begun.
  private static func monitored(_ invocation: Invocation, _ console: Console) -> ExitCode {
    guard let path = invocation.options.metrics else { return outcome(of: invocation, console) }
    do {
      let file = try MetricsFile(path)
      let code = MetricsFile.$current.withValue(file) { outcome(of: invocation, console) }
      try file.write(code)
      return code
    } catch {
      return failed(error, invocation, console)
    }
  }

  private static func outcome(of invocation: Invocation, _ console: Console) -> ExitCode {
    let command = invocation.command
    do {
      return try command.run(invocation.options, console)
        .answered(to: command.configuration.watcher)
    } catch {
      return failed(error, invocation, console)
    }
  }

  private static func failed(
    _ error: any Error, _ invocation: Invocation, _ console: Console
  ) -> ExitCode {
    let command = invocation.command.configuration
    return told(
      Failure(of: error).inCommand(command.name), to: command.watcher, console,
      asJSON: invocation.options.writesJSON)
  }

  /// Tells a person about `failure` and answers with its code. A monitoring system shows what stands
  /// on standard output and nothing else, so it is said there, too.
  private static func told(
    _ failure: Failure, to watcher: CommandConfiguration.Supervisor?, _ console: Console,
    asJSON: Bool
  ) -> ExitCode {
    // Whoever has read enough of a list (`| head`) knows it himself.
    if failure != .readerGone { console.fail(failure) }
    if watcher == .monitoring {
      try? console.write(
        asJSON ? AlertsJSON.unknown(failure.message) : NagiosLine.unknown(failure.message))
    }
    return failure.exit.answered(to: watcher)
  }
}

extension ExitCode {
  /// The code that is answered to `watcher`: monitoring systems expect 0 to 3, so that there every
  /// error is 3.
  package func answered(to watcher: CommandConfiguration.Supervisor?) -> ExitCode {
    watcher == .monitoring && isError ? .unjudged : self
  }
}
