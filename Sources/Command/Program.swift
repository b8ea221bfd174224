import Alerts
import CLinux
import Foundation
import Glibc
import HTTP
import Metrics
import Reports
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

  /// The outcome, told to the file of `--metrics` where that is asked for.
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
  /// The code answered to `watcher`: for monitoring systems every error is 3.
  package func answered(to watcher: CommandConfiguration.Supervisor?) -> ExitCode {
    watcher == .monitoring && isError ? .unjudged : self
  }
}

/// Tells a watchdog that the nightly job begins, and how it ended: a job that never ran is noticed
/// by who does not hear of it. Speaks as healthchecks.io and its like understand it:
///
///     <address>/start      the job begins
///     <address>            it ran; that alerts fire (codes 0 to 3) is no failure of the job
///     <address>/65         it failed, with its exit code
struct Heartbeat {
  static let variable = "RUNRATE_HEARTBEAT_URL"
  /// A watchdog that does not answer must not hold up the job.
  private static let timeout = 5000

  private let address: Address?
  private let console: Console

  /// Only what a watchdog waits for has a heartbeat: the nightly job.
  init(_ watcher: CommandConfiguration.Supervisor, _ console: Console) {
    self.console = console
    guard watcher == .watchdog else {
      address = nil
      return
    }
    do {
      address = try Address.find(Heartbeat.variable, in: console.environment)
    } catch {
      console.warn(Failure(of: error).message)
      address = nil
    }
  }

  func begin() { if let address { send(to: address.appending("start")) } }

  func end(_ code: ExitCode) {
    guard let address else { return }
    send(to: code.isError ? address.appending("\(code.rawValue)") : address)
  }

  private func send(to address: Address) {
    let answer = HTTPClient.send(nil, to: address, timeout: Heartbeat.timeout)
    if !answer.isSuccess { console.warn("the heartbeat was not heard: \(answer.text)") }
  }
}

package struct Commit {
  /// Shortened, with `-dirty` after it where files differed from the commit.
  let hash: String
  /// Its day in UTC, `YYYY-MM-DD`.
  let date: String

  /// Nil without a hash: the build was not told, as when it is not made by the Makefile.
  package init?(hash: String, date: String) {
    guard !hash.isEmpty else { return nil }
    self.hash = hash
    self.date = date
  }
}

extension Program {
  /// What `--version` says, such as `runrate 0.1.0 (commit 1a2b3c4d5e6f, 2026-06-30)`.
  static func versionText(builtFrom commit: Commit?) -> String {
    let source = commit.map { "commit \($0.hash), \($0.date)" } ?? "unknown commit"
    return "runrate \(version) (\(source))"
  }
}

/// What `--timings` prints: the stages of the command, those within another one below it.
struct TimingsTable {
  let stages: [Timings.Stage]

  private static let header = [
    "stage", "wall s", "CPU s", "leading thread", "rows", "read MB", "written MB",
  ]

  var text: String { TextColumns.text([Self.header] + stages.map(cells), left: [0]) }

  private func cells(_ stage: Timings.Stage) -> [String] {
    let use = stage.use
    return [
      String(repeating: "  ", count: stage.depth) + stage.name,
      DisplayFormat.fixed(use.wall, 2), DisplayFormat.fixed(use.cpu, 2),
      DisplayFormat.fixed(use.leading, 2), stage.count.map(grouped) ?? "",
      megabytes(use.read), megabytes(use.written),
    ]
  }

  private func megabytes(_ bytes: Int64) -> String {
    DisplayFormat.fixed(Double(bytes) / 1_000_000, 1)
  }
}
